#include "zrecord/batch.h"

#include "base/checksum.h"
#include "loading/batch_slot.h"

namespace zrecord {

Batch::Batch(const Batch& other) noexcept : m_slot(other.m_slot)
{
    if (m_slot)
        m_slot->addReference();
}

Batch& Batch::operator=(const Batch& other) noexcept
{
    Batch copy(other);
    std::swap(m_slot, copy.m_slot);
    return *this;
}

Batch& Batch::operator=(Batch&& other) noexcept
{
    Batch taken(std::move(other));
    std::swap(m_slot, taken.m_slot);
    return *this;
}

Batch::~Batch()
{
    if (m_slot)
        m_slot->dropReference();
}

std::uint64_t Batch::step() const noexcept
{
    return m_slot->step;
}

std::size_t Batch::records() const noexcept
{
    return m_slot->indices.size();
}

std::span<const std::uint64_t> Batch::indices() const noexcept
{
    return m_slot->indices;
}

std::span<const BatchStream> Batch::streams() const noexcept
{
    return m_slot->streams();
}

const BatchStream* Batch::find(std::string_view name) const noexcept
{
    for (const BatchStream& stream : m_slot->streams())
        if (stream.name == name)
            return &stream;
    return nullptr;
}

std::span<const BatchIssue> Batch::issues() const noexcept
{
    return m_slot->issues;
}

const BatchTimes& Batch::times() const noexcept
{
    return m_slot->times;
}

std::uint64_t Batch::checksum() const
{
    StreamChecksum checksum;
    checksum.add(std::as_bytes(std::span(&m_slot->step, 1)));
    checksum.add(std::as_bytes(std::span(m_slot->indices)));
    for (const BatchStream& stream : m_slot->streams()) {
        if (stream.layout) {
            checksum.add(std::as_bytes(std::span(stream.layout->offsets)));
            checksum.add(std::as_bytes(std::span(stream.layout->shapeOffsets)));
            checksum.add(std::as_bytes(std::span(stream.layout->dimensions)));
        }
        checksum.add(stream.bytes);
    }
    return checksum.value();
}

std::span<std::byte> Batch::writableBytes(std::size_t stream) noexcept
{
    return {m_slot->memory(stream), m_slot->streams()[stream].bytes.size()};
}

void Batch::setAttachment(std::shared_ptr<void> attachment) noexcept
{
    m_slot->attachment = std::move(attachment);
}

const std::shared_ptr<void>& Batch::attachment() const noexcept
{
    return m_slot->attachment;
}

}  // namespace zrecord
