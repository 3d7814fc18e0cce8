#pragma once

#include <initializer_list>
#include <utility>

#include <QFrame>
#include <QVBoxLayout>

class QAbstractItemModel;
class QTableView;
class QToolButton;

namespace zrecord::workbench {
class StoreDocument;
}

namespace zrecord::widgets {

// Parts that the panels of the laboratory share.

/// A card with a caption (none when empty), and the layout below it.
[[nodiscard]] std::pair<QFrame*, QVBoxLayout*> makeCard(const QString& caption);
/// Cards below one another at the side of a panel; they scroll when the window is low.
[[nodiscard]] QWidget* makeSide(std::initializer_list<QWidget*> cards);
/// Fills an empty panel: a head, a plot beside a side, and a table of results over the whole width.
void arrangePanel(QWidget& panel, QWidget* head, QWidget* plot, QWidget* results, QWidget* side);
/// A quiet button with an icon alone; the text is its tool tip and name.
[[nodiscard]] QToolButton* makeIconButton(const QString& objectName, const QString& iconName, const QString& text);
/// Shows the model one row at a time, to be chosen and not to be edited.
void showRows(QTableView& table, QAbstractItemModel& model, int rowHeight);
/// The folder of one stream of a document.
[[nodiscard]] QString streamPath(const workbench::StoreDocument& document, std::size_t stream);

}  // namespace zrecord::widgets
