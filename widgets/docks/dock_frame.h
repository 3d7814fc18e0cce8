#pragma once

#include <QDockWidget>

class QVBoxLayout;

namespace zrecord::widgets {

/// A dock in the window's look: a caption instead of a title bar, and a scrolling column of sections. Floats when its
/// caption is dragged, closes with the button that the caption shows, comes back from View > Docks.
class DockFrame : public QDockWidget {
    Q_OBJECT

public:
    DockFrame(const QString& id, const QString& title, int minimumWidth, QWidget* parent = nullptr);

protected:
    /// Column of the contents; ends with a stretch.
    [[nodiscard]] QVBoxLayout* column() const { return m_column; }
    [[nodiscard]] QWidget* contents() const { return m_contents; }
    /// A caption over a widget, appended to the column; both are shown and hidden together by setSectionVisible().
    void addSection(const QString& caption, QWidget* widget);
    static void setSectionVisible(QWidget* widget, bool visible);

private:
    QWidget* makeTitle(const QString& title);

    QWidget* m_contents;
    QVBoxLayout* m_column;
};

}  // namespace zrecord::widgets
