#include <QTest>

#include <filesystem>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::test;

/// Damaged stores that loaderx 1.7.2 refuses. Each is refused here as well, at open or by the first full read, and the
/// error names the file and what is wrong with it.
class TestGoldenRejected : public QObject {
    Q_OBJECT

private slots:
    void refuses_data();
    void refuses();
    void tableIsComplete();
};

void TestGoldenRejected::refuses_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("opens");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char* folder, bool opens, ErrorCode code, const char* file, const char* fault) {
        QTest::newRow(folder) << QString::fromLatin1(folder) << opens << code << QString::fromLatin1(file) << QString::fromLatin1(fault);
    };
    using enum ErrorCode;
    row("chunk-missing", false, BadFormat, "0.chunk", "missing");
    row("chunk-truncated", false, BadFormat, "0.chunk", "are in use");
    row("dict-missing", false, DictionaryError, "dict.zr", "missing");
    row("dict-unexpected", false, DictionaryError, "dict.zr", "uses none");
    row("frame-flipped", true, CorruptRecord, "0.chunk", "");
    row("loc-chunk-9", true, CorruptRecord, "0.loc", "a chunk beyond the last one");
    row("loc-logic-5", true, CorruptRecord, "0.loc", "another size");
    row("loc-missing", false, BadFormat, "0.loc", "missing");
    row("loc-offset-past", true, CorruptRecord, "0.loc", "past the end");
    row("loc-phys-0", true, CorruptRecord, "0.loc", "0 bytes");
    row("loc-truncated", false, BadFormat, "0.loc", "whole entries");
    row("meta-codec-7", false, BadFormat, "meta.zr", "codec 7");
    row("meta-length-2e63", false, BadFormat, "1.loc", "missing");
    row("meta-length-over", false, BadFormat, "0.loc", "whole entries");
    row("meta-longer", false, BadFormat, "meta.zr", "33 bytes");
    row("meta-magic", false, BadFormat, "meta.zr", "ZREC");
    row("meta-tail-chunk-1", false, BadFormat, "1.chunk", "missing");
    row("meta-tail-chunk-max", false, BadFormat, "meta.zr", "4294967295");
    row("meta-tail-offset-over", false, BadFormat, "0.chunk", "are in use");
    row("meta-tail-offset-under", true, CorruptRecord, "0.loc", "past the end of the last chunk in use");
    row("meta-truncated-0", false, BadFormat, "meta.zr", "0 bytes");
    row("meta-truncated-31", false, BadFormat, "meta.zr", "31 bytes");
    row("meta-truncated-7", false, BadFormat, "meta.zr", "7 bytes");
    row("meta-version-3", false, BadFormat, "meta.zr", "version 3");
    row("meta-version-5", false, BadFormat, "meta.zr", "version 5");
    row("ragged-odd", false, BadFormat, "meta.zr", "two entries for each record");
    row("ragged-shape-huge", true, CorruptRecord, "0.loc", "shape does not match");
    row("ragged-shape-rank", true, CorruptRecord, "0.loc", "dimensions");
    row("store-identity-garbage", false, BadFormat, "store.zr", "");
    row("store-identity-len", false, BadFormat, "store.zr", "identity");
    row("store-kind-3", false, BadFormat, "store.zr", "kind is 3");
    row("store-magic", false, BadFormat, "store.zr", "LXST");
    row("store-missing", false, BadFormat, "store.zr", "missing");
    row("store-version", false, BadFormat, "store.zr", "version");
    row("store-width-0", false, BadFormat, "store.zr", "width is 0");
    row("store-width-5", false, BadFormat, "store.zr", "width is 5");
    row("store-width-huge", false, BadFormat, "store.zr", "width");
}

void TestGoldenRejected::refuses()
{
    QFETCH(QString, folder);
    QFETCH(bool, opens);
    QFETCH(ErrorCode, code);
    QFETCH(QString, file);
    QFETCH(QString, fault);
    const std::filesystem::path path = std::string(ZR_TEST_DATA "/golden/rejected/") + folder.toStdString();
    const auto store = Store::open(path);
    QCOMPARE(store.ok(), opens);
    Status status = store.status();
    if (opens) {
        status = store->summary().kind == StoreKind::Dense ? readDense(*store).status() : readRagged(*store).status();
        QVERIFY(status.record().has_value());
        const auto report = store->verify();
        ZR_VERIFY_OK(report);
        QVERIFY(report->issueCount >= 1);
        QCOMPARE(QString::fromStdString(report->issues.front().file), file);
        QCOMPARE(report->issues.front().record, *status.record());
    }
    ZR_COMPARE_CODE(status, code);
    QCOMPARE(QString::fromStdString(std::string(status.file())), file);
    QCOMPARE(QString::fromStdString(std::string(status.store())), QString::fromStdString(path.string()));
    QVERIFY2(QString::fromStdString(std::string(status.what())).contains(fault), status.message().c_str());
    QVERIFY(!status.remedy().empty());
}

void TestGoldenRejected::tableIsComplete()
{
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ZR_TEST_DATA "/golden/rejected"))
        folders += entry.is_directory() ? 1U : 0U;
    QCOMPARE(folders, std::size_t{37});
}

QTEST_APPLESS_MAIN(TestGoldenRejected)
#include "tst_golden_rejected.moc"
