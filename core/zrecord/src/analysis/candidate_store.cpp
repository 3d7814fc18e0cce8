#include "analysis/candidate_store.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "sampling/cyclic_sampler.h"

namespace zrecord {
namespace {

constexpr std::size_t kBatch = 256;
constexpr std::size_t kSingles = 256;  // records gathered alone in a round
constexpr double kMebibyte = 1'048'576;

}  // namespace

Result<CandidateStore> CandidateStore::create(const std::filesystem::path& path, const StoreSummary& like, const TuneCandidate& candidate,
                                              const std::vector<std::byte>& dictionary, Clock clock)
{
    StoreDescription description;
    description.kind = like.kind;
    description.dtype = like.dtype;
    description.itemShape = like.itemShape;
    description.codec = candidate.codec;
    description.dictionary = dictionary;
    CreateOptions options;
    options.zstdLevel = candidate.level;
    options.dictionaryLevel = candidate.level;
    ZR_ASSIGN_OR_RETURN(Store store, Store::create(path, description, options));
    return CandidateStore(path, std::move(store), std::move(clock));
}

CandidateStore::CandidateStore(CandidateStore&& other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_store(std::move(other.m_store)), m_clock(std::move(other.m_clock)), m_buffer(std::move(other.m_buffer)),
      m_gathered(other.m_gathered), m_writes(std::move(other.m_writes)), m_gathers(std::move(other.m_gathers)), m_singles(std::move(other.m_singles))
{
}

CandidateStore::~CandidateStore()
{
    m_store.reset();
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

double CandidateStore::rate(std::uint64_t bytes, std::int64_t nanoseconds) const
{
    return static_cast<double>(bytes) / kMebibyte / (static_cast<double>(std::max<std::int64_t>(nanoseconds, 1)) * 1e-9);
}

Status CandidateStore::write(const RecordSample& sample, std::size_t first, std::size_t count, const OperationContext& context)
{
    std::uint64_t bytes = 0;
    for (std::size_t i = first; i < first + count; ++i)
        bytes += sample.record(i).size();
    const std::int64_t start = m_clock();
    ZR_RETURN_IF_ERROR(sample.appendTo(*m_store, first, count, context));
    m_writes.push_back(rate(bytes, m_clock() - start));
    return {};
}

Status CandidateStore::gather(std::span<const std::uint64_t> indices, const OperationContext& context)
{
    if (m_store->summary().kind == StoreKind::Dense) {
        m_gathered = indices.size() * m_store->summary().recordBytes;
        m_buffer.resize(std::max<std::size_t>(m_buffer.size(), static_cast<std::size_t>(m_gathered)));
        return m_store->gather(indices, m_buffer, context);
    }
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, m_store->layout(indices, context));
    m_gathered = layout.offsets.back();
    m_buffer.resize(std::max<std::size_t>(m_buffer.size(), static_cast<std::size_t>(m_gathered)));
    return m_store->gather(indices, layout, m_buffer, context);
}

Status CandidateStore::read(std::uint64_t seed, const OperationContext& context)
{
    const std::uint64_t records = m_store->size();
    std::vector<std::uint64_t> order(static_cast<std::size_t>(records));
    IndexPermutation(records, seed).fill(0, order);
    std::int64_t spent = 0;
    std::uint64_t bytes = 0;
    for (std::size_t first = 0; first < order.size(); first += kBatch) {
        const auto batch = std::span<const std::uint64_t>(order).subspan(first, std::min(kBatch, order.size() - first));
        const std::int64_t start = m_clock();
        ZR_RETURN_IF_ERROR(gather(batch, context));
        spent += m_clock() - start;
        bytes += m_gathered;
    }
    m_gathers.push_back(rate(bytes, spent));
    for (std::size_t i = 0; i < std::min(kSingles, order.size()); ++i) {
        const std::int64_t start = m_clock();
        ZR_RETURN_IF_ERROR(gather(std::span<const std::uint64_t>(order).subspan(i, 1), context));
        m_singles.push_back(static_cast<double>(m_clock() - start) * 1e-3);
    }
    return {};
}

Result<std::vector<std::uint64_t>> CandidateStore::storedSizes() const
{
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t i = 0; i < m_store->size(); ++i) {
        ZR_ASSIGN_OR_RETURN(const RecordLocation place, m_store->locate(i));
        sizes.push_back(place.storedBytes);
    }
    return sizes;
}

double CandidateStore::singleQuantile(double q) const
{
    if (m_singles.empty())
        return 0;
    std::vector<double> sorted = m_singles;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

TuneSpread CandidateStore::spreadOf(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {median, values.front(), values.back()};
}

}  // namespace zrecord
