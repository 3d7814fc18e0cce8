#include "sampling/sequential_sampler.h"

namespace zrecord {

void SequentialSampler::fill(std::uint64_t step, std::span<std::uint64_t> out) const noexcept
{
    std::uint64_t index = step * m_batch % m_length;  // the product wraps at 2^64, as in loaderx
    for (std::uint64_t& value : out) {
        value = index;
        if (++index == m_length)
            index = 0;
    }
}

}  // namespace zrecord
