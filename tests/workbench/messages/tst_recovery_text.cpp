#include "workbench/messages/recovery_text.h"

#include <vector>

#include <QStringList>
#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

const QString kPath = QStringLiteral("/data/birds");

RecoveryMessage messageFor(RecoveryAction action) {
    return recoveryMessage(kPath, {{"image", {action, "What the library says."}}});
}

}  // namespace

class RecoveryTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachKindHasOneSentenceWithTheNameOfTheStore() {
        QStringList titles;
        for (int action = 1; action <= static_cast<int>(RecoveryAction::SetAside); ++action) {
            const RecoveryMessage message = messageFor(static_cast<RecoveryAction>(action));
            QVERIFY2(message.title.contains(QLatin1String("birds")), qPrintable(message.title));
            QVERIFY2(message.title.endsWith(u'.') && message.title.count(u'.') == 1, qPrintable(message.title));
            QVERIFY2(!message.title.contains(u'%'), qPrintable(message.title));
            QVERIFY2(!titles.contains(message.title), qPrintable(message.title));
            titles << message.title;
        }
    }

    void theStepFollowsFromWhatIsLeftToDo() {
        QCOMPARE(messageFor(RecoveryAction::ShownDelete).step, RecoveryMessage::Step::Finish);
        QCOMPARE(messageFor(RecoveryAction::ShownCompact).step, RecoveryMessage::Step::Finish);
        QCOMPARE(messageFor(RecoveryAction::ShownBefore).step, RecoveryMessage::Step::Finish);
        QCOMPARE(messageFor(RecoveryAction::SetAside).step, RecoveryMessage::Step::Verify);
        QCOMPARE(messageFor(RecoveryAction::FinishedDelete).step, RecoveryMessage::Step::None);
        QCOMPARE(messageFor(RecoveryAction::Discarded).step, RecoveryMessage::Step::None);
    }

    void theGravestStreamSpeaksAndAllAreListed() {
        const RecoveryMessage message = recoveryMessage(
            kPath, {{"image", {RecoveryAction::Discarded, "First."}}, {"label", {RecoveryAction::SetAside, "Second."}}, {"text", {RecoveryAction::FinishedDelete, "Third."}}});
        QCOMPARE(message.title, messageFor(RecoveryAction::SetAside).title);
        const QStringList lines = message.details.split(u'\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], QStringLiteral("image: First."));
        QCOMPARE(lines[1], QStringLiteral("label: Second."));
        QCOMPARE(lines[2], QStringLiteral("text: Third."));
        QVERIFY(lines[3].contains(QLatin1String("Verify")));
        QCOMPARE(lines[4], kPath);
    }

    void aStoreThatCannotBeRecoveredNamesReasonAndCommand() {
        const Status status = Status(ErrorCode::RecoveryNeeded, "its journal is missing").withRemedy("Copy the folder.");
        const RecoveryMessage message = recoveryNeededMessage(QStringLiteral("/data/my birds"), status);
        QVERIFY(message.title.startsWith(QLatin1String("The store my birds was left in the middle of a change")));
        QCOMPARE(message.step, RecoveryMessage::Step::None);
        QVERIFY(message.details.contains(QLatin1String("its journal is missing")));
        QVERIFY(message.details.contains(QLatin1String("Copy the folder.")));
        QVERIFY2(message.details.contains(QLatin1String("zr repair '/data/my birds'")), qPrintable(message.details));
    }
};

QTEST_GUILESS_MAIN(RecoveryTextTest)
#include "tst_recovery_text.moc"
