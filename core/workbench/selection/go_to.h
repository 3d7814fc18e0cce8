#pragma once

#include <cstdint>
#include <optional>

#include <QStringView>

namespace zrecord::workbench {

enum class GoToError { None, Empty, NotANumber, NotWhole, OutOfRange, EmptyStore };

/// What a "go to" text means for a store of a given length.
struct GoToTarget {
    std::optional<std::uint64_t> index;  ///< < record count
    GoToError error = GoToError::None;   ///< goToErrorText() in messages puts it into words
};

/// Reads "4711", "4 711", "4_711", "#4711", "1e6", "50%", "-1" (last), "+5". Percent and exponents are exact in 64 bits; 100% is the
/// last record. Spaces of any kind, apostrophes and underscores group digits.
[[nodiscard]] GoToTarget parseGoTo(QStringView text, std::uint64_t recordCount);

}  // namespace zrecord::workbench
