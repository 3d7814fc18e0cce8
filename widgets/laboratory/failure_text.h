#pragma once

#include <QString>

#include <zrecord/status.h>

namespace zrecord::widgets {

/// What a measurement says when it cannot be made: its own sentence, which holds the numbers, and the remedy.
[[nodiscard]] inline QString failureText(const Status& status) {
    const auto text = [](std::string_view words) { return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())); };
    QString reason = text(status.what());
    if (!reason.isEmpty())
        reason[0] = reason[0].toUpper();
    return reason + QStringLiteral(". ") + text(status.remedy());
}

}  // namespace zrecord::widgets
