#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stop_token>
#include <string>

#include "platform/copy_rate.h"
#include "support/temporary_store.h"

using namespace zrecord;

class TestCopyRate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void triesAndLeavesNothing()
    {
        test::TemporaryFolder folder;
        std::ofstream(folder / "file", std::ios::binary) << std::string(5 << 20, 'x');
        const auto before = std::filesystem::last_write_time(folder.path());
        QVERIFY(measureCopyRate(folder / "file", {}) > 0);
        QVERIFY(std::filesystem::last_write_time(folder.path()) == before);
        const auto entries = std::filesystem::directory_iterator(folder.path());
        QCOMPARE(std::distance(begin(entries), end(entries)), std::ptrdiff_t{1});
    }

    void isUnknownWithoutBytesOrWhenStopped()
    {
        test::TemporaryFolder folder;
        std::ofstream(folder / "empty", std::ios::binary);
        std::ofstream(folder / "file", std::ios::binary) << "abc";
        QCOMPARE(measureCopyRate(folder / "empty", {}), 0.0);
        QCOMPARE(measureCopyRate(folder / "missing", {}), 0.0);
        QCOMPARE(measureCopyRate("/proc/self/status", {}), 0.0);  // nothing can be written there
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(measureCopyRate(folder / "file", stop.get_token()), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestCopyRate)
#include "tst_copy_rate.moc"
