#include "widgets/browse/record_table.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>

#include "widgets/browse/record_delegate.h"
#include "widgets/browse/record_keys.h"
#include "widgets/theme/fonts.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

using Gesture = workbench::RecordSelection::Gesture;

namespace {

constexpr int kRowGap = 10;
constexpr int kListWidth = 216;
constexpr int kNumberWidth = 96;
constexpr int kHeaderGap = 8;

Gesture gestureOf(Qt::KeyboardModifiers modifiers) {
    const bool control = modifiers & Qt::ControlModifier;
    if (modifiers & Qt::ShiftModifier) {
        return control ? Gesture::ExtendAdd : Gesture::Extend;
    }
    return control ? Gesture::Toggle : Gesture::Replace;
}

}  // namespace

RecordTable::RecordTable(QWidget* parent) : QTableView(parent) {
    setObjectName(QStringLiteral("recordTable"));
    setAccessibleName(tr("Records as a table"));
    setItemDelegate(new RecordDelegate(this));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    setSelectionMode(NoSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    verticalHeader()->setHighlightSections(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_filling && column == m_wideColumn)
            m_wideColumn = -1;  // who has chosen a width keeps it
    });
    horizontalHeader()->setSectionsClickable(true);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this,
            [this](int column) { sortBy(column, QGuiApplication::keyboardModifiers() & Qt::ShiftModifier); });
    connect(verticalHeader(), &QHeaderView::sectionPressed, this, &RecordTable::selectFromHeader);
    applyMetrics();
}

void RecordTable::setSession(workbench::DocumentSession* session) {
    m_session = session;
    auto* previous = selectionModel();
    setModel(session ? &session->table() : nullptr);
    delete previous;
    applyMetrics();
    if (!session) {
        return;
    }
    const auto& model = session->table();
    m_wideColumn = -1;
    for (int column = 0; column < model.columnCount(); ++column) {
        // The row header says the index already.
        setColumnHidden(column, model.columnKind(column) == workbench::RecordTableModel::ColumnKind::Index);
        const bool list = model.columnKind(column) == workbench::RecordTableModel::ColumnKind::Value &&
                          model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
        // The name is read whole: a cut header says nothing about its column.
        setColumnWidth(column, std::max(list ? kListWidth : kNumberWidth, horizontalHeader()->sectionSizeHint(column) + kHeaderGap));
        if (list && m_wideColumn < 0)
            m_wideColumn = column;
    }
    // The view has taken the columns before this is called: it was connected first.
    connect(&model, &QAbstractItemModel::columnsInserted, this, &RecordTable::fillWidth, Qt::UniqueConnection);
    connect(&model, &QAbstractItemModel::columnsRemoved, this, &RecordTable::fillWidth, Qt::UniqueConnection);
    fillWidth();
}

void RecordTable::fillWidth() {
    if (m_wideColumn < 0 || !model() || m_wideColumn >= model()->columnCount()) {
        return;
    }
    int others = 0;
    for (int column = 0; column < model()->columnCount(); ++column) {
        others += column == m_wideColumn || isColumnHidden(column) ? 0 : columnWidth(column);
    }
    const int narrowest = std::max(kListWidth, horizontalHeader()->sectionSizeHint(m_wideColumn) + kHeaderGap);
    m_filling = true;
    setColumnWidth(m_wideColumn, std::max(narrowest, viewport()->width() - others));
    m_filling = false;
}

std::optional<std::uint64_t> RecordTable::recordAt(QPoint point) const {
    const int row = rowAt(point.y());
    return m_session && row >= 0 ? std::optional<std::uint64_t>(m_session->table().recordAt(row)) : std::nullopt;
}

std::uint64_t RecordTable::rowsPerPage() const {
    const int height = std::max(verticalHeader()->defaultSectionSize(), 1);
    return static_cast<std::uint64_t>(std::max(viewport()->height() / height, 1));
}

void RecordTable::applyMetrics() {
    const QFontMetrics metrics(font());
    verticalHeader()->setDefaultSectionSize(metrics.height() + kRowGap);
    const std::uint64_t count = m_session ? m_session->document().recordCount() : 0;
    const QString widest = workbench::countText(count == 0 ? 0 : count - 1);
    verticalHeader()->setFixedWidth(metrics.horizontalAdvance(widest) + 28);
}

