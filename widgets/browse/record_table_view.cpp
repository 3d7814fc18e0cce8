#include "widgets/browse/record_table_view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <vector>

#include "widgets/browse/record_table.h"
#include "widgets/common/record_scroll_bar.h"
#include "workbench/document/document_session.h"
#include "workbench/selection/record_order.h"

namespace zrecord::widgets {

RecordTableView::RecordTableView(QWidget* parent) : QWidget(parent), m_table(new RecordTable), m_bar(new RecordScrollBar) {
    setObjectName(QStringLiteral("recordTableView"));
    setFocusProxy(m_table);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_bar);
    connect(m_bar, &RecordScrollBar::positionChanged, this, &RecordTableView::showPosition);
    connect(m_table, &RecordTable::wheelTurned, this, [this](QWheelEvent* event) {
        const bool sideways = event->angleDelta().y() == 0 || event->modifiers() & Qt::ShiftModifier;
        QCoreApplication::sendEvent(sideways ? static_cast<QWidget*>(m_table->horizontalScrollBar()) : m_bar, event);
    });
    connect(m_table, &RecordTable::scrollWanted, this, [this](int rows) { m_bar->moveBy(rows); });
    connect(m_table, &RecordTable::laidOut, this, &RecordTableView::updateExtent);
    connect(m_table, &RecordTable::recordActivated, this, &RecordTableView::recordActivated);
    connect(m_table, &RecordTable::message, this, &RecordTableView::message);
    // Qt scrolls the inner view when it brings a cell into sight; the 64-bit position follows.
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_session && !m_settling) {
            m_bar->setPosition(m_session->table().base() + static_cast<std::uint64_t>(value));
        }
    });
    m_request.setSingleShot(true);
    m_request.setInterval(0);
    connect(&m_request, &QTimer::timeout, this, &RecordTableView::requestNow);
}

RecordTableView::~RecordTableView() = default;

void RecordTableView::setSession(workbench::DocumentSession* session) {
    if (m_session) {
        m_session->selection().disconnect(this);
        m_session->table().disconnect(this);
        m_session->disconnect(this);
        m_session->fetcher().cancel();
    }
    m_session = session;
    attachTable();
    if (m_session) {
        connect(&m_session->selection(), &workbench::RecordSelection::currentChanged, this, &RecordTableView::currentMoved);
        connect(&m_session->table(), &workbench::RecordTableModel::baseChanged, this, &RecordTableView::followCurrent);
        connect(&m_session->table(), &QAbstractItemModel::modelReset, this, [this] {
            attachTable();
            updateExtent();
        });
        const auto renew = [this] {
            updateExtent();
            followCurrent();
            requestSoon();
        };
        connect(m_session, &workbench::DocumentSession::recordsRemapped, this, renew);
        connect(m_session, &workbench::DocumentSession::sourceReplaced, this, renew);
        connect(m_session, &workbench::DocumentSession::orderChanged, this, [this, renew] {
            renew();
            scrollToRecord(m_session->selection().current().value_or(0));
        });
    }
    updateExtent();
    m_bar->setPosition(0);
    followCurrent();
    requestSoon();
}

void RecordTableView::attachTable() {
    m_table->setSession(m_session);
    if (!m_session) {
        return;
    }
    connect(m_table->selectionModel(), &QItemSelectionModel::currentColumnChanged, this, [this](const QModelIndex& now) {
        const int stream = now.isValid() ? m_session->table().columnStream(now.column()) : -1;
        if (stream >= 0 && !m_settling) {
            Q_EMIT streamChosen(static_cast<std::size_t>(stream));
        }
    });
}

void RecordTableView::setStream(std::size_t stream) {
    if (!m_session || stream >= m_session->document().streams().size()) {
        return;
    }
    if (m_table->currentIndex().isValid() &&
        m_session->table().columnStream(m_table->currentIndex().column()) == static_cast<int>(stream)) {
        return;
    }
    const QScopedValueRollback settling(m_settling, true);
    const int column = m_session->table().valueColumn(static_cast<int>(stream));
    const QModelIndex now = m_table->currentIndex();
    const int row = now.isValid() ? now.row() : 0;
    if (m_session->table().rowCount() > 0) {
        m_table->selectionModel()->setCurrentIndex(m_session->table().index(row, column), QItemSelectionModel::NoUpdate);
    }
    followCurrent();
}

