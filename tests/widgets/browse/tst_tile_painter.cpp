#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTest>

#include "widgets/browse/tile_painter.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

using namespace zrecord::widgets;

/// Every state differs from the plain tile also when colours are taken away.
class TestTilePainter : public QObject {
    Q_OBJECT

private:
    static QImage draw(const Tile& tile, const Theme& theme, int edge = 76) {
        const TilePainter painter(edge, textFont(13));
        const QSize size = painter.tileSize(QStringLiteral("4711"));
        QImage image(size + QSize(8, 8), QImage::Format_RGB32);
        image.fill(theme.window);
        QPainter canvas(&image);
        painter.paint(canvas, QRect(QPoint(4, 4), size), tile, theme.makePalette());
        canvas.end();
        return image;
    }
    static Tile readyTile() {
        Tile tile;
        tile.state = Tile::State::Ready;
        tile.index = QStringLiteral("4711");
        tile.image = QImage(28, 28, QImage::Format_RGB32);
        tile.image.fill(Qt::gray);
        return tile;
    }

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void statesDifferInGreyToo_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void statesDifferInGreyToo() {
        QFETCH(bool, dark);
        const Theme& theme = dark ? Theme::darkTheme() : Theme::lightTheme();
        std::vector<Tile> tiles(7, readyTile());
        tiles[1].selected = true;
        tiles[2].current = true;
        tiles[3].marked = true;
        tiles[4].state = Tile::State::Failed;
        tiles[4].text = QStringLiteral("The record is damaged.");
        tiles[5].state = Tile::State::Placeholder;
        tiles[6].state = Tile::State::Loading;
        for (std::size_t a = 0; a < tiles.size(); ++a) {
            for (std::size_t b = a + 1; b < tiles.size(); ++b) {
                const QImage first = draw(tiles[a], theme).convertToFormat(QImage::Format_Grayscale8);
                const QImage second = draw(tiles[b], theme).convertToFormat(QImage::Format_Grayscale8);
                QVERIFY2(first != second, qPrintable(QStringLiteral("%1 looks like %2").arg(a).arg(b)));
            }
        }
    }

    void markedPicturesFade() {
        Tile tile = readyTile();
        const QImage plain = draw(tile, Theme::lightTheme());
        tile.marked = true;
        const QImage faded = draw(tile, Theme::lightTheme());
        // A point of the picture away from the stroke: 32 % of grey over the panel.
        const QPoint point(20, 20);
        QVERIFY(qGray(faded.pixel(point)) > qGray(plain.pixel(point)) + 40);
    }

    void tilesHoldTheWidestIndex() {
        const TilePainter painter(52, textFont(13));
        const QString wide = QStringLiteral("2 147 483 652");
        const QSize size = painter.tileSize(wide);
        QFont caption = textFont(11);
        QVERIFY(size.width() >= QFontMetrics(caption).horizontalAdvance(wide) + 2 * TilePainter::kPadding);
        QCOMPARE(size.width() % 4, 0);
        QCOMPARE(size.height() % 4, 0);
        QVERIFY(painter.tileSize(QStringLiteral("7")).width() >= 52 + 2 * TilePainter::kPadding);
    }

    void recordsWithoutPictureShowTheirText() {
        Tile tile = readyTile();
        tile.image = {};
        const QImage bare = draw(tile, Theme::lightTheme());
        tile.text = QStringLiteral("[1 2 3 4 … 784 values]");
        QVERIFY(draw(tile, Theme::lightTheme()) != bare);
    }
};

QTEST_MAIN(TestTilePainter)
#include "tst_tile_painter.moc"
