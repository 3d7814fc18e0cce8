#include <QTest>

#include <QDir>
#include <QTemporaryDir>

#include "exchange_testing.h"
#include "zrecord/npy_file.h"

namespace zrecord {

using namespace testing;

namespace {

const QString kData = QStringLiteral(ZR_TEST_DATA "/npy/");

std::unique_ptr<ImportSource> fixture(const char* name)
{
    return *openImportSource((kData + QLatin1String(name)).toStdString());
}

QStringList everything(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

std::filesystem::path in(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(QLatin1String(name)).toStdString();
}

}  // namespace

class TestStoreImporter : public QObject {
    Q_OBJECT
private slots:
    void newStoreHoldsEverything();
    void overridesOfANewStore();
    void textBecomesRagged();
    void appendsToAStore();
    void byteOrderIsTheOnlyConversion();
    void refusesWhatDoesNotFit();
    void errorsLeaveNothing();
    void cancelLeavesNothing();
    void whatWasAppendedStays();
};

void TestStoreImporter::newStoreHoldsEverything()
{
    QTemporaryDir folder;
    for (const char* name : {"rank5.npy", "fortran3-big.npy", "fortran4-struct.npy", "struct-padded.npy", "images.idx.gz", "no-records.npy",
                             "rank0.npy", "text-big.npy", "clongdouble.npy", "date-25s-big.npy", "one-packed.npz"}) {
        const auto source = fixture(name);
        const auto path = in(folder, name);
        NewStoreOptions options;
        options.batchBytes = 50;
        const auto report = importAsNewStore(*source, path, options);
        QVERIFY2(report.ok(), report.status().message().c_str());
        const Collected expected = collect(*fixture(name), 1 << 20);
        QCOMPARE(report->records, expected.count);
        QCOMPARE(report->bytes, static_cast<std::uint64_t>(expected.bytes.size()));
        const auto store = Store::open(path);
        QVERIFY2(store.ok(), store.status().message().c_str());
        QVERIFY(store->summary().dtype == source->description().dtype);
        QVERIFY(store->summary().itemShape == source->description().itemShape);
        QCOMPARE(store->size(), expected.count);
        QVERIFY(denseContents(*store) == expected.bytes);
    }
    QCOMPARE(everything(folder).size(), 11);
}

void TestStoreImporter::overridesOfANewStore()
{
    QTemporaryDir folder;
    NewStoreOptions options;
    options.codec = Codec::Raw;
    options.itemShape = Shape{15};
    QVERIFY(importAsNewStore(*fixture("images.idx"), in(folder, "a"), options).ok());
    const auto flat = Store::open(in(folder, "a"));
    QVERIFY(flat->summary().itemShape == Shape{15});
    QVERIFY(flat->summary().codec == Codec::Raw);
    QVERIFY(denseContents(*flat) == collect(*fixture("images.idx"), 1000).bytes);

    options.itemShape = Shape{16};
    QVERIFY(importAsNewStore(*fixture("images.idx"), in(folder, "b"), options).code() == ErrorCode::InvalidArgument);
    options.itemShape.reset();
    options.dtype = *DType::parse("<i4");
    QVERIFY(importAsNewStore(*fixture("ints.idx"), in(folder, "c"), options).ok());
    const auto swapped = Store::open(in(folder, "c"));
    QCOMPARE(swapped->summary().dtype.str(), std::string("<i4"));
    Bytes expected = collect(*fixture("ints.idx"), 1000).bytes;
    for (std::size_t at = 0; at < expected.size(); at += 4)
        std::reverse(expected.begin() + static_cast<std::ptrdiff_t>(at), expected.begin() + static_cast<std::ptrdiff_t>(at + 4));
    QVERIFY(denseContents(*swapped) == expected);
    options.dtype = *DType::parse("<u4");
    QVERIFY(importAsNewStore(*fixture("ints.idx"), in(folder, "d"), options).code() == ErrorCode::WrongKind);

    options.dtype.reset();
    options.kind = StoreKind::Ragged;
    QVERIFY(importAsNewStore(*fixture("images.idx"), in(folder, "e"), options).ok());
    const RaggedContents ragged = raggedContents(*Store::open(in(folder, "e")));
    QCOMPARE(ragged.records.size(), std::size_t{4});
    QVERIFY((ragged.shapes[3] == Shape{3, 5}));
    QCOMPARE(ragged.records[1], arrayOf(collect(*fixture("images.idx"), 1000).bytes).mid(15, 15));
    QCOMPARE(everything(folder).size(), 3);
}

void TestStoreImporter::textBecomesRagged()
{
    QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath(QStringLiteral("t.txt")), "In the beginning\nü\nlast"));
    const auto source = openImportSource(in(folder, "t.txt"));
    NewStoreOptions options;
    options.batchBytes = 1;
    const auto report = importAsNewStore(**source, in(folder, "t"), options);
    QVERIFY2(report.ok(), report.status().message().c_str());
    const RaggedContents contents = raggedContents(*Store::open(in(folder, "t")));
    QCOMPARE(contents.records, (std::vector<QByteArray>{"In the beginning", "ü", "last"}));
    QVERIFY((contents.shapes == std::vector<Shape>{{16}, {2}, {4}}));
    options.kind = StoreKind::Dense;
    QVERIFY(importAsNewStore(**openImportSource(in(folder, "t.txt")), in(folder, "u"), options).code() == ErrorCode::WrongKind);
}

