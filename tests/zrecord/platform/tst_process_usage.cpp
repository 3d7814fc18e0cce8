#include <QTest>

#include <chrono>
#include <vector>

#include "platform/process_usage.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

/// What the system says of this process, and the request to drop cached pages.
class TestProcessUsage : public QObject {
    Q_OBJECT

private slots:
    void grows();
    void droppingPagesChangesNothing();
    void namesAreThere();
};

void TestProcessUsage::grows()
{
    const ProcessUsage before = processUsage();
    QVERIFY(before.residentBytes > 0);
    std::vector<unsigned char> touched(64 << 20, 1);
    const ProcessUsage after = processUsage();
    QVERIFY(after.cpuSeconds >= before.cpuSeconds);
    QVERIFY(after.faults > before.faults);
    QVERIFY(after.residentBytes > before.residentBytes);
    QCOMPARE(touched.back(), static_cast<unsigned char>(1));
}

void TestProcessUsage::droppingPagesChangesNothing()
{
    TemporaryFolder folder;
    QFile file(QString::fromStdString((folder / "f").string()));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray content(100'000, 'x');
    file.write(content);
    file.flush();
    ZR_VERIFY_OK(dropCachedPages(folder / "f"));
    file.seek(0);
    QCOMPARE(file.readAll(), content);
    const Status missing = dropCachedPages(folder / "none");
    ZR_COMPARE_CODE(missing, ErrorCode::IoError);
    QVERIFY(std::string(missing.what()).find("No such file") != std::string::npos);
}

void TestProcessUsage::namesAreThere()
{
    QVERIFY(!processorName().empty());
    QVERIFY(processorCount() >= 1);
    QVERIFY(systemName().find(' ') != std::string::npos);
}

QTEST_APPLESS_MAIN(TestProcessUsage)
#include "tst_process_usage.moc"
