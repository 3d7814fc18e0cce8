#include <QTest>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <QDir>
#include <QTemporaryDir>

#include "exchange_testing.h"
#include "zrecord/store_copy.h"

namespace zrecord {

using namespace testing;

class TestStoreCopy : public QObject {
    Q_OBJECT
private slots:
    void recodesEveryCodec();
    void selectedRecordsInOrder();
    void raggedStores();
    void dictionariesAreChecked();
    void theNameOfTheElementTypeGoesAlong();
    void refusesItself();
    void cancelLeavesNothing();
    void progressReachesTheEnd();
};

namespace {

QStringList everything(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

std::filesystem::path in(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(QLatin1String(name)).toStdString();
}

}  // namespace

void TestStoreCopy::recodesEveryCodec()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), ">u2", {3, 4}, 500);
    const Bytes expected = denseContents(source);
    QCOMPARE(expected.size(), std::size_t{500 * 24});
    int number = 0;
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict}) {
        CopyOptions options;
        options.codec = codec;
        options.windowBytes = 1000;
        if (codec == Codec::ZstdDict)
            options.dictionary = Bytes(expected.begin(), expected.begin() + 4000);
        const auto path = in(folder, "copy") / std::to_string(number++);
        const auto report = copyStore(source, path, options);
        QVERIFY2(report.ok(), report.status().message().c_str());
        QCOMPARE(report->records, UINT64_C(500));
        QCOMPARE(report->bytes, UINT64_C(12'000));
        const auto copy = Store::open(path);
        QVERIFY2(copy.ok(), copy.status().message().c_str());
        QVERIFY(copy->summary().codec == codec);
        QVERIFY(copy->summary().dtype == source.summary().dtype);
        QVERIFY(copy->summary().itemShape == source.summary().itemShape);
        QVERIFY(denseContents(*copy) == expected);
        QVERIFY(copy->stats()->reclaimable == 0);
    }
}

void TestStoreCopy::selectedRecordsInOrder()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "u1", {}, 10, Codec::Raw);
    const Bytes all = denseContents(source);
    CopyOptions options;
    options.selection = std::vector<IndexRange>{{9, 3, -2}, {0, 2, 1}, {9, 1, 1}};
    options.windowBytes = 2;
    QVERIFY(copyStore(source, in(folder, "c"), options).ok());
    const auto copy = Store::open(in(folder, "c"));
    QVERIFY((denseContents(*copy) == Bytes{all[9], all[7], all[5], all[0], all[1], all[9]}));
    options.selection = std::vector<IndexRange>{{9, 2, 1}};
    QVERIFY(copyStore(source, in(folder, "d"), options).code() == ErrorCode::OutOfRange);
    options.selection = std::vector<IndexRange>{};
    QVERIFY(copyStore(source, in(folder, "e"), options).ok());
    QCOMPARE(Store::open(in(folder, "e"))->size(), UINT64_C(0));
    QCOMPARE(everything(folder).size(), 3);
}

void TestStoreCopy::raggedStores()
{
    QTemporaryDir folder;
    const Store source = makeRagged(in(folder, "s"), 300);
    CopyOptions options;
    options.codec = Codec::Raw;
    options.windowBytes = 64;
    QVERIFY(copyStore(source, in(folder, "c"), options).ok());
    const auto copy = Store::open(in(folder, "c"));
    QVERIFY(raggedContents(*copy) == raggedContents(source));
    QCOMPARE(copy->size(), UINT64_C(300));
}

void TestStoreCopy::dictionariesAreChecked()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "u1", {}, 10);
    CopyOptions options;
    options.codec = Codec::ZstdDict;
    QVERIFY(copyStore(source, in(folder, "c"), options).code() == ErrorCode::DictionaryError);
    options.codec = Codec::Zstd;
    options.dictionary = bytesOf("x");
    QVERIFY(!copyStore(source, in(folder, "c"), options).ok());
    QCOMPARE(everything(folder), QStringList{QStringLiteral("s")});
}

