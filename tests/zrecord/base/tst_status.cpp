#include <QTest>

#include <cerrno>
#include <string>
#include <utility>

#include "zrecord/result.h"
#include "zrecord/status.h"

using namespace zrecord;

namespace {

Result<int> half(int value)
{
    if (value % 2 != 0)
        return Status(ErrorCode::InvalidArgument, "the number is odd").withRecord(static_cast<std::uint64_t>(value));
    return value / 2;
}

Result<int> quarter(int value)
{
    ZR_ASSIGN_OR_RETURN(const int once, half(value));
    ZR_ASSIGN_OR_RETURN(const int twice, half(once));
    return twice;
}

Status checkQuarter(int value)
{
    ZR_RETURN_IF_ERROR(quarter(value).status());
    return {};
}

}  // namespace

class StatusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void successIsEmpty()
    {
        const Status status;
        QVERIFY(status.ok());
        QCOMPARE(status.code(), ErrorCode::Ok);
        QCOMPARE(status.message(), std::string());
        QVERIFY(status.remedy().empty());
        QVERIFY(!status.record());
        QVERIFY(Status(ErrorCode::Ok, "ignored").ok());
        QVERIFY(Status().withStore("a").withFile("b", 3).withRecord(4).withRemedy("c").ok());
    }

    void messageNamesRecordFileOffsetStoreAndRemedy()
    {
        const Status status = Status(ErrorCode::CorruptRecord, "offset + size reaches past the end of the chunk")
                                  .withRecord(7).withFile("0.loc", 112).withStore("faces").withRemedy("Run 'zr verify faces'.");
        QCOMPARE(status.message(), std::string("offset + size reaches past the end of the chunk "
                                               "(record 7, file 0.loc, offset 112, store faces). Run 'zr verify faces'."));
    }

    void theTableAdvisesWhereNoRemedyIsGiven()
    {
        const Status status(ErrorCode::Busy, "process 12 holds the lock");
        QCOMPARE(status.message(), "process 12 holds the lock. " + std::string(errorInfo(ErrorCode::Busy).advice));
    }

    void theFirstPlaceIsKept()
    {
        const Status status = Status(ErrorCode::IoError, "x").withFile("1.chunk", 5).withFile("0.loc", 9).withRecord(1)
                                  .withRecord(2).withStore("inner").withStore("outer").withRemedy("First.").withRemedy("Second.");
        QCOMPARE(status.file(), std::string_view("1.chunk"));
        QCOMPARE(status.offset(), std::optional<std::uint64_t>(5));
        QCOMPARE(status.record(), std::optional<std::uint64_t>(1));
        QCOMPARE(status.store(), std::string_view("inner"));
        QCOMPARE(status.remedy(), std::string_view("First."));
    }

    void anOffsetIsNotMovedToAnotherFile()
    {
        const Status status = Status(ErrorCode::IoError, "x").withFile("1.chunk").withFile("0.loc", 9);
        QCOMPARE(status.file(), std::string_view("1.chunk"));
        QVERIFY(!status.offset());
    }

    void copiesAreIndependent()
    {
        const Status original = Status(ErrorCode::NotFound, "no folder");
        Status copy = original;
        copy = std::move(copy).withStore("elsewhere");
        QCOMPARE(copy.store(), std::string_view("elsewhere"));
        QVERIFY(original.store().empty());
        copy = Status();
        QVERIFY(copy.ok());
        QVERIFY(!original.ok());
    }

    void systemErrorsBecomeCodes_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<bool>("writing");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, int error, bool writing, ErrorCode code) {
            QTest::newRow(name) << error << writing << static_cast<int>(code);
        };
        row("missing", ENOENT, false, ErrorCode::NotFound);
        row("a file where a folder should be", ENOTDIR, false, ErrorCode::NotFound);
        row("exists", EEXIST, true, ErrorCode::AlreadyExists);
        row("folder not empty", ENOTEMPTY, true, ErrorCode::AlreadyExists);
        row("disk full", ENOSPC, true, ErrorCode::OutOfSpace);
        row("quota", EDQUOT, true, ErrorCode::OutOfSpace);
        row("lock", EWOULDBLOCK, false, ErrorCode::Busy);
        row("no permission to write", EACCES, true, ErrorCode::ReadOnly);
        row("no permission to read", EACCES, false, ErrorCode::IoError);
        row("read-only file system", EROFS, true, ErrorCode::ReadOnly);
        row("memory", ENOMEM, false, ErrorCode::OutOfMemory);
        row("device", EIO, true, ErrorCode::IoError);
    }
    void systemErrorsBecomeCodes()
    {
        QFETCH(int, error);
        QFETCH(bool, writing);
        QFETCH(int, code);
        const Status status = Status::fromErrno(error, "cannot open", writing);
        QCOMPARE(static_cast<int>(status.code()), code);
        QVERIFY2(status.what().starts_with("cannot open: "), std::string(status.what()).c_str());
        QVERIFY2(status.what().size() > 15, "the system's own words are missing");
    }

    void resultsCarryTheFirstFailure()
    {
        QCOMPARE(quarter(12).value(), 3);
        const Result<int> odd = quarter(6);
        QVERIFY(!odd);
        QCOMPARE(odd.code(), ErrorCode::InvalidArgument);
        QCOMPARE(odd.status().record(), std::optional<std::uint64_t>(3));
        QVERIFY(checkQuarter(8).ok());
        QCOMPARE(checkQuarter(5).record(), std::optional<std::uint64_t>(5));
    }
};

QTEST_APPLESS_MAIN(StatusTest)
#include "tst_status.moc"
