#include "workbench/selection/go_to.h"

#include <algorithm>

#include <QString>
#include <QStringList>

namespace zrecord::workbench {
namespace {

/// A decimal number taken apart: digits · 10^exponent, exact.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
    bool negative = false;
    bool overflow = false;
};

constexpr int kLargestExponent = 400;

bool isGrouping(QChar c) {
    return c.isSpace() || c == u'\'' || c == u'_' || c == u'\u2019';
}

/// Without group separators; commas count as such only where they stand like them ("4,711", not "0,5").
QString withoutGrouping(QStringView text) {
    QString plain;
    for (const QChar c : text) {
        if (!isGrouping(c))
            plain += c;
    }
    if (!plain.contains(u','))
        return plain;
    const QStringList parts = plain.split(u',');
    for (qsizetype i = 1; i < parts.size(); ++i) {
        qsizetype digits = 0;
        while (digits < parts[i].size() && parts[i][digits].isDigit())
            ++digits;
        const bool wellPlaced = digits == 3 && (i + 1 == parts.size() || parts[i].size() == 3);
        if (!wellPlaced)
            return plain;
    }
    return plain.remove(u',');
}

int digitOf(QChar c) {
    return c >= u'0' && c <= u'9' ? c.unicode() - u'0' : -1;
}

/// False when it is no number at all.
bool readDecimal(QStringView text, Decimal& out) {
    qsizetype at = 0;
    if (at < text.size() && (text[at] == u'-' || text[at] == u'+' || text[at] == u'\u2212'))
        out.negative = text[at++] != u'+';
    bool anyDigit = false;
    bool afterPoint = false;
    for (; at < text.size(); ++at) {
        if (text[at] == u'.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        const int digit = digitOf(text[at]);
        if (digit < 0)
            break;
        anyDigit = true;
        if (out.digits > (UINT64_MAX - static_cast<std::uint64_t>(digit)) / 10) {
            out.overflow = true;
            return true;
        }
        out.digits = out.digits * 10 + static_cast<std::uint64_t>(digit);
        out.exponent -= afterPoint ? 1 : 0;
    }
    if (!anyDigit)
        return false;
    if (at == text.size())
        return true;
    if (text[at].toLower() != u'e')
        return false;
    bool ok = false;
    const int exponent = text.mid(at + 1).toInt(&ok);
    if (!ok || exponent > kLargestExponent || exponent < -kLargestExponent)
        return false;
    out.exponent += exponent;
    return true;
}

/// Brings the exponent to zero. OutOfRange above 64 bits, NotWhole when a fraction remains.
GoToError makeWhole(Decimal& number) {
    if (number.digits == 0)
        number.exponent = 0;
    for (; number.exponent < 0; ++number.exponent) {
        if (number.digits % 10 != 0)
            return GoToError::NotWhole;
        number.digits /= 10;
    }
    for (; number.exponent > 0; --number.exponent) {
        if (number.digits > UINT64_MAX / 10)
            return GoToError::OutOfRange;
        number.digits *= 10;
    }
    return GoToError::None;
}

/// floor(count · percent / 100) without leaving 64 bits; the end is the last record.
GoToTarget fromPercent(Decimal percent, std::uint64_t count) {
    constexpr int kDecimals = 6;
    if (percent.negative && percent.digits != 0)
        return {{}, GoToError::OutOfRange};
    while (percent.digits != 0 && percent.exponent < 0 && percent.digits % 10 == 0) {
        percent.digits /= 10;
        ++percent.exponent;
    }
    for (; percent.exponent < -kDecimals; ++percent.exponent)
        percent.digits /= 10;
    std::uint64_t millionths = percent.digits;
    for (int e = percent.exponent; e > -kDecimals; --e) {
        if (millionths > 1'000'000'000)
            return {{}, GoToError::OutOfRange};
        millionths *= 10;
    }
    constexpr std::uint64_t kWhole = 100'000'000;  // 100 % in millionths of a per cent
    if (millionths > kWhole)
        return {{}, GoToError::OutOfRange};
    const std::uint64_t index = count / kWhole * millionths + count % kWhole * millionths / kWhole;
    return {std::min(index, count - 1), GoToError::None};
}

}  // namespace

GoToTarget parseGoTo(QStringView text, std::uint64_t recordCount) {
    QString plain = withoutGrouping(text);
    if (plain.startsWith(u'#'))
        plain.remove(0, 1);
    if (plain.isEmpty())
        return {{}, GoToError::Empty};
    const bool percent = plain.endsWith(u'%');
    if (percent)
        plain.chop(1);

    Decimal number;
    if (!readDecimal(plain, number))
        return {{}, GoToError::NotANumber};
    if (recordCount == 0)
        return {{}, GoToError::EmptyStore};
    if (number.overflow)
        return {{}, GoToError::OutOfRange};
    if (percent)
        return fromPercent(number, recordCount);
    if (const GoToError error = makeWhole(number); error != GoToError::None)
        return {{}, error};
    if (number.negative && number.digits > 0) {
        if (number.digits > recordCount)
            return {{}, GoToError::OutOfRange};
        return {recordCount - number.digits, GoToError::None};
    }
    if (number.digits >= recordCount)
        return {{}, GoToError::OutOfRange};
    return {number.digits, GoToError::None};
}

}  // namespace zrecord::workbench
