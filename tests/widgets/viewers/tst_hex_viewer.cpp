#include <QSignalSpy>
#include <QTest>

#include "record_samples.h"
#include "widgets/common/key_value_list.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/hex_viewer.h"

using namespace zrecord;
using namespace zrecord::widgets;
using test::makeRecord;

/// Which bytes belong to which element, and where all of them lie.
class TestHexViewer : public QObject {
    Q_OBJECT

private:
    static QString fact(const HexViewer& viewer, const QString& name) {
        for (const auto& row : viewer.facts().rows()) {
            if (row.name.contains(name)) {
                return row.value;
            }
        }
        return {};
    }

private Q_SLOTS:
    void theElementAtTheCursorIsMarked() {
        HexViewer viewer;
        viewer.showRecord(makeRecord<std::int32_t>("<i4", {2, 3}, {1, 2, 3, 4, 500, 6}), 0, 7);
        viewer.canvas().setCurrentByte(18);
        QCOMPARE(viewer.canvas().markedFirst(), std::uint64_t{16});
        QCOMPARE(viewer.canvas().markedCount(), std::uint64_t{4});
        QCOMPARE(viewer.currentElement(), std::optional<std::uint64_t>(4));
        QCOMPARE(fact(viewer, QStringLiteral("element [1, 1]")), QStringLiteral("500"));
        QCOMPARE(viewer.currentText(), QStringLiteral("f4 01 00 00"));
        QVERIFY(fact(viewer, QStringLiteral("byte order")).startsWith(QStringLiteral("little")));
        viewer.setCurrentElement(5);
        QCOMPARE(viewer.canvas().currentByte(), std::uint64_t{20});
        viewer.showRecord(test::makeBytes(">u2", {1}, std::string_view("\x01\x00", 2)), 0, 8);
        QCOMPARE(fact(viewer, QStringLiteral("element [0]")), QStringLiteral("256"));
        QVERIFY(fact(viewer, QStringLiteral("byte order")).startsWith(QStringLiteral("big")));
    }

    void placeInTheFile() {
        HexViewer viewer;
        QSignalSpy wanted(&viewer, &HexViewer::storageWanted);
        viewer.showRecord(makeRecord<std::int16_t>("<i2", {4}, {1, 2, 3, 4}), 2, 7);
        QCOMPARE(wanted.count(), 1);
        HexViewer::Storage storage;
        storage.location.chunk = 3;
        storage.location.offset = 2'214'903;
        storage.location.storedBytes = 8;
        viewer.showStorage(2, 6, storage);  // of another record
        QCOMPARE(fact(viewer, QStringLiteral("3.chunk")), QString());
        viewer.showStorage(2, 7, storage);
        QVERIFY2(fact(viewer, QStringLiteral("3.chunk")).contains(QStringLiteral("2\u2009214\u2009903")), qPrintable(fact(viewer, QStringLiteral("3.chunk"))));
        viewer.canvas().setCurrentByte(5);
        QCOMPARE(fact(viewer, QStringLiteral("this byte in the file")), QStringLiteral("2\u2009214\u2009908"));
        viewer.clear();
        QVERIFY(viewer.facts().rows().empty());
    }

    void framesHaveNoElements() {
        HexViewer viewer;
        viewer.showRecord(makeRecord<std::uint8_t>("|u1", {6}, {1, 2, 3, 4, 5, 6}), 0, 0);
        viewer.showStorage(0, 0, {{}, Codec::ZstdDict, 0x9c4107e2});
        QVERIFY(fact(viewer, QStringLiteral("codec")).contains(QStringLiteral("9c41 07e2")));
        viewer.setSource(HexViewer::Source::Stored);
        // As long as the record, and still not the record.
        const std::vector<std::uint8_t> frame{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x06};
        auto bytes = std::make_shared<std::vector<std::byte>>(frame.size());
        std::memcpy(bytes->data(), frame.data(), frame.size());
        viewer.showStored(0, 0, bytes);
        QCOMPARE(viewer.canvas().bytes().size(), std::size_t{6});
        QVERIFY(!viewer.currentElement());
        QCOMPARE(viewer.canvas().markedCount(), std::uint64_t{1});
        QVERIFY2(fact(viewer, QStringLiteral("frame")).contains(QStringLiteral("header 6 bytes")), qPrintable(fact(viewer, QStringLiteral("frame"))));
    }
};

QTEST_MAIN(TestHexViewer)
#include "tst_hex_viewer.moc"
