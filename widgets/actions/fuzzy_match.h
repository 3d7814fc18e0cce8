#pragma once

#include <optional>

#include <QStringView>

namespace zrecord::widgets {

/// How well `pattern` fits `text`: all its letters must appear in order, case does not matter; beginnings of words and
/// letters in a row count more. Nothing when it does not fit; an empty pattern fits everything with 0. Higher is better.
[[nodiscard]] std::optional<int> fuzzyScore(QStringView pattern, QStringView text);

}  // namespace zrecord::widgets
