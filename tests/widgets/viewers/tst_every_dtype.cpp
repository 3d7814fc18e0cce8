#include <QDir>
#include <QTest>

#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "widgets/viewers/value_viewer.h"
#include "workbench/viewdata/numpy_literal.h"
#include "zrecord/value_text.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// Every store of the golden data, written by loaderx: whatever its dtype, each view that is offered shows what is stored.
class TestEveryDtype : public QObject {
    Q_OBJECT

private:
    static QString exactText(const workbench::DecodedRecord& record, std::uint64_t element) {
        const auto size = record.dtype().itemSize();
        return QString::fromStdString(valueText(record.dtype(), record.bytes().subspan(element * size, size)));
    }

    static void checkValues(RecordViewer& viewer) {
        auto& values = *static_cast<ValueViewer*>(viewer.view(ViewKind::Values));
        const auto& record = viewer.record();
        const auto& table = values.canvas().content();
        QCOMPARE(table.rows() > 0, record.elementCount() > 0);
        if (record.elementCount() == 0) {
            return;
        }
        const std::uint64_t last = record.elementCount() - 1;
        values.setCurrentElement(last);
        QCOMPARE(values.currentElement(), std::optional(last));
        if (!record.dtype().isStructured()) {
            QCOMPARE(values.currentText(), exactText(record, last));
        } else {
            // A cell for each field, as in the text of the whole element.
            for (std::uint64_t column = 0; column < table.columns(); ++column) {
                const QString cell = table.text(values.canvas().currentRow(), column);
                QVERIFY2(!cell.isEmpty(), qPrintable(table.columnHeader(column)));
            }
        }
    }

    static void checkBytes(RecordViewer& viewer, std::uint64_t element) {
        auto& bytes = *static_cast<HexViewer*>(viewer.view(ViewKind::Bytes));
        const auto& record = viewer.record();
        const auto shown = bytes.canvas().bytes();
        QVERIFY(std::equal(shown.begin(), shown.end(), record.bytes().begin(), record.bytes().end()));
        // The element of the table is the one whose bytes are marked.
        QCOMPARE(bytes.canvas().markedFirst(), element * record.dtype().itemSize());
        QCOMPARE(bytes.canvas().markedCount(), record.dtype().itemSize());
    }

    static void checkPicture(RecordViewer& viewer, std::uint64_t element) {
        auto& picture = *static_cast<ImageViewer*>(viewer.view(ViewKind::Image));
        QVERIFY(picture.mapped().geometry.isImage());
        QVERIFY(!picture.canvas().image().isNull());
        picture.setCurrentElement(element);
        const auto pixel = picture.canvas().currentPixel();
        QVERIFY(pixel.has_value());
        QVERIFY2(picture.valueText(*pixel).contains(exactText(viewer.record(), element)), qPrintable(picture.valueText(*pixel)));
    }

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void everyViewShowsIt_data() {
        QTest::addColumn<QString>("store");
        const QDir stores(QString::fromStdString(test::goldenStore("accepted").string()));
        for (const QString& name : stores.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }

    void everyViewShowsIt() {
        QFETCH(QString, store);
        test::OpenSession open(test::goldenStore(qPrintable(QStringLiteral("accepted/") + store)));
        RecordViewer viewer(open.loader());
        viewer.resize(420, 700);
        viewer.show();
        viewer.setSession(&open.session());
        const std::uint64_t count = open.session().document().recordCount();
        for (std::uint64_t index = 0; index < std::min<std::uint64_t>(count, 2); ++index) {
            open.selection().select(index);
            open.settle();
            QCOMPARE(viewer.page(), RecordViewer::Page::Record);
            const auto& record = viewer.record();
            const std::uint64_t last = record.elementCount() == 0 ? 0 : record.elementCount() - 1;
            for (const ViewKind kind : possibleViews(record.dtype(), record.shape())) {
                viewer.setViewKind(ViewKind::Values);
                checkValues(viewer);
                viewer.setViewKind(kind);
                open.settle();
                QCOMPARE(viewer.viewKind(), kind);
                if (kind == ViewKind::Bytes && record.elementCount() > 0) {
                    checkBytes(viewer, last);
                } else if (kind == ViewKind::Image) {
                    checkPicture(viewer, last);
                }
                QVERIFY(!viewer.grab().isNull());
            }
            QVERIFY(workbench::numpyLiteral(record).ok());
        }
    }
};

QTEST_MAIN(TestEveryDtype)
#include "tst_every_dtype.moc"
