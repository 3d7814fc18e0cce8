#include "base/checksum.h"

#include <xxhash.h>

#include <new>

namespace zrecord {
namespace {

XXH3_state_t* stateOf(void* state)
{
    return static_cast<XXH3_state_t*>(state);
}

}  // namespace

std::uint64_t checksumOf(std::span<const std::byte> bytes) noexcept
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

void StreamChecksum::StateDeleter::operator()(void* state) const noexcept
{
    XXH3_freeState(stateOf(state));
}

StreamChecksum::StreamChecksum() : m_state(XXH3_createState())
{
    if (!m_state)
        throw std::bad_alloc();
    XXH3_64bits_reset(stateOf(m_state.get()));
}

void StreamChecksum::add(std::span<const std::byte> bytes)
{
    XXH3_64bits_update(stateOf(m_state.get()), bytes.data(), bytes.size());
}

std::uint64_t StreamChecksum::value() const
{
    return XXH3_64bits_digest(stateOf(m_state.get()));
}

}  // namespace zrecord
