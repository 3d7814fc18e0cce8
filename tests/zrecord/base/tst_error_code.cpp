#include <QTest>

#include <set>
#include <string_view>

#include "zrecord/error_code.h"

using namespace zrecord;

class ErrorCodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsFoundByItsCode()
    {
        for (const ErrorInfo& row : errorTable())
            QCOMPARE(&errorInfo(row.code), &row);
        QCOMPARE(errorTable().size(), static_cast<std::size_t>(ErrorCode::Internal) + 1);
    }

    void namesAreUniqueAndFitForMachines()
    {
        std::set<std::string_view> names;
        for (const ErrorInfo& row : errorTable()) {
            QVERIFY2(names.insert(row.name).second, row.name.data());
            for (const char letter : row.name)
                QVERIFY2((letter >= 'a' && letter <= 'z') || letter == '_', row.name.data());
        }
    }

    void exitStatusesAreTheDocumentedOnes_data()
    {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("status");
        QTest::newRow("ok") << ErrorCode::Ok << 0;
        QTest::newRow("usage") << ErrorCode::InvalidArgument << 2;
        QTest::newRow("index") << ErrorCode::OutOfRange << 2;
        QTest::newRow("not found") << ErrorCode::NotFound << 3;
        QTest::newRow("busy") << ErrorCode::Busy << 4;
        QTest::newRow("format") << ErrorCode::BadFormat << 5;
        QTest::newRow("record") << ErrorCode::CorruptRecord << 5;
        QTest::newRow("disk full") << ErrorCode::OutOfSpace << 6;
        QTest::newRow("disk") << ErrorCode::IoError << 6;
        QTest::newRow("cancelled") << ErrorCode::Cancelled << 130;
    }
    void exitStatusesAreTheDocumentedOnes()
    {
        QFETCH(ErrorCode, code);
        QTEST(errorInfo(code).exitStatus, "status");
    }

    // −1 memory, −2 I/O, −3 index, −4 record too large, −5 full, −6 buffer, −7 corrupt record, −8 bad format,
    // −9 dictionary training, −10 dictionary, −11 not found, −12 exists, −13 kind, −14 busy.
    void loaderxNumbersAreItsOwn()
    {
        const ErrorCode byNumber[] = {ErrorCode::OutOfMemory, ErrorCode::IoError, ErrorCode::OutOfRange,
            ErrorCode::RecordTooLarge, ErrorCode::StoreFull, ErrorCode::BufferTooSmall, ErrorCode::CorruptRecord,
            ErrorCode::BadFormat, ErrorCode::TrainingFailed, ErrorCode::DictionaryError, ErrorCode::NotFound,
            ErrorCode::AlreadyExists, ErrorCode::WrongKind, ErrorCode::Busy};
        int number = 0;
        for (const ErrorCode code : byNumber)
            QCOMPARE(errorInfo(code).loaderxCode, --number);
        QCOMPARE(errorInfo(ErrorCode::OutOfSpace).loaderxCode, -2);
        QCOMPARE(errorInfo(ErrorCode::Cancelled).loaderxCode, 0);
    }
};

QTEST_APPLESS_MAIN(ErrorCodeTest)
#include "tst_error_code.moc"