void RecordTable::selectFromHeader(int row) {
    if (m_session) {
        m_session->selection().select(m_session->table().recordAt(row), gestureOf(QGuiApplication::keyboardModifiers()));
    }
}

void RecordTable::sortByCurrentColumn(bool add) {
    if (m_session && currentIndex().isValid()) {
        sortBy(currentIndex().column(), add);
    }
}

void RecordTable::sortBy(int column, bool add) {
    if (!m_session) {
        return;
    }
    const QString key = m_session->table().sortKey(column);
    if (key.isEmpty()) {
        Q_EMIT message(tr("Lists have no order. Show the statistics columns and sort by one of them."));
        return;
    }
    auto& search = m_session->search();
    QStringList keys = search.sortKeys();
    const QString down = u'-' + key;
    const bool wasUp = keys.contains(key);
    const bool wasDown = keys.contains(down);
    if (!add) {
        keys.clear();
    }
    const qsizetype at = keys.indexOf(wasUp ? key : down);
    if (at >= 0 && wasUp) {
        keys[at] = down;
    } else if (at >= 0) {
        keys.removeAt(at);
    } else if (!wasDown) {
        keys << (wasUp ? down : key);
    }
    search.apply(search.filter(), keys);
}

void RecordTable::moveColumn(int delta) {
    const QModelIndex now = currentIndex();
    int column = (now.isValid() ? now.column() : 0) + delta;
    while (column >= 0 && column < model()->columnCount() && isColumnHidden(column)) {
        column += delta;
    }
    if (now.isValid() && column >= 0 && column < model()->columnCount()) {
        selectionModel()->setCurrentIndex(now.siblingAtColumn(column), QItemSelectionModel::NoUpdate);
        scrollTo(currentIndex());
    }
}

void RecordTable::keyPressEvent(QKeyEvent* event) {
    if (!m_session) {
        event->ignore();
        return;
    }
    const bool control = event->modifiers() & Qt::ControlModifier;
    if ((event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) && !control) {
        moveColumn(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const auto current = m_session->selection().current()) {
            Q_EMIT recordActivated(*current);
        }
        return;
    }
    const RecordKeys keys{1, rowsPerPage(), control};
    const auto outcome = keys.apply(*event, *m_session);
    if (outcome == RecordKeys::Outcome::ReadOnly) {
        Q_EMIT message(tr("The store is read-only. Enable editing to mark records for deletion."));
    }
    event->setAccepted(outcome != RecordKeys::Outcome::Ignored);
}

void RecordTable::mousePressEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    const auto record = recordAt(point);
    if (!record) {
        return;
    }
    auto& selection = m_session->selection();
    const QModelIndex cell = indexAt(point);
    if (cell.isValid()) {
        selectionModel()->setCurrentIndex(cell, QItemSelectionModel::NoUpdate);
    }
    if (event->button() == Qt::LeftButton) {
        m_dragging = true;
        selection.select(*record, gestureOf(event->modifiers()));
    } else if (event->button() == Qt::RightButton && !selection.isSelected(*record)) {
        selection.select(*record, Gesture::Replace);
    }
}

void RecordTable::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragging || !(event->buttons() & Qt::LeftButton) || event->modifiers() & Qt::ControlModifier) {
        QTableView::mouseMoveEvent(event);
        return;
    }
    const int y = static_cast<int>(event->position().y());
    if (y < 0 || y >= viewport()->height()) {
        Q_EMIT scrollWanted(y < 0 ? -1 : 1);
    }
    const auto record = recordAt({0, std::clamp(y, 0, viewport()->height() - 1)});
    if (record && m_session->selection().current() != record) {
        m_session->selection().select(*record, Gesture::Extend);
    }
}

void RecordTable::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

void RecordTable::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto record = recordAt(event->position().toPoint());
    if (record && event->button() == Qt::LeftButton) {
        Q_EMIT recordActivated(*record);
    }
}

void RecordTable::wheelEvent(QWheelEvent* event) {
    Q_EMIT wheelTurned(event);
}

void RecordTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fillWidth();
    Q_EMIT laidOut();
}

void RecordTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        applyMetrics();
        Q_EMIT laidOut();
    }
}

}  // namespace zrecord::widgets
