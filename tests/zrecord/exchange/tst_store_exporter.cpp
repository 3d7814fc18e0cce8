#include <QTest>

#include <QDir>
#include <QTemporaryDir>

#include "exchange_testing.h"
#include "zrecord/export_target.h"
#include "zrecord/npy_file.h"

namespace zrecord {

using namespace testing;

namespace {

std::filesystem::path in(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(QLatin1String(name)).toStdString();
}

ExportOptions as(ExportFormat format)
{
    ExportOptions options;
    options.format = format;
    return options;
}

}  // namespace

class TestStoreExporter : public QObject {
    Q_OBJECT
private slots:
    void npyIsWhatNumPyWrites();
    void everyFormatComesBack_data();
    void everyFormatComesBack();
    void selections();
    void raggedComesBack();
    void rawIsTheBytes();
    void targetsAreGuarded();
    void damageLeavesNothing();
    void cancelLeavesNothing();
    void formatNames();
};

/// Import and export of a NumPy file gives the same file, byte for byte.
void TestStoreExporter::npyIsWhatNumPyWrites()
{
    QTemporaryDir folder;
    for (const char* name : {"rank5.npy", "struct.npy", "struct-titles.npy", "struct-padded.npy", "struct-latin1.npy", "struct-unicode.npy",
                             "no-records.npy", "rank1.npy", "text-big.npy", "void.npy", "date-25s-big.npy", "longdouble.npy"}) {
        const QString file = QStringLiteral(ZR_TEST_DATA "/npy/") + QLatin1String(name);
        const auto source = openImportSource(file.toStdString());
        QVERIFY(importAsNewStore(**source, in(folder, name)).ok());
        const auto store = Store::open(in(folder, name));
        const QString out = folder.filePath(QStringLiteral("out.npy"));
        ExportOptions options = as(ExportFormat::Npy);
        options.overwrite = true;
        const auto report = exportRecords(*store, out.toStdString(), options);
        QVERIFY2(report.ok(), report.status().message().c_str());
        QCOMPARE(readFile(out), readFile(file));
        QCOMPARE(report->fileBytes, static_cast<std::uint64_t>(readFile(file).size()));
        QCOMPARE(report->records, store->size());
    }
}

void TestStoreExporter::everyFormatComesBack_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("compress");
    QTest::newRow("npy") << static_cast<int>(ExportFormat::Npy) << false;
    QTest::newRow("npz") << static_cast<int>(ExportFormat::Npz) << false;
    QTest::newRow("npz deflated") << static_cast<int>(ExportFormat::Npz) << true;
    QTest::newRow("raw") << static_cast<int>(ExportFormat::Raw) << false;
}

void TestStoreExporter::everyFormatComesBack()
{
    QFETCH(int, format);
    QFETCH(bool, compress);
    QTemporaryDir folder;
    const Store store = makeDense(in(folder, "s"), ">f4", {3, 2}, 1000);
    ExportOptions options = as(static_cast<ExportFormat>(format));
    options.compress = compress;
    QVERIFY(exportRecords(store, in(folder, "out"), options).ok());
    ImportOptions import;
    if (options.format == ExportFormat::Raw) {
        import.dtype = store.summary().dtype;
        import.itemShape = store.summary().itemShape;
    }
    const auto source = openImportSource(in(folder, "out"), import);
    QVERIFY2(source.ok(), source.status().message().c_str());
    QVERIFY((*source)->description().dtype == store.summary().dtype);
    QVERIFY((*source)->description().itemShape == store.summary().itemShape);
    const Collected all = collect(**source, 5000);
    QVERIFY2(all.status.ok(), all.status.message().c_str());
    QCOMPARE(all.count, UINT64_C(1000));
    QVERIFY(all.bytes == denseContents(store));
    if (options.format == ExportFormat::Npz)
        QCOMPARE((*listNpzMembers(in(folder, "out")))[0].name, std::string("records"));
}

void TestStoreExporter::selections()
{
    QTemporaryDir folder;
    const Store store = makeDense(in(folder, "s"), "u1", {}, 10);
    const Bytes all = denseContents(store);
    ExportOptions options = as(ExportFormat::Raw);
    options.selection = std::vector<IndexRange>{{8, 3, -4}, {9, 1, 1}, {9, 1, 1}};
    QCOMPARE(exportRecords(store, in(folder, "out"), options)->records, UINT64_C(5));
    QVERIFY((bytesOf(readFile(folder.filePath(QStringLiteral("out")))) == Bytes{all[8], all[4], all[0], all[9], all[9]}));
    options.selection = std::vector<IndexRange>{{8, 3, 1}};
    QVERIFY(exportRecords(store, in(folder, "other"), options).code() == ErrorCode::OutOfRange);
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("other"))));
}