void TestStoreCopy::theNameOfTheElementTypeGoesAlong()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "|V2", {3}, 40);
    const std::filesystem::path note = in(folder, "s") / ".zrx" / "dtype";
    std::filesystem::create_directory(note.parent_path());
    std::ofstream(note) << "ml_dtypes bfloat16\n";
    std::ofstream(note.parent_path() / "other") << "stays here";
    CopyOptions options;
    options.selection = std::vector<IndexRange>{{5, 10}};
    const auto report = copyStore(source, in(folder, "copy"), options);
    QVERIFY2(report.ok(), report.status().message().c_str());
    std::ifstream copied(in(folder, "copy") / ".zrx" / "dtype");
    QCOMPARE(std::string(std::istreambuf_iterator<char>(copied), {}), std::string("ml_dtypes bfloat16\n"));
    QCOMPARE(QDir(folder.filePath(QStringLiteral("copy/.zrx"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{QStringLiteral("dtype")});
    QCOMPARE(Store::open(in(folder, "copy"))->size(), UINT64_C(10));
    // What is no such note fails before anything is there.
    std::ofstream(note) << std::string(5000, 'x');
    const auto refused = copyStore(source, in(folder, "other"), options);
    QVERIFY(refused.status().code() == ErrorCode::BadFormat);
    QVERIFY(refused.status().message().find("dtype") != std::string::npos);
    QVERIFY(!std::filesystem::exists(in(folder, "other")));
    QCOMPARE(everything(folder).size(), 2);
    // A link in its place is none of ours.
    std::filesystem::remove(note);
    std::filesystem::create_symlink(note.parent_path() / "other", note);
    const auto plain = copyStore(source, in(folder, "plain"), options);
    QVERIFY2(plain.ok(), plain.status().message().c_str());
    QVERIFY(!std::filesystem::exists(in(folder, "plain") / ".zrx"));
}

void TestStoreCopy::refusesItself()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "u1", {}, 10);
    QVERIFY(copyStore(source, in(folder, "s")).code() == ErrorCode::InvalidArgument);
    QVERIFY(copyStore(source, in(folder, "s/inner")).code() == ErrorCode::InvalidArgument);
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("full")));
    QVERIFY(writeFile(folder.filePath(QStringLiteral("full/x")), "x"));
    QVERIFY(copyStore(source, in(folder, "full")).code() == ErrorCode::AlreadyExists);
}

void TestStoreCopy::cancelLeavesNothing()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "u1", {}, 1000);
    CopyOptions options;
    options.windowBytes = 10;
    std::stop_source stop;
    OperationContext context;
    context.stop = stop.get_token();
    int reports = 0;
    context.progress = [&](const Progress&) {
        if (++reports == 1)
            stop.request_stop();
    };
    const auto report = copyStore(source, in(folder, "new/c"), options, context);
    QVERIFY(report.code() == ErrorCode::Cancelled || (report.ok() && reports == 1));
    if (!report.ok())
        QCOMPARE(everything(folder), QStringList{QStringLiteral("s")});
    stop.request_stop();
    QVERIFY(copyStore(source, in(folder, "d"), options, context).code() == ErrorCode::Cancelled);
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("d"))));
}

void TestStoreCopy::progressReachesTheEnd()
{
    QTemporaryDir folder;
    const Store source = makeDense(in(folder, "s"), "u1", {}, 1000);
    OperationContext context;
    Progress last;
    context.progress = [&](const Progress& progress) { last = progress; };
    QVERIFY(copyStore(source, in(folder, "c"), {}, context).ok());
    QCOMPARE(last.done, UINT64_C(1000));
    QCOMPARE(last.total, UINT64_C(1000));
    QCOMPARE(last.stage, std::string_view("copying records"));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestStoreCopy)
#include "tst_store_copy.moc"
