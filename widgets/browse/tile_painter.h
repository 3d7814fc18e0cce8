#pragma once

#include <QFont>
#include <QImage>
#include <QRect>
#include <QString>

class QPainter;
class QPalette;

namespace zrecord::widgets {

/// Everything that one tile shows. Values only; painting asks nobody.
struct Tile {
    enum class State { Placeholder, Loading, Ready, Failed };
    State state = State::Placeholder;
    QImage image;       ///< null when the record is not a picture: `text` stands in its place
    QString text;       ///< values of the record, or why it failed
    QString index;      ///< "4 711"
    QString label;      ///< of another stream, may be empty
    QString tags;       ///< keys or names of its tags, "1 3"
    bool selected = false;
    bool current = false;
    bool marked = false;
    bool hovered = false;
    bool focused = false;  ///< current tile of a grid that has the keyboard
    bool stale = false;    ///< picture of an earlier generation, dimmed until the new one is there
};

/// Draws tiles of one edge length in the colours of a palette. No state of a tile is told by colour alone: marked ones have
/// a stroke and a word, selected ones a tick, the current one a second frame, failed ones a broken sign and a sentence.
class TilePainter {
public:
    /// `edge` of the picture in logical pixels.
    TilePainter(int edge, const QFont& font);

    /// Size of a tile whose index may be as wide as `widestIndex`.
    [[nodiscard]] QSize tileSize(const QString& widestIndex) const;
    void paint(QPainter& painter, const QRect& rect, const Tile& tile, const QPalette& palette) const;

    static constexpr int kPadding = 6;

private:
    void paintFrame(QPainter& painter, const QRect& rect, const Tile& tile, const QPalette& palette) const;
    void paintContent(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const;
    void paintImage(QPainter& painter, const QRect& box, const Tile& tile) const;
    void paintText(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const;
    void paintFailure(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const;
    void paintMark(QPainter& painter, const QRect& box, const QPalette& palette) const;
    void paintTags(QPainter& painter, const QRect& box, const QString& tags, const QPalette& palette) const;
    void paintTick(QPainter& painter, const QRect& box, const QPalette& palette) const;
    void paintCaption(QPainter& painter, const QRect& line, const Tile& tile, const QPalette& palette) const;

    int m_edge;
    QFont m_font;       ///< of the caption
    QFont m_valueFont;  ///< of values in place of a picture
};

}  // namespace zrecord::widgets
