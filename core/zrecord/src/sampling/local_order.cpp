#include "sampling/local_order.h"

#include <algorithm>

#include "sampling/keyed_permutation.h"
#include "sampling/philox.h"

namespace zrecord {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

LocalOrder::LocalOrder(std::uint64_t length, const LocalityOptions& options)
    : m_length(length), m_block(std::min(options.block, length)), m_wholeBlocks(length / m_block),
      m_blocks(m_wholeBlocks + (length % m_block != 0 ? 1 : 0))
{
    m_window = std::min(options.window, m_blocks);
    m_windows = m_blocks / m_window + (m_blocks % m_window != 0 ? 1 : 0);
}

std::string LocalOrder::identity() const
{
    return "local(" + std::to_string(m_length) + ",block=" + std::to_string(m_block) + ",window=" + std::to_string(m_window) + ")";
}

std::uint64_t LocalOrder::windowStart(std::uint64_t window) const noexcept
{
    const auto block = static_cast<std::uint64_t>(static_cast<Wide>(window) * m_blocks / m_windows);
    return block >= m_blocks ? m_length : block * m_block;
}

LocalOrder::Window LocalOrder::windowOf(std::uint64_t place) const noexcept
{
    // Window w begins at block floor(w · blocks / windows): the last w that begins at or before this block.
    const Wide block = place / m_block;
    const auto window = static_cast<std::uint64_t>(((block + 1) * m_windows - 1) / m_blocks);
    return {window, windowStart(window), windowStart(window + 1)};
}

void LocalOrder::fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const
{
    const KeyedPermutation blockOrder(m_wholeBlocks, Philox(seed, RandomPurpose::BlockKey).number(cycle));
    const std::uint64_t phase = Philox(seed, RandomPurpose::Phase).below(m_length, cycle);
    const Philox windowKeys(seed, RandomPurpose::WindowKey);
    while (!out.empty()) {
        const Window window = windowOf(place);
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), window.end - place));
        const KeyedPermutation mixed(window.end - window.first, windowKeys.number(cycle, window.number));
        mixed.fill(place - window.first, out.first(count));
        for (std::uint64_t& index : out.first(count)) {
            const std::uint64_t source = window.first + index;
            const std::uint64_t slot = source / m_block;
            // The short block, if there is one, stays the last; the phase gives it other records in each cycle.
            const std::uint64_t block = slot < m_wholeBlocks ? blockOrder.at(slot) : slot;
            const std::uint64_t record = block * m_block + source % m_block;
            index = record < m_length - phase ? record + phase : record - (m_length - phase);
        }
        out = out.subspan(count);
        place += count;
    }
}

Result<SharedOrder> makeLocalOrder(std::uint64_t length, const LocalityOptions& options)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(length));
    if (options.block == 0 || options.window == 0)
        return Status(ErrorCode::InvalidArgument, options.block == 0 ? "a block needs at least one record, but its size is 0"
                                                                     : "a window needs at least one block, but its size is 0");
    return SharedOrder(std::make_shared<LocalOrder>(length, options));
}

}  // namespace zrecord
