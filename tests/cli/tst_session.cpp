#include <QTest>

#include <sstream>
#include <string>

#include "session.h"

using namespace zrecord;
using namespace zrecord::cli;

namespace {

Status stopped()
{
    return Status(ErrorCode::Cancelled, "the operation was stopped on request");
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stoppedWorkSaysHowFarItCame()
    {
        std::ostringstream out;
        std::ostringstream err;
        Session session({-1, -1, out, err}, nullptr);
        QCOMPARE(session.withWhatWasDone(stopped()).message(), stopped().message());  // it did not begin

        const OperationContext context = session.context();
        context.progress({"verifying records", 12'345, 60'000, ProgressUnit::Records});
        QCOMPARE(std::string(session.withWhatWasDone(stopped()).what()), std::string("cancelled: verifying records, 12,345 of 60,000 records"));
        QCOMPARE(session.withWhatWasDone(stopped()).code(), ErrorCode::Cancelled);
    }

    void whatACommandSaysItselfStays()
    {
        std::ostringstream out;
        std::ostringstream err;
        Session session({-1, -1, out, err}, nullptr);
        const Status own = cancelledAfter("7 records added", "The store is complete.");
        QCOMPARE(session.withWhatWasDone(own).message(), own.message());
        const Status fault(ErrorCode::NotFound, "there is no store");
        QCOMPARE(session.withWhatWasDone(fault).message(), fault.message());
    }
};

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
