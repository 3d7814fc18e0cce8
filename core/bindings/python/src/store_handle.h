#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "numpy_bridge.h"
#include "zrecord/store.h"

namespace zrecord::python {

/// What a Python store object holds: the open store, or how to open it. After a fork and after unpickling it is opened at
/// its first use. All members need the interpreter lock.
class StoreHandle {
public:
    StoreHandle();
    ~StoreHandle();
    StoreHandle(const StoreHandle&) = delete;
    StoreHandle& operator=(const StoreHandle&) = delete;

    void open(const std::filesystem::path& path, StoreKind kind, Access access, bool withoutLock);
    void create(const std::filesystem::path& path, const StoreDescription& description, const CreateOptions& options);
    /// As open() for reading, but at first use; the store must then be like the description.
    void defer(const std::filesystem::path& path, StoreDescription description, bool withoutLock);
    /// dtype of result arrays: NumPy's form of summary().dtype.
    void bindDtype(nb::handle dtype);
    void close();
    [[nodiscard]] bool isClosed() const noexcept { return m_closed; }

    /// Open and of this process; throws "the store is closed". The loader and running calls share it.
    std::shared_ptr<Store> store();
    [[nodiscard]] const StoreDescription& description() const noexcept { return m_description; }
    [[nodiscard]] nb::handle dtype() const noexcept { return m_dtype; }
    [[nodiscard]] const std::vector<Py_ssize_t>& itemShape() const noexcept { return m_itemShape; }
    [[nodiscard]] std::uint64_t recordBytes() const noexcept { return m_recordBytes; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] Access access() const noexcept { return m_access; }
    [[nodiscard]] bool isWithoutLock() const noexcept { return m_withoutLock; }

    /// In a forked child: lets go of the parent's descriptors, and with them of its lock.
    static void forgetParent();

private:
    void adopt(Store store);
    void describe(StoreDescription description);
    void reopen();

    std::filesystem::path m_path;  ///< absolute: a later chdir changes nothing
    StoreDescription m_description;
    std::vector<Py_ssize_t> m_itemShape;
    std::uint64_t m_recordBytes = 0;
    nb::object m_dtype;
    nb::ft_mutex m_mutex;  ///< of m_store and m_closed, where there is no interpreter lock
    std::shared_ptr<Store> m_store;
    Access m_access = Access::ReadOnly;
    bool m_withoutLock = false;
    bool m_closed = true;
    std::uint64_t m_process = 0;  ///< count of forks when the store was opened
};

}  // namespace zrecord::python
