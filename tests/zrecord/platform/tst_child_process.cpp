#include <QTest>

#include <fstream>
#include <iterator>
#include <stop_token>
#include <string>

#include "platform/child_process.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;

class TestChildProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersLinesWithLines()
    {
        test::TemporaryFolder folder;
        auto child = ChildProcess::start({"sh", "-c", "echo ready; while read -r line; do echo \"<$line>\"; echo \"$line\" >&2; done"}, folder / "errors");
        ZR_VERIFY_OK(child);
        QCOMPARE(child->readLine({}).value().value(), std::string("ready"));
        for (const char* line : {"one", "two words"}) {
            QVERIFY(child->send(line));
            QCOMPARE(child->readLine({}).value().value(), '<' + std::string(line) + '>');
        }
        child->end();
        std::ifstream errors(folder / "errors");
        QCOMPARE(std::string(std::istreambuf_iterator<char>(errors), {}).substr(0, 4), std::string("one\n"));
    }

    void endsWithItself()
    {
        test::TemporaryFolder folder;
        auto child = ChildProcess::start({"sh", "-c", "echo last; exit 3"}, folder / "errors");
        ZR_VERIFY_OK(child);
        QCOMPARE(child->readLine({}).value().value(), std::string("last"));
        QVERIFY(!child->readLine({}).value().has_value());
        QVERIFY(!child->send("anybody there?"));  // and the asking program lives on
        ZR_COMPARE_CODE(ChildProcess::start({(folder / "missing").string()}, folder / "errors"), ErrorCode::NotFound);
    }

    void isKilledByAStop()
    {
        test::TemporaryFolder folder;
        auto child = ChildProcess::start({"sleep", "1000"}, folder / "errors");
        ZR_VERIFY_OK(child);
        std::stop_source stop;
        stop.request_stop();
        ZR_COMPARE_CODE(child->readLine(stop.get_token()), ErrorCode::Cancelled);
        QVERIFY(!child->send("more"));
    }
};

QTEST_APPLESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
