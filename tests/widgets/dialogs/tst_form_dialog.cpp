#include <QComboBox>
#include <QDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <zrecord/codec.h>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/dialogs/form_dialog.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestFormDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tabGoesFromTheLastFieldToCancelAndStart() {
        QDialog dialog;
        auto* form = new QWidget(&dialog);
        QGridLayout* grid = makeFormGrid(form);
        auto* field = new QLineEdit(form);
        grid->addWidget(field, 0, 1);
        auto* start = new QPushButton(QStringLiteral("Start"), &dialog);
        arrangeFormDialog(dialog, {QStringLiteral("A heading"), form, field, QStringLiteral("A caption"), new KeyValueList(&dialog),
                                   new TextLabel(TextLabel::Style::Body, {}, &dialog), start});
        QPushButton* cancel = cancelOf(dialog, start);
        QVERIFY(cancel != nullptr);
        QCOMPARE(field->nextInFocusChain(), static_cast<QWidget*>(cancel));
        QCOMPARE(cancel->nextInFocusChain(), static_cast<QWidget*>(start));
        QVERIFY(start->property("primary").toBool());
        dialog.show();
        cancel->click();
        QVERIFY(!dialog.isVisible());
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Rejected));
    }

    void codecsCarryTheirNumber() {
        QComboBox choice;
        addPlainCodecs(choice);
        QCOMPARE(choice.count(), 2);
        QCOMPARE(choice.itemData(0).toInt(), static_cast<int>(Codec::Zstd));
        QCOMPARE(choice.itemData(1).toInt(), static_cast<int>(Codec::Raw));
    }

private:
    static QPushButton* cancelOf(const QDialog& dialog, const QPushButton* start) {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button != start)
                return button;
        return nullptr;
    }
};

QTEST_MAIN(TestFormDialog)
#include "tst_form_dialog.moc"
