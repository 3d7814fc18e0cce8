#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/loader_options.h"
#include "zrecord/operation_context.h"
#include "zrecord/read_ahead.h"

namespace zrecord {

/// Memory for reading from several stores at once, used over and over.
struct JoinScratch {
    struct Part {
        std::vector<std::uint64_t> indices;  ///< in the store
        std::vector<std::size_t> places;     ///< in the batch
        RaggedLayout layout;
    };
    std::vector<Part> parts;
    std::vector<std::byte> bytes;
};

/// The stores of a stream as one sequence of records, of the lengths that they have when this is made. Borrows the stream.
/// Thread-safe, each call with scratch memory of its own.
class JoinedStream {
public:
    explicit JoinedStream(const LoaderStream& stream);

    /// WrongKind, naming stream and store, when the length of one has changed; Closed.
    [[nodiscard]] Status checkLengths() const;
    Result<RaggedLayout> layout(std::span<const std::uint64_t> indices, JoinScratch& scratch, const OperationContext& context) const;
    /// `layout` is null for dense streams, else that of the same indices, made with the same scratch memory.
    Status gather(std::span<const std::uint64_t> indices, const RaggedLayout* layout, std::span<std::byte> destination, JoinScratch& scratch,
                  const OperationContext& context) const;
    std::uint64_t readAhead(std::span<const std::uint64_t> indices, JoinScratch& scratch, ReadAheadCheck check) const;

private:
    [[nodiscard]] bool isSingle() const noexcept { return m_stores.size() == 1; }
    void split(std::span<const std::uint64_t> indices, JoinScratch& scratch) const;

    const LoaderStream& m_stream;
    std::vector<const Store*> m_stores;
    std::vector<std::uint64_t> m_ends;  ///< records up to and with each store
};

}  // namespace zrecord