std::uint64_t RecordTableView::topRecord() const {
    return m_bar->position() < rows() ? m_session->order().recordAt(m_bar->position()) : 0;
}

std::uint64_t RecordTableView::rows() const {
    return m_session ? m_session->order().count() : 0;
}

void RecordTableView::scrollToTop(std::uint64_t record) {
    m_bar->setPosition(rows() == 0 ? 0 : m_session->order().nearestRow(record));
}

void RecordTableView::scrollToRecord(std::uint64_t record) {
    const auto row = m_session ? m_session->order().rowOf(record) : std::nullopt;
    const std::uint64_t top = m_bar->position();
    if (row && *row < top) {
        m_bar->setPosition(*row);
    } else if (row && *row >= top + visibleRows()) {
        m_bar->setPosition(*row - visibleRows() + 1);
    }
}

void RecordTableView::centreRecord(std::uint64_t record) {
    const auto row = m_session ? m_session->order().rowOf(record) : std::nullopt;
    const std::uint64_t top = m_bar->position();
    if (row && (*row < top || *row >= top + visibleRows())) {
        const std::uint64_t above = visibleRows() / 2;
        m_bar->setPosition(*row > above ? *row - above : 0);
    }
}

std::uint64_t RecordTableView::visibleRows() const {
    return m_table->rowsPerPage();
}

void RecordTableView::updateExtent() {
    m_bar->setExtent(rows(), visibleRows());
    showPosition();
}

void RecordTableView::showPosition() {
    if (!m_session || m_session->table().rowCount() == 0) {
        return;
    }
    const std::uint64_t position = m_bar->position();
    m_session->table().ensureWindow(position, visibleRows() + 1);
    if (const auto row = m_session->table().rowAt(position)) {
        const QScopedValueRollback settling(m_settling, true);
        m_table->verticalScrollBar()->setValue(*row);
    }
    requestSoon();
}

void RecordTableView::currentMoved() {
    if (const auto current = m_session->selection().current()) {
        scrollToRecord(*current);
    }
    followCurrent();
}

void RecordTableView::followCurrent() {
    if (!m_session || !m_table->selectionModel()) {
        return;
    }
    // The cell stays on its record while the window slides below it; outside the window there is no cell to stand on.
    const auto& model = m_session->table();
    const auto current = m_session->selection().current();
    const auto row = current ? model.rowOf(*current) : std::nullopt;
    const QModelIndex now = m_table->currentIndex();
    const int column = now.isValid() ? now.column() : model.columnCount() > 0 ? model.valueColumn(0) : 0;
    if (row) {
        const QScopedValueRollback settling(m_settling, true);
        m_table->selectionModel()->setCurrentIndex(model.index(*row, column), QItemSelectionModel::NoUpdate);
    }
}

void RecordTableView::requestSoon() {
    if (m_session && isVisible() && !m_request.isActive()) {
        m_request.start();
    }
}

void RecordTableView::requestNow() {
    if (!m_session || !isVisible() || rows() == 0) {
        return;
    }
    std::vector<std::size_t> streams;
    for (std::size_t i = 0; i < m_session->document().streams().size(); ++i) {
        streams.push_back(i);
    }
    const std::uint64_t screen = visibleRows() + 1;
    const std::uint64_t top = m_bar->position();
    const std::uint64_t first = top > screen ? top - screen : 0;
    m_session->fetcher().request(streams, m_session->order().records(first, std::min(top + 2 * screen, rows()) - 1));
}

void RecordTableView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    updateExtent();
    if (m_session && m_session->selection().current()) {
        scrollToRecord(*m_session->selection().current());
    }
    followCurrent();
    requestSoon();
}

void RecordTableView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateExtent();
}

}  // namespace zrecord::widgets
