#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "finding/picture_print.h"
#include "finding/record_contents.h"
#include "finding/sequence_print.h"
#include "zrecord/record_facts.h"
#include "zrecord/finding/record_likeness.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kWindowBytes = UINT64_C(16) << 20;
constexpr std::uint64_t kWindowRecords = 4096;
constexpr std::uint64_t kRecordsAtOnce = 16;  ///< of one thread
constexpr int kMostDifferentBits = 7;         ///< so that at least one of 8 bytes of the hash is equal

/// Groups as they grow; a record that is like none before it begins one.
class GrowingGroups {
public:
    std::size_t begin(std::uint64_t record)
    {
        m_groups.push_back({{record}, {1.0}});
        return m_groups.size() - 1;
    }
    void join(std::size_t group, std::uint64_t record, double likeness)
    {
        m_groups[group].records.push_back(record);
        m_groups[group].likeness.push_back(likeness);
    }
    [[nodiscard]] std::uint64_t first(std::size_t group) const { return m_groups[group].records.front(); }
    std::vector<LikeGroup> take()
    {
        std::erase_if(m_groups, [](const LikeGroup& group) { return group.records.size() < 2; });
        return std::move(m_groups);
    }

private:
    std::vector<LikeGroup> m_groups;
};

/// Takes the records of one stream in order and gathers them in groups.
class Matcher {
public:
    virtual ~Matcher() = default;
    /// Prints of the records of a window; called by several threads for different records.
    virtual void prepare(std::size_t count) = 0;
    virtual void measure(std::size_t i, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes) = 0;
    /// One record after the other; false when it was not measured.
    virtual Result<bool> place(std::size_t i, std::uint64_t record) = 0;
    [[nodiscard]] std::vector<LikeGroup> take() { return m_groups.take(); }

protected:
    GrowingGroups m_groups;
};

class PictureMatcher final : public Matcher {
public:
    PictureMatcher(const DType& dtype, double threshold) : m_dtype(dtype), m_threshold(threshold) {}

    void prepare(std::size_t count) override { m_prints.assign(count, std::nullopt); }
    void measure(std::size_t i, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes) override { m_prints[i] = picturePrint(m_dtype, shape, bytes); }

    Result<bool> place(std::size_t i, std::uint64_t record) override
    {
        if (!m_prints[i])
            return false;
        const PicturePrint& print = *m_prints[i];
        std::optional<std::size_t> found;
        double best = 0;
        for (std::size_t band = 0; band < kBands; ++band)
            for (const std::size_t group : m_buckets[band][byteOf(print.hash, band)]) {
                // The lists ascend: behind a group that fits there is no earlier one.
                if (found && group >= *found)
                    break;
                if (std::popcount(print.hash ^ m_first[group].hash) > kMostDifferentBits)
                    continue;
                if (const double alike = likeness(print, m_first[group]); alike >= m_threshold) {
                    found = group;
                    best = alike;
                    break;
                }
            }
        if (found) {
            m_groups.join(*found, record, best);
            return true;
        }
        const std::size_t group = m_groups.begin(record);
        m_first.push_back(print);
        for (std::size_t band = 0; band < kBands; ++band)
            m_buckets[band][byteOf(print.hash, band)].push_back(group);
        return true;
    }

private:
    static constexpr std::size_t kBands = 8;
    static std::size_t byteOf(std::uint64_t hash, std::size_t band) { return static_cast<std::size_t>(hash >> (8 * band)) & 0xff; }

    DType m_dtype;
    double m_threshold;
    std::vector<std::optional<PicturePrint>> m_prints;
    std::vector<PicturePrint> m_first;  ///< of each group
    std::array<std::array<std::vector<std::size_t>, 256>, kBands> m_buckets;
};

class SequenceMatcher final : public Matcher {
public:
    using ReadPieces = std::function<Result<Pieces>(std::uint64_t record)>;
    SequenceMatcher(const DType& dtype, double threshold, ReadPieces readPieces) : m_dtype(dtype), m_threshold(threshold), m_readPieces(std::move(readPieces)) {}

    void prepare(std::size_t count) override { m_measured.assign(count, {}); }
    void measure(std::size_t i, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes) override
    {
        if (shape.size() != 1)
            return;
        m_measured[i].pieces = piecesOf(m_dtype, bytes);
        m_measured[i].print = sequencePrint(m_measured[i].pieces);
    }

    Result<bool> place(std::size_t i, std::uint64_t record) override
    {
        const Measured& measured = m_measured[i];
        if (measured.pieces.empty())
            return false;
        std::vector<std::size_t> candidates;
        for (std::size_t band = 0; band < SequencePrint::kBands; ++band)
            if (const auto found = m_buckets[band].find(measured.print.bands[band]); found != m_buckets[band].end())
                candidates.insert(candidates.end(), found->second.begin(), found->second.end());
        std::sort(candidates.begin(), candidates.end());
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
        for (const std::size_t group : candidates) {
            ZR_ASSIGN_OR_RETURN(const Pieces first, m_readPieces(m_groups.first(group)));
            if (const double alike = likeness(measured.pieces, first); alike >= m_threshold) {
                m_groups.join(group, record, alike);
                return true;
            }
        }
        const std::size_t group = m_groups.begin(record);
        for (std::size_t band = 0; band < SequencePrint::kBands; ++band)
            m_buckets[band][measured.print.bands[band]].push_back(group);
        return true;
    }

private:
    struct Measured {
        Pieces pieces;
        SequencePrint print;
    };
    DType m_dtype;
    double m_threshold;
    ReadPieces m_readPieces;
    std::vector<Measured> m_measured;
    std::array<std::unordered_map<std::uint64_t, std::vector<std::size_t>>, SequencePrint::kBands> m_buckets;
};

