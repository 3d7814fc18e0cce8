#include "workbench/viewdata/value_text.h"

#include <algorithm>
#include <string>

#include <QStringDecoder>

#include <zrecord/value_text.h>

#include "workbench/messages/model_text.h"

namespace zrecord::workbench {
namespace {

constexpr std::size_t kTextProbe = 256;  // bytes that decide whether something is text
constexpr std::size_t kLongestToolTip = 2000;  // bytes
constexpr int kToolTipElements = 64;
constexpr qsizetype kLongestCell = 256;  // characters of a cell
constexpr std::uint64_t kLargestItem = 4096;  // bytes of one element that a cell puts into words

QString fromUtf8(const std::string& text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The first bytes of a record, cut where a character ends.
std::span<const std::byte> textHead(const DecodedRecord& record, std::size_t longest = kTextProbe) {
    std::span<const std::byte> head = record.bytes().first(std::min(record.bytes().size(), longest));
    if (head.size() == record.bytes().size())
        return head;
    std::size_t end = head.size();
    for (int back = 0; back < 3 && end > 0; ++back) {
        const auto byte = std::to_integer<unsigned>(record.bytes()[end]);
        if ((byte & 0xC0U) != 0x80U)
            break;
        --end;
    }
    return head.first(end);
}

QString decoded(std::span<const std::byte> bytes, bool& ok) {
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(QByteArrayView(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
    ok = !decoder.hasError();
    return text;
}

bool isPrintable(QChar c) {
    return c.isPrint() || c.isSurrogate() || c == u'\n' || c == u'\t' || c == u'\r';
}

QString quotedText(const DecodedRecord& record, std::size_t longest = kTextProbe) {
    bool ok = false;
    const std::span<const std::byte> head = textHead(record, longest);
    const QString text = decoded(head, ok).simplified();
    return u'\u201C' + text + (head.size() < record.bytes().size() ? QStringLiteral("\u2026\u201D") : QStringLiteral("\u201D"));
}

QString clipped(QString text) {
    if (text.size() > kLongestCell) {
        text.truncate(kLongestCell - 1);
        text += u'\u2026';
    }
    return text;
}

}  // namespace

QString elementText(const DecodedRecord& record, std::uint64_t element) {
    const std::uint64_t size = record.dtype().itemSize();
    std::string text;
    appendValueText(text, record.dtype(), record.bytes().subspan(element * size, size));
    return fromUtf8(text);
}

bool looksLikeText(const DecodedRecord& record) {
    if (record.isNull() || !record.hasBytes() || record.shape().size() != 1 || record.bytes().empty())
        return false;
    const DType& dtype = record.dtype();
    if (dtype.isStructured() || dtype.kind() != ScalarKind::UInt || dtype.itemSize() != 1 || record.bytes().size() < 2)
        return false;
    bool ok = false;
    const QString text = decoded(textHead(record), ok);
    return ok && std::all_of(text.begin(), text.end(), isPrintable);
}

QString previewText(const DecodedRecord& record, int maximumElements) {
    if (record.isNull())
        return {};
    if (!record.hasBytes())
        return text::bytesNotLoaded(record.plainBytes());
    const std::uint64_t count = record.elementCount();
    if (count == 0)
        return text::noElements();
    if (record.dtype().itemSize() > kLargestItem)
        return fromUtf8(record.dtype().displayName());
    if (record.shape().empty() || (count == 1 && record.shape().size() == 1))
        return clipped(elementText(record, 0));
    if (looksLikeText(record))
        return quotedText(record);
    const std::uint64_t shown = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(maximumElements));
    QString line(u'[');
    for (std::uint64_t i = 0; i < shown && line.size() < kLongestCell; ++i) {
        if (i > 0)
            line += u' ';
        line += clipped(elementText(record, i));
    }
    if (shown < count)
        line += QStringLiteral(" \u2026 ") + text::elementCount(count);
    return line + u']';
}

QString toolTipText(const DecodedRecord& record) {
    return looksLikeText(record) ? quotedText(record, kLongestToolTip) : previewText(record, kToolTipElements);
}

QString shapeQString(std::span<const std::uint64_t> shape) {
    return fromUtf8(shapeText(shape));
}

}  // namespace zrecord::workbench
