#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "numpy_bridge.h"
#include "zrecord/record_selection.h"

namespace zrecord::python {

/// Record numbers out of what stands between the brackets of store[…]: an integer, a slice, a container of integers, or a
/// mask of `length` bools. Negative numbers count from the end. The numbers are copied, so that nobody can change them while
/// they are used without the interpreter lock.
///
/// OutOfRange names the number and the length; WrongType whatever is no index: a bool, a float, text, an array of two axes.
class IndexArgument {
public:
    /// `store` is named in errors.
    IndexArgument(nb::handle index, std::uint64_t length, const std::filesystem::path& store);

    /// One integer: the result is a record, not a batch.
    [[nodiscard]] bool isScalar() const noexcept { return m_scalar; }
    [[nodiscard]] std::span<const std::uint64_t> indices() const noexcept { return m_scalar ? std::span(&m_single, 1) : m_many; }

private:
    void readScalar(nb::handle index);
    void readSlice(nb::handle slice);
    void readSequence(nb::handle sequence);
    void readArray(nb::handle array);
    void readMask(nb::handle array);
    [[nodiscard]] std::uint64_t resolve(std::int64_t index) const;
    [[nodiscard]] std::uint64_t resolveObject(nb::handle index) const;

    [[noreturn]] void outOfRange(const std::string& value) const;

    std::uint64_t m_length;
    const std::filesystem::path& m_store;
    std::uint64_t m_single = 0;
    std::vector<std::uint64_t> m_many;
    bool m_scalar = false;
};

/// The same records as ranges; neighbours become one.
std::vector<IndexRange> neighbouringRanges(std::span<const std::uint64_t> indices);

}  // namespace zrecord::python
