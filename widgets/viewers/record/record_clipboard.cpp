#include "widgets/viewers/record/record_clipboard.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include "widgets/viewers/record_view.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/numpy_literal.h"

namespace zrecord::widgets {
namespace {

constexpr qsizetype kQuoted = 60;  // characters of the value that the sentence repeats

QString tr(const char* text) {
    return QCoreApplication::translate("RecordClipboard", text);
}

}  // namespace

QString copyValue(const RecordView& view) {
    const QString text = view.currentText();
    if (text.isEmpty()) {
        return tr("No value is pointed at; press Shift and an arrow key in the record to point at one.");
    }
    QGuiApplication::clipboard()->setText(text);
    return tr("Copied %1").arg(text.size() > kQuoted ? text.left(kQuoted - 1) + u'…' : text);
}

QString copyRecordLiteral(const workbench::DecodedRecord& record, std::uint64_t index) {
    const auto literal = workbench::numpyLiteral(record);
    if (!literal.ok()) {
        return tr("This record has more than %1 values, too many for Python text: export it as .npy instead.")
            .arg(workbench::countText(workbench::kMostLiteralElements));
    }
    QGuiApplication::clipboard()->setText(*literal);
    return tr("Copied record %1 as Python text for NumPy").arg(workbench::countText(index));
}

}  // namespace zrecord::widgets
