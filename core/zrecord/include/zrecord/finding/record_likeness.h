#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_finder.h"
#include "zrecord/result.h"

namespace zrecord {

/// What likeness is measured of: it follows from dtype and shape.
enum class LikenessMeasure : std::uint8_t {
    /// Records of numbers with a height and a width (HW, HWC or CHW with up to 4 channels): correlation of their brightness
    /// in a grid of 16 × 16, so that size, brightness and contrast do not matter. −1 … 1.
    Picture,
    /// Records of one dimension that hold bytes or whole numbers: share of the pieces (5 bytes, or 3 numbers in a row) that two
    /// records have in common among those that either has (Jaccard). 0 … 1.
    Sequence
};

struct LikenessOptions {
    /// From which likeness on records are near duplicates, above 0, at most 1; 0 = kPictureLikeness or kSequenceLikeness.
    double threshold = 0;
};

inline constexpr double kPictureLikeness = 0.98;
inline constexpr double kSequenceLikeness = 0.8;

/// Records that are much like the first one of their group.
struct LikeGroup {
    std::vector<std::uint64_t> records;  ///< at least two, ascending
    std::vector<double> likeness;        ///< of each to the first one; 1 for that itself
};

struct NearDuplicates {
    LikenessMeasure measure = LikenessMeasure::Picture;
    double threshold = 0;
    std::vector<LikeGroup> groups;   ///< ascending by their first record; a record is in one group at most
    std::uint64_t unreadable = 0;    ///< damaged records
    std::uint64_t unmeasured = 0;    ///< flat pictures, empty records, records of another number of dimensions
};

/// Groups of one stream. Every member was compared with the first of its group: candidates come from a perceptual hash (signs of
/// the low frequencies of a cosine transform, at most 7 of 63 different) or from MinHash of the pieces (64 hashes in 16 bands), so a pair
/// just above the threshold may be missed and a pair below it is never given. Reads every record once. Takes about 0.4 KB
/// (pictures) or 1 KB (sequences) of memory for each record that is like none before it. Unsupported for other kinds of
/// records; InvalidArgument for a threshold outside (0, 1]; Cancelled, IoError.
ZRECORD_EXPORT Result<NearDuplicates> findNearDuplicates(const FindTarget& target, std::size_t stream, const LikenessOptions& options = {},
                                                         const OperationContext& context = {});

struct OutlierOptions {
    double score = 6;  ///< from which on a record is one, above 0
};

struct Outlier {
    std::uint64_t record = 0;
    double score = 0;     ///< how many spreads away from the median
    std::string fact;     ///< that is farthest away: "mean", "std", "min", "max", "elements", "ratio", as filters name it
    double value = 0;     ///< of that fact
};

struct Outliers {
    std::vector<Outlier> records;  ///< the farthest first
    std::uint64_t unreadable = 0;
};

/// Records of one stream whose mean, std, min, max, number of elements or compression ratio lie far from those of all
/// others: |x − median| / (1.4826 · median of |x − median|), which a few odd records do not move (Rousseeuw and Croux,
/// "Alternatives to the median absolute deviation", JASA 88, 1993). A fact that at least half of the records share has no spread, so
/// the mean distance from the median stands in for it (times 1.2533). The ratio is that of the stored bytes: of a raw store it says
/// nothing. Takes 8 bytes for each record and fact. InvalidArgument, Cancelled, IoError.
ZRECORD_EXPORT Result<Outliers> findOutliers(const FindTarget& target, std::size_t stream, const OutlierOptions& options = {}, const OperationContext& context = {});

}  // namespace zrecord
