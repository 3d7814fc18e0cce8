#include "workbench/messages/user_message.h"

#include <QTest>

#include <zrecord/error_code.h>

using namespace zrecord;
using namespace zrecord::workbench;

class UserMessageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyCodeHasWords() {
        for (const ErrorInfo& info : errorTable()) {
            if (info.code == ErrorCode::Ok)
                continue;
            const UserMessage message = userMessage(Status(info.code, "technical"), UserAction::Open);
            QVERIFY2(message.reason.endsWith(u'.'), qPrintable(message.reason));
            QVERIFY2(!message.remedy.isEmpty(), info.name.data());
            const bool kindDecides = info.code == ErrorCode::BadFormat || info.code == ErrorCode::Busy;
            QCOMPARE(message.reason.contains(QStringLiteral("echnical")), kindDecides);
            QVERIFY(message.details.contains(QStringLiteral("technical")));
        }
    }

    void namesThePlace() {
        const Status status = Status(ErrorCode::CorruptRecord, "offset + size reaches past the end")
                                  .withStore("/data/train/image").withFile("0.chunk", 4096).withRecord(47'110);
        const UserMessage message = userMessage(status, UserAction::ReadRecord);
        QCOMPARE(message.title, QStringLiteral("The record could not be read."));
        QVERIFY(message.reason.contains(QStringLiteral("record 47\u2009110")));
        QVERIFY(message.reason.contains(QStringLiteral("/data/train/image")));
        QVERIFY(message.reason.contains(QStringLiteral("0.chunk")));
        QVERIFY(message.reason.contains(QStringLiteral("byte 4\u2009096")));
        QVERIFY(message.oneLine().startsWith(message.title));
    }

    void whatIsWrongWithTheFilesIsNamed() {
        const Status status = Status(ErrorCode::BadFormat, "the header is too short").withStore("/data/train").withFile("meta.zr");
        QCOMPARE(userMessage(status, UserAction::Open).reason,
                 QStringLiteral("The files are not those of a store, or are damaged. The header is too short. Place: /data/train, meta.zr."));
    }

    void theLibrarysOwnRemedyWins() {
        const Status status = Status(ErrorCode::NotFound, "no store").withRemedy("Open the folder \"train\".");
        QCOMPARE(userMessage(status).remedy, QStringLiteral("Open the folder \"train\"."));
        QVERIFY(!userMessage(Status(ErrorCode::NotFound, "no store")).remedy.isEmpty());
    }

    void whoHoldsTheStoreIsNamed() {
        const UserMessage message = userMessage(Status(ErrorCode::Busy, "process 4711 (zr) is using the store"), UserAction::EnableEditing);
        QCOMPARE(message.reason, QStringLiteral("Process 4711 (zr) is using the store."));
    }

    void writeProtectionIsNotAnsweredByEnablingEditing() {
        const UserMessage message = userMessage(Status(ErrorCode::ReadOnly, "permission denied"), UserAction::EnableEditing);
        QVERIFY2(!message.remedy.contains(QStringLiteral("editing"), Qt::CaseInsensitive), qPrintable(message.remedy));
        QVERIFY2(message.remedy.contains(QStringLiteral("permissions")), qPrintable(message.remedy));
    }

    void successSaysNothing() {
        QVERIFY(userMessage(Status()).oneLine().isEmpty());
    }
};

QTEST_APPLESS_MAIN(UserMessageTest)
#include "tst_user_message.moc"
