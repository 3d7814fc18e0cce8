#include "widgets/compare/difference_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

#include "workbench/messages/number_text.h"
#include "workbench/viewdata/image_geometry.h"

namespace zrecord::widgets {
namespace {

using workbench::RecordDifference;

QString tr(const char* text) {
    return QCoreApplication::translate("DifferenceText", text);
}

QString numberText(double value) {
    return QString::number(value, 'g', 6);
}

QString placeText(const RecordDifference& difference) {
    QStringList places;
    for (const std::uint64_t place : workbench::elementPlace(difference.difference.shape(), difference.maximumElement)) {
        places += QString::number(place);
    }
    return QStringLiteral("[%1]").arg(places.join(QStringLiteral(", ")));
}

QString psnrText(const RecordDifference& difference) {
    if (std::isinf(difference.psnr) && difference.psnr > 0) {
        return tr("∞ (no difference)");
    }
    return std::isfinite(difference.psnr) ? tr("%1 dB, peak %2").arg(QString::number(difference.psnr, 'f', 2), numberText(difference.peak)) : QStringLiteral("–");
}

}  // namespace

std::vector<KeyValueList::Row> differenceRows(const RecordDifference& difference) {
    using Kind = RecordDifference::Kind;
    switch (difference.kind) {
    case Kind::OtherShape: return {{tr("Not comparable"), tr("the shapes differ"), Tone::Warning}};
    case Kind::OtherType: return {{tr("Not comparable"), tr("the types differ"), Tone::Warning}};
    case Kind::Cancelled: return {};
    case Kind::Numbers:
    case Kind::Equality: break;
    }
    std::vector<KeyValueList::Row> rows;
    const bool same = difference.equal == difference.elements;
    rows.push_back({tr("equal elements"),
                    tr("%1 of %2 · %3").arg(workbench::countText(difference.equal), workbench::countText(difference.elements),
                                            workbench::percentText(difference.equal, difference.elements)),
                    same ? Tone::Good : Tone::Plain});
    if (difference.kind == Kind::Equality || difference.elements == 0) {
        return rows;
    }
    const QString exact = QString::number(difference.maximum, 'g', QLocale::FloatingPointShortest);
    rows.push_back({tr("largest difference"), difference.maximum > 0 ? tr("%1 at %2").arg(numberText(difference.maximum), placeText(difference)) : QStringLiteral("0"),
                    Tone::Plain, exact});
    rows.push_back({tr("mean difference"), numberText(difference.mean), Tone::Plain, tr("Of this record minus the reference")});
    rows.push_back({tr("mean absolute difference"), numberText(difference.meanAbsolute)});
    rows.push_back({tr("root mean square"), numberText(difference.rootMeanSquare)});
    rows.push_back({tr("PSNR"), psnrText(difference)});
    if (difference.unlike > 0) {
        rows.push_back({tr("NaN or infinite in one of them"), workbench::countText(difference.unlike), Tone::Warning, tr("Left out of all other figures")});
    }
    return rows;
}

}  // namespace zrecord::widgets
