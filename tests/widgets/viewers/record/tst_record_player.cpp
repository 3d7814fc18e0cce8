#include <QSignalSpy>
#include <QTest>

#include "widgets/viewers/record/record_player.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordSelection;

class TestRecordPlayer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void playsToTheEndAndStops() {
        RecordSelection selection;
        selection.setRecordCount(4);
        RecordPlayer player;
        player.setSelection(&selection);
        player.setRate(25);
        QList<std::uint64_t> visited;
        connect(&selection, &RecordSelection::currentChanged, &player, [&] {
            visited << *selection.current();
            player.recordShown();
        });
        QSignalSpy changed(&player, &RecordPlayer::playingChanged);
        selection.select(0);
        player.start();
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(visited, (QList<std::uint64_t>{0, 1, 2, 3}));
        QCOMPARE(changed.count(), 2);
        // Once more from the beginning.
        player.toggle();
        QCOMPARE(selection.current(), std::optional<std::uint64_t>(0));
        player.toggle();
        QVERIFY(!player.isPlaying());
    }

    void neverAheadOfWhatIsShown() {
        RecordSelection selection;
        selection.setRecordCount(1000);
        RecordPlayer player;
        player.setSelection(&selection);
        player.setRate(25);
        selection.select(0);
        player.start();
        QTRY_COMPARE(selection.current(), std::optional<std::uint64_t>(1));
        QTest::qWait(150);  // several ticks without an answer
        QCOMPARE(selection.current(), std::optional<std::uint64_t>(1));
        player.recordShown();
        QTRY_COMPARE(selection.current(), std::optional<std::uint64_t>(2));
        player.setSelection(nullptr);
        QVERIFY(!player.isPlaying());
    }

    void nothingToPlay() {
        RecordPlayer player;
        player.start();
        QVERIFY(!player.isPlaying());
        RecordSelection empty;
        player.setSelection(&empty);
        player.start();
        QVERIFY(!player.isPlaying());
        player.setRate(1'000'000);
        QCOMPARE(player.rate(), 25);
    }
};

QTEST_MAIN(TestRecordPlayer)
#include "tst_record_player.moc"