/// Goes through the records of one stream in windows of bounded memory.
class NearDuplicateSearch {
public:
    NearDuplicateSearch(const FindTarget& target, std::size_t stream, const OperationContext& context)
        : m_target(target), m_store(*target.streams[stream]), m_summary(m_store.summary()), m_context(context), m_quiet{context.stop, {}, context.executor}
    {
    }

    Result<NearDuplicates> run(double threshold)
    {
        NearDuplicates result;
        ZR_ASSIGN_OR_RETURN(result.measure, chooseMeasure());
        result.threshold = threshold > 0 ? threshold : result.measure == LikenessMeasure::Picture ? kPictureLikeness : kSequenceLikeness;
        makeMatcher(result.measure, result.threshold);
        ProgressReporter progress(m_context, "comparing records", m_target.records, ProgressUnit::Records);
        for (std::uint64_t first = 0; first < m_target.records;) {
            const std::uint64_t count = std::min(windowRecords(), m_target.records - first);
            ZR_RETURN_IF_ERROR(takeWindow(first, count, result));
            first += count;
            ZR_RETURN_IF_ERROR(progress.advance(count));
        }
        progress.finish();
        result.groups = m_matcher->take();
        return result;
    }

private:
    [[nodiscard]] std::uint64_t windowRecords() const
    {
        // Ragged records are not known before they are read; layout() is asked for few of them.
        const std::uint64_t bytes = m_summary.kind == StoreKind::Dense ? m_summary.recordBytes : UINT64_C(1) << 16;
        return std::clamp<std::uint64_t>(kWindowBytes / std::max<std::uint64_t>(bytes, 1), 1, kWindowRecords);
    }

    Result<LikenessMeasure> chooseMeasure()
    {
        const DType& dtype = m_summary.dtype;
        Shape shape = m_summary.itemShape;
        for (std::uint64_t record = 0; m_summary.kind == StoreKind::Ragged && record < m_target.records; ++record) {
            RecordContents one;
            const Status status = read(std::array{record}, one);
            if (status.ok()) {
                const auto found = one.layout.shape(0);
                shape.assign(found.begin(), found.end());
                break;
            }
            if (!isDamage(status))
                return status;
        }
        if (isPictureShape(shape) && hasStatistics(dtype))
            return LikenessMeasure::Picture;
        const bool whole = dtype.kind() == ScalarKind::Int || dtype.kind() == ScalarKind::UInt || dtype.kind() == ScalarKind::Bool;
        if (whole && (shape.size() == 1 || m_target.records == 0))
            return LikenessMeasure::Sequence;
        return Status(ErrorCode::Unsupported, "near duplicates are found among pictures (HW, HWC or CHW of numbers, at least 4 × 4) and among sequences of bytes or "
                                              "whole numbers; these records are " + dtype.displayName() + " " + shapeText(shape))
            .withStore(m_summary.path.string());
    }

    void makeMatcher(LikenessMeasure measure, double threshold)
    {
        if (measure == LikenessMeasure::Picture) {
            m_matcher = std::make_unique<PictureMatcher>(m_summary.dtype, threshold);
            return;
        }
        m_matcher = std::make_unique<SequenceMatcher>(m_summary.dtype, threshold, [this](std::uint64_t record) -> Result<Pieces> {
            RecordContents one;
            ZR_RETURN_IF_ERROR(read(std::array{record}, one));
            return piecesOf(m_summary.dtype, one.record(0));
        });
    }

    Status read(std::span<const std::uint64_t> indices, RecordContents& contents)
    {
        return m_target.read([&]() -> Status {
            ZR_ASSIGN_OR_RETURN(contents, readContents(m_store, indices, m_quiet));
            return {};
        });
    }

    Status takeWindow(std::uint64_t first, std::uint64_t count, NearDuplicates& result)
    {
        std::vector<std::uint64_t> indices(count);
        std::iota(indices.begin(), indices.end(), first);
        RecordContents contents;
        const Status status = read(indices, contents);
        if (status.ok())
            return takeRecords(indices, contents, result);
        if (!isDamage(status))
            return status;
        for (const std::uint64_t index : indices) {
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            const Status one = read(std::array{index}, contents);
            if (one.ok())
                ZR_RETURN_IF_ERROR(takeRecords(std::array{index}, contents, result));
            else if (isDamage(one))
                ++result.unreadable;
            else
                return one;
        }
        return {};
    }

    Status takeRecords(std::span<const std::uint64_t> indices, const RecordContents& contents, NearDuplicates& result)
    {
        m_matcher->prepare(indices.size());
        m_context.pool().parallelFor(indices.size(), kRecordsAtOnce, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; ++i)
                m_matcher->measure(i, m_summary.kind == StoreKind::Dense ? std::span<const std::uint64_t>(m_summary.itemShape) : contents.layout.shape(i), contents.record(i));
        });
        for (std::size_t i = 0; i < indices.size(); ++i) {
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            ZR_ASSIGN_OR_RETURN(const bool measured, m_matcher->place(i, indices[i]));
            result.unmeasured += measured ? 0 : 1;
        }
        return {};
    }

    const FindTarget& m_target;
    const Store& m_store;
    const StoreSummary& m_summary;
    const OperationContext& m_context;
    OperationContext m_quiet;
    std::unique_ptr<Matcher> m_matcher;
};

}  // namespace

Result<NearDuplicates> findNearDuplicates(const FindTarget& target, std::size_t stream, const LikenessOptions& options, const OperationContext& context)
{
    if (!(options.threshold >= 0 && options.threshold <= 1))
        return Status(ErrorCode::InvalidArgument, "a likeness lies above 0 and is at most 1");
    return NearDuplicateSearch(target, stream, context).run(options.threshold);
}

}  // namespace zrecord
