#include "workbench/find/filter_terms.h"

#include <QRegularExpression>

namespace zrecord::workbench::filter_terms {
namespace {

const QString kNumber = QStringLiteral("(-?[0-9.]+(?:e[-+]?[0-9]+)?)");

QString number(double value) { return QString::number(value, 'g', 15); }

QRegularExpression rangePattern(const QString& name) {
    return QRegularExpression(QStringLiteral("^%1 <= %2 <=? %1$").arg(kNumber, QRegularExpression::escape(name)));
}

QRegularExpression listPattern(const QString& name) {
    return QRegularExpression(QStringLiteral("^%1 (?:in \\[([^\\[\\]]*)\\]|== ([^\\s]+))$").arg(QRegularExpression::escape(name)));
}

bool isOf(const QString& term, const QString& name) { return rangePattern(name).match(term).hasMatch() || listPattern(name).match(term).hasMatch(); }

bool isWordAt(const QString& text, qsizetype at, const QString& word) {
    const auto part = [&text](qsizetype i) { return i >= 0 && i < text.size() && (text[i].isLetterOrNumber() || text[i] == u'_' || text[i] == u'.'); };
    return QStringView(text).sliced(at).startsWith(word, Qt::CaseInsensitive) && !part(at - 1) && !part(at + word.size());
}

}  // namespace

QStringList split(const QString& filter) {
    QStringList terms;
    qsizetype begin = 0;
    int depth = 0;
    QChar quote;
    for (qsizetype i = 0; i < filter.size(); ++i) {
        const QChar c = filter[i];
        if (!quote.isNull()) {
            quote = c == quote ? QChar() : quote;
            continue;
        }
        if (c == u'"' || c == u'\'')
            quote = c;
        depth += c == u'(' || c == u'[' ? 1 : c == u')' || c == u']' ? -1 : 0;
        if (depth != 0)
            continue;
        if (isWordAt(filter, i, QStringLiteral("or")) || QStringView(filter).sliced(i).startsWith(QStringLiteral("||")))
            return filter.trimmed().isEmpty() ? QStringList() : QStringList{filter.trimmed()};
        if (isWordAt(filter, i, QStringLiteral("and"))) {
            terms << filter.sliced(begin, i - begin).trimmed();
            begin = i + 3;
            i += 2;
        }
    }
    terms << filter.sliced(begin).trimmed();
    terms.removeAll(QString());
    return terms;
}

QString range(const QString& name, double low, double high) { return QStringLiteral("%1 <= %2 < %3").arg(number(low), name, number(high)); }

QString oneOf(const QString& name, const QStringList& values) {
    if (values.isEmpty())
        return {};
    return values.size() == 1 ? QStringLiteral("%1 == %2").arg(name, values.front()) : QStringLiteral("%1 in [%2]").arg(name, values.join(QStringLiteral(", ")));
}

QString with(const QString& filter, const QString& name, const QString& term) {
    QStringList terms = split(filter);
    const bool whole = terms.size() == 1 && !isOf(terms.front(), name) && terms.front() == filter.trimmed();
    if (whole && !term.isEmpty() && filter.contains(QRegularExpression(QStringLiteral("\\bor\\b|\\|\\|"), QRegularExpression::CaseInsensitiveOption)))
        terms.front() = u'(' + terms.front() + u')';
    qsizetype place = terms.size();
    for (qsizetype i = terms.size() - 1; i >= 0; --i)
        if (isOf(terms[i], name)) {
            terms.removeAt(i);
            place = i;
        }
    if (!term.isEmpty())
        terms.insert(place, term);
    return terms.join(QStringLiteral(" and "));
}

std::optional<Range> rangeOf(const QString& filter, const QString& name) {
    for (const QString& term : split(filter))
        if (const auto match = rangePattern(name).match(term); match.hasMatch())
            return Range{match.captured(1).toDouble(), match.captured(2).toDouble()};
    return std::nullopt;
}

QStringList listOf(const QString& filter, const QString& name) {
    for (const QString& term : split(filter)) {
        const auto match = listPattern(name).match(term);
        if (!match.hasMatch())
            continue;
        QStringList values = (match.captured(1).isEmpty() ? match.captured(2) : match.captured(1)).split(u',', Qt::SkipEmptyParts);
        for (QString& value : values)
            value = value.trimmed();
        return values;
    }
    return {};
}

}  // namespace zrecord::workbench::filter_terms
