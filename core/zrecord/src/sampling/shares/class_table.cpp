#include "sampling/shares/class_table.h"

#include <algorithm>
#include <limits>

#include "base/checksum.h"
#include "sampling/cycle_order.h"
#include "sampling/keyed_permutation.h"

namespace zrecord {
namespace {

template <typename Index>
void sortByClass(std::span<const std::uint32_t> classOf, std::vector<std::uint64_t> next, std::vector<Index>& out)
{
    out.resize(classOf.size());
    for (std::size_t record = 0; record < classOf.size(); ++record)
        out[static_cast<std::size_t>(next[classOf[record]]++)] = static_cast<Index>(record);
}

}  // namespace

Result<ClassTable> ClassTable::create(std::span<const std::uint32_t> classOf)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(classOf.size()));
    ClassTable table;
    table.m_starts.resize(static_cast<std::size_t>(*std::ranges::max_element(classOf)) + 2);
    for (const std::uint32_t number : classOf)
        ++table.m_starts[static_cast<std::size_t>(number) + 1];
    for (std::size_t i = 1; i < table.m_starts.size(); ++i)
        table.m_starts[i] += table.m_starts[i - 1];
    if (classOf.size() <= std::numeric_limits<std::uint32_t>::max())
        sortByClass(classOf, table.m_starts, table.m_short);
    else
        sortByClass(classOf, table.m_starts, table.m_long);
    table.m_checksum = checksumOf(std::as_bytes(classOf));
    return table;
}

std::size_t ClassTable::classAt(std::uint64_t place) const noexcept
{
    return static_cast<std::size_t>(std::ranges::upper_bound(m_starts, place) - m_starts.begin()) - 1;
}

std::uint64_t ClassTable::shuffled(std::size_t number, const Philox& classKeys, std::uint64_t cycle, std::uint64_t place) const noexcept
{
    const KeyedPermutation order(size(number), classKeys.number(cycle, number));
    const auto at = static_cast<std::size_t>(start(number) + order.at(place));
    return m_long.empty() ? m_short[at] : m_long[at];
}

}  // namespace zrecord
