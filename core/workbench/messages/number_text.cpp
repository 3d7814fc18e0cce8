#include "workbench/messages/number_text.h"

#include <array>
#include <cstdio>
#include <limits>

#include <QCoreApplication>
#include <QLocale>

namespace zrecord::workbench {
namespace {

constexpr QChar kThinSpace(u'\u2009');

/// Plural forms need an int; above it every language uses the form for many.
int pluralNumber(std::uint64_t count) {
    return count > static_cast<std::uint64_t>(std::numeric_limits<int>::max()) ? std::numeric_limits<int>::max()
                                                                              : static_cast<int>(count);
}

QString threeFigures(double value) {
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    QString text = QString::number(value, 'f', decimals);
    while (text.contains(u'.') && (text.endsWith(u'0') || text.endsWith(u'.')))
        text.chop(1);
    return text;
}

}  // namespace

QString countText(std::uint64_t count) {
    QString digits = QString::number(static_cast<qulonglong>(count));
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, kThinSpace);
    return digits;
}

QString recordsText(std::uint64_t count) {
    if (count == 1)
        return QCoreApplication::translate("NumberText", "1 record");
    //: %1 is the number with grouped digits; the plural form follows it
    return QCoreApplication::translate("NumberText", "%1 records", nullptr, pluralNumber(count)).arg(countText(count));
}

QString bytesText(std::uint64_t bytes) {
    constexpr std::array<const char*, 6> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        return bytes == 1 ? QCoreApplication::translate("NumberText", "1 byte")
                          : QCoreApplication::translate("NumberText", "%1 bytes").arg(bytes);
    }
    double value = static_cast<double>(bytes) / 1024.0;
    std::size_t unit = 0;
    while (value >= 1023.5 && unit + 1 < kUnits.size()) {
        value /= 1024.0;
        ++unit;
    }
    return threeFigures(value) + QChar(u'\u00A0') + QString::fromLatin1(kUnits[unit]);
}

QString percentText(std::uint64_t part, std::uint64_t whole) {
    const QChar space(u'\u00A0');
    if (part == 0 || whole == 0)
        return QString(u'0') + space + u'%';
    const double percent = static_cast<double>(part) / static_cast<double>(whole) * 100.0;
    if (percent < 0.1)
        return QStringLiteral("<") + space + QStringLiteral("0.1") + space + u'%';
    if (part < whole && percent > 99.9)
        return QStringLiteral(">") + space + QStringLiteral("99.9") + space + u'%';
    return QString::number(percent, 'f', percent < 9.95 ? 1 : 0) + space + u'%';
}

QString durationText(std::int64_t milliseconds) {
    const std::int64_t seconds = (milliseconds + 500) / 1000;
    const auto two = [](std::int64_t n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600)
        return QString::number(seconds / 60) + u':' + two(seconds % 60);
    return QString::number(seconds / 3600) + u':' + two(seconds / 60 % 60) + u':' + two(seconds % 60);
}

}  // namespace zrecord::workbench
