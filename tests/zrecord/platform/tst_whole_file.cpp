#include <QTest>

#include "platform/whole_file.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

class TestWholeFile : public QObject {
    Q_OBJECT

private slots:
    void allBytesOrAReason();
};

void TestWholeFile::allBytesOrAReason()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1, 2, 3}));
    QVERIFY(*readWholeFile(posixFileSystem(), folder / "f", 3) == bytesOf({1, 2, 3}));
    ZR_COMPARE_CODE(readWholeFile(posixFileSystem(), folder / "f", 2), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(readWholeFile(posixFileSystem(), folder / "g", 3), ErrorCode::NotFound);
    // A size that no machine has memory for is refused before anything is allocated.
    resizeFile(folder / "f", std::uint64_t{1} << 40);
    ZR_COMPARE_CODE(readWholeFile(posixFileSystem(), folder / "f", 1 << 20), ErrorCode::BadFormat);
    resizeFile(folder / "f", 3);
    for (std::uint64_t n = 0; n < 3; ++n) {
        FaultyFileSystem fileSystem;
        fileSystem.failAt(n);
        ZR_COMPARE_CODE(readWholeFile(fileSystem, folder / "f", 3), ErrorCode::IoError);
    }
}

QTEST_APPLESS_MAIN(TestWholeFile)
#include "tst_whole_file.moc"
