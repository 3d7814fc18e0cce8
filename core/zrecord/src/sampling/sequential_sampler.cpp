#include "sampling/sequential_sampler.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace zrecord {

void SequentialSampler::fill(std::uint64_t step, std::span<std::uint64_t> out) const noexcept
{
    std::uint64_t index = step * m_batch % m_length;  // the product wraps at 2^64, as in loaderx
    while (!out.empty()) {
        const auto run = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_length - index));
        std::iota(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(run), index);
        out = out.subspan(run);
        index = 0;
    }
}

}  // namespace zrecord
