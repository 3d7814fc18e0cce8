#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <vector>

#include "platform/file_map.h"
#include "platform/page_residency.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

/// Pages of a mapped file: whether they are in memory, and asking for them.
class TestPageResidency : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pagesComeWhenTheyAreAskedFor()
    {
        constexpr std::size_t kBytes = 4 << 20;
        const TemporaryFolder folder;
        const int file = ::open((folder / "data").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        QVERIFY(file >= 0);
        const std::vector<char> content(kBytes, 7);
        QCOMPARE(::write(file, content.data(), content.size()), static_cast<ssize_t>(kBytes));
        QCOMPARE(::fsync(file), 0);
        QVERIFY(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
        const FileMap map = mapDescriptor(file, kBytes);
        QVERIFY(map);
        // File systems that live in memory keep everything; a warm one shows nothing but must not disturb.
        const bool wasCold = !isPageResident(map.data() + kBytes / 2);
        const std::uint64_t faults = majorFaultsOfThread();
        requestPages(map.data() + kBytes / 2 + 5, 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(isPageResident(map.data() + kBytes / 2 + 8192), 10'000);
        QVERIFY(isPageResident(map.data() + kBytes / 2));
        QCOMPARE(map.data()[kBytes / 2], std::byte{7});
        QCOMPARE(majorFaultsOfThread(), faults);
        if (wasCold) {
            QVERIFY2(!isPageResident(map.data() + 64), "only what was asked for is read");
            QCOMPARE(map.data()[64], std::byte{7});
            QVERIFY(majorFaultsOfThread() > faults);
        }
        requestPages(map.data(), 0);
        ::close(file);
    }
};

QTEST_APPLESS_MAIN(TestPageResidency)
#include "tst_page_residency.moc"
