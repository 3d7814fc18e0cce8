#include "widgets/theme/style_sheet.h"

#include <QFile>
#include <QHash>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {

QHash<QString, QString> tokens(const Theme& theme, int fontSize) {
    const auto pixels = [](int value) { return QStringLiteral("%1px").arg(value); };
    return {{QStringLiteral("themeName"), theme.name},
            {QStringLiteral("window"), theme.window.name()},
            {QStringLiteral("panel"), theme.panel.name()},
            {QStringLiteral("line"), theme.line.name()},
            {QStringLiteral("control"), theme.control.name()},
            {QStringLiteral("controlHover"), theme.controlHover.name()},
            {QStringLiteral("controlPressed"), theme.controlPressed.name()},
            {QStringLiteral("text"), theme.text.name()},
            {QStringLiteral("dimText"), theme.dimText.name()},
            {QStringLiteral("disabledText"), theme.disabledText.name()},
            {QStringLiteral("accent"), theme.accent.name()},
            {QStringLiteral("accentHover"), theme.accentHover.name()},
            {QStringLiteral("accentBackground"), theme.accentBackground.name()},
            {QStringLiteral("onAccent"), theme.onAccent.name()},
            {QStringLiteral("warning"), theme.warning.name()},
            {QStringLiteral("warningBackground"), theme.warningBackground.name()},
            {QStringLiteral("marked"), theme.marked.name()},
            {QStringLiteral("markedBackground"), theme.markedBackground.name()},
            {QStringLiteral("good"), theme.good.name()},
            {QStringLiteral("fontSize"), pixels(fontSize)},
            {QStringLiteral("smallFontSize"), pixels(fontSize - 1)},
            {QStringLiteral("captionFontSize"), pixels(fontSize - 2)},
            {QStringLiteral("headingFontSize"), pixels(fontSize + 2)},
            {QStringLiteral("controlHeight"), pixels(fontSize + 13)}};
}

}  // namespace

QString makeStyleSheet(const Theme& theme, int fontSize) {
    QFile file(QStringLiteral(":/zrecord/themes/workbench.qss"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The style sheet is missing from the program.");
    const QString source = QString::fromUtf8(file.readAll());
    const QHash<QString, QString> values = tokens(theme, fontSize);
    QString sheet;
    sheet.reserve(source.size());
    qsizetype from = 0;
    for (qsizetype at = source.indexOf(u'@'); at >= 0; at = source.indexOf(u'@', from)) {
        const qsizetype end = source.indexOf(u'@', at + 1);
        const QString name = source.mid(at + 1, end - at - 1);
        if (end < 0 || !values.contains(name))
            qFatal("The style sheet asks for the unknown token %s.", qPrintable(name));
        sheet += QStringView(source).mid(from, at - from);
        sheet += values.value(name);
        from = end + 1;
    }
    sheet += QStringView(source).mid(from);
    return sheet;
}

}  // namespace zrecord::widgets
