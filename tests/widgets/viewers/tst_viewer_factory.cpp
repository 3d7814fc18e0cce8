#include <QTest>

#include "record_samples.h"
#include "widgets/viewers/viewer_factory.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::widgets;

namespace {

workbench::DecodedRecord zeros(std::string_view dtype, const Shape& shape) {
    const DType type = DType::parse(dtype).value();
    const std::vector<std::byte> bytes(elementCount(shape).value() * type.itemSize());
    return workbench::DecodedRecord::copyOf(type, shape, bytes);
}

}  // namespace

Q_DECLARE_METATYPE(zrecord::widgets::ViewKind)
Q_DECLARE_METATYPE(zrecord::Shape)

class TestViewerFactory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaults_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<ViewKind>("view");
        const auto row = [](const char* name, const char* dtype, Shape shape, ViewKind view) {
            QTest::newRow(name) << QString::fromLatin1(dtype) << shape << view;
        };
        row("picture", "|u1", {28, 28}, ViewKind::Image);
        row("colour picture", "|u1", {32, 32, 3}, ViewKind::Image);
        row("channels first", "<f4", {3, 32, 32}, ViewKind::Image);
        row("boolean mask", "|b1", {8, 8}, ViewKind::Image);
        row("small matrix", "<f4", {4, 4}, ViewKind::Values);
        row("scalar", "|u1", {}, ViewKind::Values);
        row("vector", "<f8", {512}, ViewKind::Values);
        row("unreadable bytes", "|u1", {12}, ViewKind::Values);
        row("text type", "<U8", {}, ViewKind::Values);
        row("structured", "[('a', '<f4'), ('b', '<i2')]", {64, 64}, ViewKind::Values);
        row("nothing", "<f4", {0, 32}, ViewKind::Values);
    }
    void defaults() {
        QFETCH(QString, dtype);
        QFETCH(Shape, shape);
        QFETCH(ViewKind, view);
        QCOMPARE(defaultView(zeros(dtype.toStdString(), shape)), view);
    }

    void readableBytesAreText() {
        QCOMPARE(defaultView(test::makeBytes("|u1", {11}, "Jesus wept.")), ViewKind::Text);
    }

    void possibleViewsFitTheType() {
        using Views = std::vector<ViewKind>;
        const auto views = [](const char* dtype, Shape shape) { return possibleViews(DType::parse(dtype).value(), shape); };
        QCOMPARE(views("|u1", {28, 28}), (Views{ViewKind::Image, ViewKind::Plot, ViewKind::Values, ViewKind::Bytes}));
        QCOMPARE(views("|u1", {28}), (Views{ViewKind::Image, ViewKind::Plot, ViewKind::Values, ViewKind::Text, ViewKind::Bytes}));
        QCOMPARE(views("<i8", {28}), (Views{ViewKind::Image, ViewKind::Plot, ViewKind::Values, ViewKind::Text, ViewKind::Bytes}));
        QCOMPARE(views("<f4", {}), (Views{ViewKind::Values, ViewKind::Bytes}));
        QCOMPARE(views("<U4", {8, 8}), (Views{ViewKind::Values, ViewKind::Bytes}));
        QCOMPARE(views("<f4", {0, 8}), (Views{ViewKind::Values, ViewKind::Bytes}));
        const std::uint64_t one[] = {1};
        QCOMPARE(possibleViews(DType::parse("<f4").value(), one, true), (Views{ViewKind::Image, ViewKind::Values, ViewKind::Bytes, ViewKind::Shape}));
    }

    void everyKindCanBeMade() {
        workbench::test::ManualTaskRunner runner;
        const auto record = test::makeBytes("|u1", {16}, "In the beginning");
        for (const ViewKind kind : allViewKinds()) {
            const auto view = makeView(kind, runner);
            QVERIFY(view != nullptr);
            QVERIFY(view->focusTarget() != nullptr);
            view->showRecord(record, 0, 0);
            view->clear();
            QVERIFY(!viewKindTitle(kind).isEmpty());
            QVERIFY(!viewKindName(kind).isEmpty());
        }
    }
};

QTEST_MAIN(TestViewerFactory)
#include "tst_viewer_factory.moc"
