#pragma once

#include <functional>

#include <QFrame>

#include "widgets/plots/plot_widget.h"

class QStackedWidget;
class QTableView;
class QToolButton;

namespace zrecord::widgets {

class ElidedLabel;
class TextLabel;

/// A plot on a card: title, names of the series, a line that reads out the current point, the same data as a table, and
/// export as picture or CSV. Without data it shows a sentence instead.
class PlotCard final : public QFrame {
    Q_OBJECT

public:
    /// `name` is the object's name; its buttons are "<name>Table" and "<name>Export".
    PlotCard(const QString& name, const QString& title, QWidget* parent = nullptr);

    /// `keepView`: the data has grown, the zoom stays.
    void setContent(const PlotContent& content, bool keepView = false);
    /// Shown while there is nothing to plot.
    void setMessage(const QString& text);
    void setTitle(const QString& title);
    /// How a point reads; otherwise "x title value, y title value".
    void setReadout(std::function<QString(std::size_t series, std::size_t point)> readout) { m_readout = std::move(readout); }
    /// A dim sentence at the right of the title; gives way when space is short.
    void setNote(const QString& text);
    /// A widget at the right of the title, before the buttons.
    void addHeaderWidget(QWidget* widget);
    [[nodiscard]] PlotWidget& plot() { return *m_plot; }
    [[nodiscard]] bool showsTable() const;
    void showTable(bool on);

Q_SIGNALS:
    /// For the status bar: where an export went, or why it did not.
    void message(const QString& text);

private:
    void chooseFile(const QString& ending);
    void updatePage();
    void readOut();

    QString m_name;
    TextLabel* m_title;
    TextLabel* m_legend;
    ElidedLabel* m_note;
    QLayout* m_header;
    QToolButton* m_tableButton;
    QToolButton* m_exportButton;
    QStackedWidget* m_pages;
    PlotWidget* m_plot;
    QTableView* m_table;
    TextLabel* m_message;
    ElidedLabel* m_line;
    std::function<QString(std::size_t, std::size_t)> m_readout;
};

}  // namespace zrecord::widgets
