#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include "platform/process_identity.h"

using namespace zrecord;

/// What tells a forked child from its parent.
class TestProcessIdentity : public QObject {
    Q_OBJECT

private slots:
    void forkedChildrenDiffer();
    void limitsArePlausible();
};

void TestProcessIdentity::forkedChildrenDiffer()
{
    const std::uint64_t generation = forkGeneration();
    const std::int64_t process = currentProcessId();
    QCOMPARE(process, std::int64_t{::getpid()});
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit((forkGeneration() != generation ? 1 : 0) + (currentProcessId() != process ? 2 : 0));
    int state = 0;
    QCOMPARE(::waitpid(child, &state, 0), child);
    QVERIFY(WIFEXITED(state));
    QCOMPARE(WEXITSTATUS(state), 3);
    QCOMPARE(forkGeneration(), generation);
}

void TestProcessIdentity::limitsArePlausible()
{
    QVERIFY(openFileLimit() >= 3);
    QVERIFY(physicalMemory() >= std::uint64_t{1} << 24);
}

QTEST_APPLESS_MAIN(TestProcessIdentity)
#include "tst_process_identity.moc"
