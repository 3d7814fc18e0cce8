#include "loading/joined_stream.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace zrecord {
namespace {

std::string recordCount(std::uint64_t records)
{
    return std::to_string(records) + (records == 1 ? " record" : " records");
}

Status gatherFrom(const Store& store, std::span<const std::uint64_t> indices, const RaggedLayout* layout, std::span<std::byte> destination,
                  const OperationContext& context)
{
    return layout ? store.gather(indices, *layout, destination, context) : store.gather(indices, destination, context);
}

/// Where the parts' records come in the batch: dimensions and sizes in its order.
RaggedLayout mergedLayout(const std::vector<JoinScratch::Part>& parts, std::size_t records)
{
    struct Source {
        const RaggedLayout* layout = nullptr;
        std::size_t number = 0;
    };
    std::vector<Source> sources(records);
    for (const JoinScratch::Part& part : parts)
        for (std::size_t i = 0; i < part.places.size(); ++i)
            sources[part.places[i]] = {&part.layout, i};
    RaggedLayout merged;
    merged.offsets.assign(1, 0);
    merged.shapeOffsets.assign(1, 0);
    for (const Source& source : sources) {
        const auto shape = source.layout->shape(source.number);
        merged.dimensions.insert(merged.dimensions.end(), shape.begin(), shape.end());
        merged.shapeOffsets.push_back(merged.dimensions.size());
        merged.offsets.push_back(merged.offsets.back() + source.layout->offsets[source.number + 1] - source.layout->offsets[source.number]);
    }
    return merged;
}

}  // namespace

JoinedStream::JoinedStream(const LoaderStream& stream) : m_stream(stream), m_stores{stream.store.get()}
{
    for (const auto& store : stream.following)
        m_stores.push_back(store.get());
    std::uint64_t end = 0;
    for (const Store* store : m_stores)
        m_ends.push_back(end += store->size());
}

Status JoinedStream::checkLengths() const
{
    for (std::size_t i = 0; i < m_stores.size(); ++i) {
        if (!m_stores[i]->isOpen())
            return Status(ErrorCode::Closed, "stream '" + m_stream.name + "' was closed while the loader was running");
        const std::uint64_t before = m_ends[i] - (i == 0 ? 0 : m_ends[i - 1]);
        if (const std::uint64_t now = m_stores[i]->size(); now != before)
            return Status(ErrorCode::WrongKind, "stream '" + m_stream.name + "' had " + recordCount(before) +
                                                    " when the loader was made and has " + std::to_string(now) + " now")
                .withStore(m_stores[i]->summary().path.string())
                .withRemedy("Finish all changes of all streams, then make a new loader.");
    }
    return {};
}

void JoinedStream::split(std::span<const std::uint64_t> indices, JoinScratch& scratch) const
{
    scratch.parts.resize(m_stores.size());
    for (JoinScratch::Part& part : scratch.parts) {
        part.indices.clear();
        part.places.clear();
    }
    for (std::size_t place = 0; place < indices.size(); ++place) {
        const auto number = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, indices[place]) - m_ends.begin());
        JoinScratch::Part& part = scratch.parts[std::min(number, m_stores.size() - 1)];
        part.indices.push_back(indices[place] - (number == 0 ? 0 : m_ends[number - 1]));
        part.places.push_back(place);
    }
}

std::uint64_t JoinedStream::readAhead(std::span<const std::uint64_t> indices, JoinScratch& scratch, ReadAheadCheck check) const
{
    if (isSingle())
        return zrecord::readAhead(*m_stores.front(), indices, check);
    split(indices, scratch);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_stores.size(); ++i)
        bytes += zrecord::readAhead(*m_stores[i], scratch.parts[i].indices, check);
    return bytes;
}

Result<RaggedLayout> JoinedStream::layout(std::span<const std::uint64_t> indices, JoinScratch& scratch, const OperationContext& context) const
{
    if (isSingle())
        return m_stores.front()->layout(indices, context);
    split(indices, scratch);
    for (std::size_t i = 0; i < m_stores.size(); ++i) {
        JoinScratch::Part& part = scratch.parts[i];
        ZR_ASSIGN_OR_RETURN(part.layout, m_stores[i]->layout(part.indices, context));
    }
    return mergedLayout(scratch.parts, indices.size());
}

Status JoinedStream::gather(std::span<const std::uint64_t> indices, const RaggedLayout* layout, std::span<std::byte> destination,
                            JoinScratch& scratch, const OperationContext& context) const
{
    if (isSingle())
        return gatherFrom(*m_stores.front(), indices, layout, destination, context);
    if (!layout)
        split(indices, scratch);
    const auto recordBytes = static_cast<std::size_t>(m_stores.front()->summary().recordBytes);
    for (std::size_t i = 0; i < m_stores.size(); ++i) {
        const JoinScratch::Part& part = scratch.parts[i];
        const RaggedLayout* const own = layout ? &part.layout : nullptr;
        if (part.places.size() == indices.size())
            return gatherFrom(*m_stores[i], part.indices, own, destination, context);
        scratch.bytes.resize(own ? static_cast<std::size_t>(own->offsets.back()) : part.indices.size() * recordBytes);
        ZR_RETURN_IF_ERROR(gatherFrom(*m_stores[i], part.indices, own, scratch.bytes, context));
        for (std::size_t j = 0; j < part.places.size(); ++j) {
            const std::size_t from = own ? static_cast<std::size_t>(own->offsets[j]) : j * recordBytes;
            const std::size_t to = layout ? static_cast<std::size_t>(layout->offsets[part.places[j]]) : part.places[j] * recordBytes;
            const std::size_t size = own ? static_cast<std::size_t>(own->offsets[j + 1]) - from : recordBytes;
            if (size != 0)
                std::memcpy(destination.data() + to, scratch.bytes.data() + from, size);
        }
    }
    return {};
}

}  // namespace zrecord