void TestStoreImporter::appendsToAStore()
{
    QTemporaryDir folder;
    Store store = makeDense(in(folder, "s"), "<i4", {5}, 3);
    const Bytes before = denseContents(store);
    ImportReport report;
    const Status status = importInto(*fixture("fortran2.npy"), store, report, {}, 40);
    QVERIFY2(status.ok(), status.message().c_str());
    QCOMPARE(report.records, UINT64_C(6));
    QCOMPARE(report.bytes, UINT64_C(120));
    Bytes expected = before;
    const Bytes added = collect(*fixture("fortran2.npy"), 1000).bytes;
    expected.insert(expected.end(), added.begin(), added.end());
    QVERIFY(denseContents(store) == expected);
}

void TestStoreImporter::byteOrderIsTheOnlyConversion()
{
    QTemporaryDir folder;
    Store store = *Store::create(in(folder, "s"), {StoreKind::Dense, *DType::parse(">i4"), {5}, Codec::Zstd, {}});
    ImportReport report;
    QVERIFY(importInto(*fixture("fortran2.npy"), store, report).ok());
    Bytes expected = collect(*fixture("fortran2.npy"), 1000).bytes;
    for (std::size_t at = 0; at < expected.size(); at += 4)
        std::reverse(expected.begin() + static_cast<std::ptrdiff_t>(at), expected.begin() + static_cast<std::ptrdiff_t>(at + 4));
    QVERIFY(denseContents(store) == expected);
}

void TestStoreImporter::refusesWhatDoesNotFit()
{
    QTemporaryDir folder;
    const auto refusal = [&](std::string_view dtype, const Shape& shape, const char* name) {
        const auto path = in(folder, "s");
        Store store = *Store::create(path, {StoreKind::Dense, *DType::parse(dtype), shape, Codec::Zstd, {}});
        ImportReport report;
        Status status = importInto(*fixture(name), store, report);
        const bool untouched = store.size() == 0 && report.records == 0;
        std::filesystem::remove_all(path);
        return untouched ? status : Status(ErrorCode::Internal, "the store was changed");
    };
    QVERIFY(mentions(refusal("<u4", {5}, "fortran2.npy"), "the source holds int32 (<i4), the store uint32 (<u4)"));
    QVERIFY(refusal("<u4", {5}, "fortran2.npy").code() == ErrorCode::WrongKind);
    QVERIFY(mentions(refusal("<i4", {6}, "fortran2.npy"), "the records of the source have the shape (5,), those of the store (6,)"));
    QVERIFY(refusal("S4", {2}, "bytes.npy").code() == ErrorCode::WrongKind);   // S5 is never cut to S4
    QVERIFY(refusal("S6", {2}, "bytes.npy").code() == ErrorCode::WrongKind);   // nor widened
    QVERIFY(refusal("<U4", {2}, "text.npy").code() == ErrorCode::WrongKind);
    QVERIFY(refusal("<M8[us]", {2}, "date.npy").code() == ErrorCode::WrongKind);
    { const Store closed = makeDense(in(folder, "ro"), "<i4", {5}, 1); }
    Store readOnly = *Store::open(in(folder, "ro"));
    ImportReport report;
    QVERIFY(importInto(*fixture("fortran2.npy"), readOnly, report).code() == ErrorCode::ReadOnly);
    QVERIFY(readOnly.close().ok());
    QVERIFY(importInto(*fixture("fortran2.npy"), readOnly, report).code() == ErrorCode::Closed);
}

