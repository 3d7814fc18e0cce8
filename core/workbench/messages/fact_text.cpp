#include "workbench/messages/fact_text.h"

#include <cmath>

#include <QCoreApplication>

#include <zrecord/record_facts.h>

#include "workbench/messages/number_text.h"

namespace zrecord::workbench::text {
namespace {

constexpr int kFigures = 6;

struct FactColumn {
    const char* name;
    const char* meaning;
};

constexpr FactColumn kColumns[] = {{"min", QT_TRANSLATE_NOOP("FactText", "Smallest finite value")},
                                   {"max", QT_TRANSLATE_NOOP("FactText", "Largest finite value")},
                                   {"mean", QT_TRANSLATE_NOOP("FactText", "Mean of the finite values")},
                                   {"std", QT_TRANSLATE_NOOP("FactText", "Standard deviation of the finite values")},
                                   {"nan", QT_TRANSLATE_NOOP("FactText", "How many values are NaN")},
                                   {"inf", QT_TRANSLATE_NOOP("FactText", "How many values are infinite")},
                                   {"elements", QT_TRANSLATE_NOOP("FactText", "How many values there are")},
                                   {"stored", QT_TRANSLATE_NOOP("FactText", "Bytes in the chunk files")},
                                   {"ratio", QT_TRANSLATE_NOOP("FactText", "Bytes in memory divided by bytes in the files")},
                                   {"hash", QT_TRANSLATE_NOOP("FactText", "XXH3 of shape and bytes: equal records have equal hashes")}};

QString number(double value) { return std::isnan(value) ? QString() : QString::number(value, 'g', kFigures); }

}  // namespace

QStringList factNames() {
    QStringList names;
    for (const FactColumn& column : kColumns)
        names << QLatin1String(column.name);
    return names;
}

QString factToolTip(const QString& fact) {
    for (const FactColumn& column : kColumns)
        if (fact == QLatin1String(column.name))
            return QCoreApplication::translate("FactText", column.meaning);
    return {};
}

QString factText(const RecordFacts& facts, const QString& fact) {
    if (fact == u"min") return number(facts.min);
    if (fact == u"max") return number(facts.max);
    if (fact == u"mean") return number(facts.mean);
    if (fact == u"std") return number(facts.std);
    if (fact == u"nan") return countText(facts.nanCount);
    if (fact == u"inf") return countText(facts.infinityCount);
    if (fact == u"elements") return countText(facts.elements);
    if (fact == u"stored") return countText(facts.storedBytes);
    if (fact == u"ratio") return facts.storedBytes == 0 ? QString() : number(static_cast<double>(facts.plainBytes) / static_cast<double>(facts.storedBytes));
    if (fact == u"hash") return QStringLiteral("%1").arg(static_cast<qulonglong>(facts.hash), 16, 16, QLatin1Char('0'));
    return {};
}

}  // namespace zrecord::workbench::text
