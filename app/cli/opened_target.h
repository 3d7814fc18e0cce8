#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "zrecord/aligned_set.h"
#include "zrecord/store.h"

namespace zrecord::cli {

class JsonWriter;

/// What a path on the command line names: one store, or an aligned set of stores.
class OpenedTarget {
public:
    struct Part {
        std::string stream;  ///< empty for a single store
        Store* store;
        /// "folder/stream" as the user would write it.
        std::string path;
    };

    /// NotFound says what was looked for.
    static Result<OpenedTarget> open(const std::filesystem::path& path, Access access = Access::ReadOnly);
    /// For reading what somebody else made, see zrecord/maintenance/untrusted_store.h.
    static Result<OpenedTarget> openUntrusted(const std::filesystem::path& path);
    /// For commands that work on one store only; an aligned set is refused with a word on its streams.
    static Result<Store> openStore(const std::filesystem::path& path, Access access = Access::ReadOnly);

    [[nodiscard]] bool isSet() const { return m_set.has_value(); }
    [[nodiscard]] AlignedSet& set() { return *m_set; }
    [[nodiscard]] Store& store() { return *m_store; }
    [[nodiscard]] std::vector<Part> parts();
    /// What a reader of this set must know: streams of unequal length. Nothing for a store.
    [[nodiscard]] std::optional<std::string> misalignment() const;
    /// For a store that is a stream of an aligned set of equal lengths: the folder of that set.
    [[nodiscard]] std::optional<std::filesystem::path> alignedParent() const;
    /// Records that every part has.
    [[nodiscard]] std::uint64_t size() const;
    Status close();

private:
    std::filesystem::path m_path;
    std::optional<Store> m_store;
    std::optional<AlignedSet> m_set;
};

/// "dense uint8 (28, 28), zstd"
std::string storeDescription(const StoreSummary& summary);
/// "(28, 28)" for dense stores, "any" for ragged ones.
std::string itemShapeText(const StoreSummary& summary);
/// The keys path, kind, dtype, item_shape (dense), codec, records, record_bytes (dense), chunk_bytes, chunks,
/// dictionary_bytes of an open object.
void writeSummaryFields(JsonWriter& json, const StoreSummary& summary);

}  // namespace zrecord::cli