void TestStoreExporter::raggedComesBack()
{
    QTemporaryDir folder;
    const Store store = makeRagged(in(folder, "s"), 200);
    for (const bool compress : {false, true}) {
        ExportOptions options = as(ExportFormat::Npz);
        options.compress = compress;
        options.overwrite = true;
        const auto report = exportRecords(store, in(folder, "out.npz"), options);
        QVERIFY2(report.ok(), report.status().message().c_str());
        const auto source = openImportSource(in(folder, "out.npz"));
        QVERIFY2(source.ok(), source.status().message().c_str());
        QVERIFY((*source)->description().kind == StoreKind::Ragged);
        QVERIFY((*source)->description().records == UINT64_C(200));
        const Collected all = collect(**source, 500);
        QVERIFY2(all.status.ok(), all.status.message().c_str());
        const RaggedContents expected = raggedContents(store);
        QVERIFY(all.shapes == expected.shapes);
        for (std::size_t i = 0; i < 200; ++i)
            QCOMPARE(arrayOf(all.records[i]), expected.records[i]);
    }
    const auto members = listNpzMembers(in(folder, "out.npz"));
    QCOMPARE(members->size(), std::size_t{4});
    QVERIFY(exportRecords(store, in(folder, "out.npy"), as(ExportFormat::Npy)).code() == ErrorCode::Unsupported);
    const Store none = *Store::create(in(folder, "none"), {StoreKind::Ragged, DType(), {}, Codec::Zstd, {}});
    QVERIFY(exportRecords(none, in(folder, "none.npz"), as(ExportFormat::Npz)).ok());
    QCOMPARE(collect(**openImportSource(in(folder, "none.npz")), 500).count, UINT64_C(0));
}

void TestStoreExporter::rawIsTheBytes()
{
    QTemporaryDir folder;
    const Store store = makeRagged(in(folder, "s"), 50);
    QVERIFY(exportRecords(store, in(folder, "out"), as(ExportFormat::Raw)).ok());
    QByteArray expected;
    for (const QByteArray& record : raggedContents(store).records)
        expected += record;
    QCOMPARE(readFile(folder.filePath(QStringLiteral("out"))), expected);
}

void TestStoreExporter::targetsAreGuarded()
{
    QTemporaryDir folder;
    const Store store = makeDense(in(folder, "s"), "u1", {}, 10);
    ExportOptions options = as(ExportFormat::Npy);
    options.overwrite = true;
    for (const char* target : {"s/out.npy", "s/store.zr", "s/0.chunk", "s/../s/x"}) {
        const auto report = exportRecords(store, in(folder, target), options);
        QVERIFY(report.code() == ErrorCode::InvalidArgument);
        QVERIFY(mentions(report.status(), "the file would lie in the folder of the store itself"));
    }
    QVERIFY(exportRecords(store, in(folder, "s"), options).code() == ErrorCode::InvalidArgument);
    QVERIFY(writeFile(folder.filePath(QStringLiteral("there")), "x"));
    QVERIFY(exportRecords(store, in(folder, "there"), as(ExportFormat::Npy)).code() == ErrorCode::AlreadyExists);
    QCOMPARE(readFile(folder.filePath(QStringLiteral("there"))), QByteArray("x"));
    QVERIFY(exportRecords(store, in(folder, "there"), options).ok());
}

void TestStoreExporter::damageLeavesNothing()
{
    QTemporaryDir folder;
    { const Store store = makeDense(in(folder, "s"), "u1", {100}, 10); }
    QByteArray chunk = readFile(folder.filePath(QStringLiteral("s/0.chunk")));
    chunk.fill('x', chunk.size());
    QVERIFY(writeFile(folder.filePath(QStringLiteral("s/0.chunk")), chunk));
    const auto store = Store::open(in(folder, "s"));
    QVERIFY(store.ok());
    QVERIFY(exportRecords(*store, in(folder, "out.npy"), as(ExportFormat::Npy)).code() == ErrorCode::CorruptRecord);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{QStringLiteral("s")});
}

void TestStoreExporter::cancelLeavesNothing()
{
    QTemporaryDir folder;
    const Store store = makeDense(in(folder, "s"), "u1", {}, 10);
    std::stop_source stop;
    stop.request_stop();
    OperationContext context;
    context.stop = stop.get_token();
    QVERIFY(exportRecords(store, in(folder, "out.npy"), as(ExportFormat::Npy), context).code() == ErrorCode::Cancelled);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{QStringLiteral("s")});
}

void TestStoreExporter::formatNames()
{
    for (const char* name : {"npy", "npz", "raw"})
        QCOMPARE(exportFormatName(*parseExportFormat(name)), std::string_view(name));
    QVERIFY(parseExportFormat("csv").code() == ErrorCode::InvalidArgument);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestStoreExporter)
#include "tst_store_exporter.moc"
