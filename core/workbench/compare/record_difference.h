#pragma once

#include <cstdint>
#include <stop_token>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// How one record differs from another, the reference. Differences are other − reference; complex numbers differ by the
/// magnitude of their difference. Elements of which one is NaN or infinite and the other is something else count as
/// `unlike` and in no other figure; two NaN are equal.
struct RecordDifference {
    enum class Kind {
        Numbers,     ///< every figure means something
        Equality,    ///< types without numbers: only `elements` and `equal`
        OtherShape,  ///< not comparable
        OtherType,   ///< not comparable: numbers against text, or two different structures
        Cancelled
    };

    Kind kind = Kind::OtherShape;
    std::uint64_t elements = 0;
    std::uint64_t equal = 0;
    std::uint64_t unlike = 0;
    double maximum = 0;                ///< largest |difference|
    std::uint64_t maximumElement = 0;  ///< the first that has it
    double mean = 0;                   ///< of the differences
    double meanAbsolute = 0;
    double rootMeanSquare = 0;
    double peak = 0;                   ///< what PSNR refers to: the range of the reference's type (bool, integers up to 16
                                       ///< bits), otherwise of its finite values
    double psnr = 0;                   ///< decibel, 20 · log10(peak / rootMeanSquare); infinite for equal records, NaN
                                       ///< with `unlike` elements
    DecodedRecord difference;          ///< float64 of the same shape; null without numbers

    [[nodiscard]] bool isComparable() const noexcept { return kind == Kind::Numbers || kind == Kind::Equality; }
};

/// Both records have their bytes. 64-bit integers are subtracted exactly before they become double. Any thread.
[[nodiscard]] RecordDifference compareRecords(const DecodedRecord& reference, const DecodedRecord& other, const std::stop_token& stop = {});

}  // namespace zrecord::workbench
