#include "widgets/common/plain_tool_tips.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

using namespace zrecord::widgets;

class PlainToolTipsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qApp->installEventFilter(&m_filter); }
    void cleanup() { QToolTip::hideText(); }

    void everyTextIsReadLetterByLetter_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"plain", "a < b", "<b>bold</b>", "<img src='file:///x.png'>", "<p>one</p><b>two</b>", "a &lt;b&gt; c", "<h1>x"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void everyTextIsReadLetterByLetter() {
        QFETCH(QString, text);
        QCOMPARE(read(PlainToolTips::plain(text)), text);
    }

    void escapedParagraphsStay() {
        const QString text = QStringLiteral("<p>%1</p>").arg(QStringLiteral("3 < 5 & <b>").toHtmlEscaped());
        QCOMPARE(PlainToolTips::plain(text), text);
    }

    void widgetsShowTheirTextAsItIs() {
        QLabel label(QStringLiteral("name"));
        label.setToolTip(QStringLiteral("/data/<b>birds</b>"));
        label.show();
        QCOMPARE(read(shownOver(label, QPoint(2, 2))), label.toolTip());
        label.setToolTip(QStringLiteral("/data/birds"));
        QCOMPARE(shownOver(label, QPoint(2, 2)), label.toolTip());
    }

    void rowsShowTheirTextAsItIs() {
        QListWidget list;
        auto* item = new QListWidgetItem(QStringLiteral("birds"), &list);
        item->setToolTip(QStringLiteral("<u>birds</u>: uint8"));
        list.show();
        QCOMPARE(read(shownOver(*list.viewport(), list.visualItemRect(item).center())), item->toolTip());
    }

private:
    /// What a person reads when Qt shows this text.
    static QString read(const QString& text) {
        if (!Qt::mightBeRichText(text))
            return text;
        QTextDocument document;
        document.setHtml(text);
        return document.toPlainText();
    }
    static QString shownOver(QWidget& widget, const QPoint& position) {
        QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
        QApplication::sendEvent(&widget, &event);
        return QToolTip::text();
    }

    PlainToolTips m_filter;
};

QTEST_MAIN(PlainToolTipsTest)
#include "tst_plain_tool_tips.moc"