void TestStoreImporter::errorsLeaveNothing()
{
    QTemporaryDir folder;
    QTemporaryDir files;
    const QByteArray packed = readFile(kData + QStringLiteral("images.idx.gz"));
    QVERIFY(writeFile(files.filePath(QStringLiteral("cut.gz")), packed.left(packed.size() - 6)));
    const auto source = openImportSource(files.filePath(QStringLiteral("cut.gz")).toStdString());
    QVERIFY(source.ok());
    NewStoreOptions options;
    options.batchBytes = 15;
    const auto report = importAsNewStore(**source, in(folder, "deep/store"), options);
    QVERIFY(report.code() == ErrorCode::BadFormat);
    QVERIFY(everything(folder).isEmpty());
    QVERIFY(writeFile(folder.filePath(QStringLiteral("there")), "x"));
    QVERIFY(importAsNewStore(*fixture("rank1.npy"), in(folder, "there")).code() == ErrorCode::AlreadyExists);
    QCOMPARE(everything(folder), QStringList{QStringLiteral("there")});
}

void TestStoreImporter::cancelLeavesNothing()
{
    /// Asks to stop while the third batch is being read.
    class Stopping final : public ImportSource {
    public:
        Stopping(std::unique_ptr<ImportSource> inner, std::stop_source& stop) : m_inner(std::move(inner)), m_stop(stop) {}
        [[nodiscard]] const ImportDescription& description() const override { return m_inner->description(); }
        Status next(ImportBatch& batch, std::uint64_t maxBytes) override
        {
            if (++m_calls == 3)
                m_stop.request_stop();
            return m_inner->next(batch, maxBytes);
        }
        void close() override { m_inner->close(); }

    private:
        std::unique_ptr<ImportSource> m_inner;
        std::stop_source& m_stop;
        int m_calls = 0;
    };
    QTemporaryDir folder;
    std::stop_source stop;
    OperationContext context;
    context.stop = stop.get_token();
    Stopping source(fixture("fortran2.npy"), stop);
    NewStoreOptions options;
    options.batchBytes = 20;
    QVERIFY(importAsNewStore(source, in(folder, "a/b"), options, context).code() == ErrorCode::Cancelled);
    QVERIFY(everything(folder).isEmpty());

    std::stop_source again;
    context.stop = again.get_token();
    Store store = *Store::create(in(folder, "s"), {StoreKind::Dense, *DType::parse("<i4"), {5}, Codec::Raw, {}});
    Stopping second(fixture("fortran2.npy"), again);
    ImportReport report;
    QVERIFY(importInto(second, store, report, context, 20).code() == ErrorCode::Cancelled);
    QCOMPARE(report.records, store.size());
    QVERIFY(report.records >= 2 && report.records < 6);
}

void TestStoreImporter::whatWasAppendedStays()
{
    QTemporaryDir folder;
    const QByteArray packed = readFile(kData + QStringLiteral("images.idx.gz"));
    QVERIFY(writeFile(folder.filePath(QStringLiteral("cut.gz")), packed.left(packed.size() - 6)));
    Store store = *Store::create(in(folder, "s"), {StoreKind::Dense, DType(), {3, 5}, Codec::Zstd, {}});
    ImportReport report;
    QVERIFY(importInto(**openImportSource(in(folder, "cut.gz")), store, report, {}, 15).code() == ErrorCode::BadFormat);
    QCOMPARE(report.records, UINT64_C(3));
    QCOMPARE(store.size(), UINT64_C(3));
    QVERIFY(arrayOf(collect(*fixture("images.idx"), 1000).bytes).startsWith(arrayOf(denseContents(store))));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestStoreImporter)
#include "tst_store_importer.moc"
