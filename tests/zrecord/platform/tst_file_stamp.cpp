#include <QTest>

#include "platform/file_stamp.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

class TestFileStamp : public QObject {
    Q_OBJECT

private slots:
    void changesShow();
    void secondNames();
    void foldersChangePlaces();
};

void TestFileStamp::changesShow()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1, 2, 3}));
    const FileStamp before = fileStamp(folder / "f").value();
    QVERIFY(before == fileStamp(folder / "f").value());
    QCOMPARE(before.bytes, std::uint64_t{3});
    QTest::qSleep(20);
    patchFile(folder / "f", 1, bytesOf({9}));
    const FileStamp after = fileStamp(folder / "f").value();
    QVERIFY(after.modified > before.modified && after.identity == before.identity);
    std::filesystem::create_symlink(folder / "f", folder / "link");
    ZR_COMPARE_CODE(fileStamp(folder / "link"), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(fileStamp(folder.path()), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(fileStamp(folder / "nowhere"), ErrorCode::NotFound);
}

void TestFileStamp::secondNames()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1}));
    ZR_VERIFY_OK(linkFile(folder / "f", folder / "g"));
    QVERIFY(fileStamp(folder / "f")->identity == fileStamp(folder / "g")->identity);
    ZR_COMPARE_CODE(linkFile(folder / "f", folder / "g"), ErrorCode::AlreadyExists);
    ZR_COMPARE_CODE(linkFile(folder / "nowhere", folder / "h"), ErrorCode::NotFound);
}

void TestFileStamp::foldersChangePlaces()
{
    TemporaryFolder folder;
    for (const char* name : {"a", "b"}) {
        std::filesystem::create_directory(folder / name);
        writeAll(folder / name / "name", std::as_bytes(std::span(std::string_view(name))));
    }
    const Status exchanged = exchangeFolders(folder / "a", folder / "b");
    if (exchanged.code() == ErrorCode::Unsupported)
        return;
    ZR_VERIFY_OK(exchanged);
    QVERIFY(readAll(folder / "a" / "name") == bytesOf({'b'}));
    ZR_COMPARE_CODE(exchangeFolders(folder / "a", folder / "nowhere"), ErrorCode::NotFound);
}

QTEST_APPLESS_MAIN(TestFileStamp)
#include "tst_file_stamp.moc"
