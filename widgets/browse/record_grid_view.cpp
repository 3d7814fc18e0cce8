#include "widgets/browse/record_grid_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

#include "widgets/browse/record_keys.h"
#include "widgets/common/record_scroll_bar.h"
#include "widgets/theme/theme.h"
#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/selection/record_order.h"

namespace zrecord::widgets {

using Gesture = workbench::RecordSelection::Gesture;

namespace {
constexpr int kGap = 8;
constexpr int kAutoScrollTick = 30;  // milliseconds
}

RecordGridView::RecordGridView(workbench::TaskRunner& runner, QWidget* parent)
    : QAbstractScrollArea(parent), m_loader(runner), m_bar(new RecordScrollBar) {
    setObjectName(QStringLiteral("recordGrid"));
    setAccessibleName(tr("Records as pictures"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setVerticalScrollBar(m_bar);
    viewport()->setMouseTracking(true);
    connect(m_bar, &RecordScrollBar::positionChanged, this, [this] {
        viewport()->update();
        requestSoon();
    });
    m_autoScroll.setInterval(kAutoScrollTick);
    connect(&m_autoScroll, &QTimer::timeout, this, &RecordGridView::autoScroll);
    m_request.setSingleShot(true);
    m_request.setInterval(0);
    connect(&m_request, &QTimer::timeout, this, &RecordGridView::requestNow);
    connect(&m_loader, &TileLoader::overdue, viewport(), qOverload<>(&QWidget::update));
    relayout();
}

RecordGridView::~RecordGridView() = default;

void RecordGridView::setSession(workbench::DocumentSession* session) {
    if (m_session) {
        m_session->selection().disconnect(this);
        m_session->pending().disconnect(this);
        m_session->tags().disconnect(this);
        m_session->thumbnails().disconnect(this);
        m_session->cache().disconnect(this);
        m_session->disconnect(this);
    }
    m_loader.setSession(session);
    m_session = session;
    m_stream = 0;
    m_hovered.reset();
    if (m_session) {
        const auto repaint = [this] { viewport()->update(); };
        connect(&m_session->selection(), &workbench::RecordSelection::selectionChanged, this, repaint);
        connect(&m_session->selection(), &workbench::RecordSelection::currentChanged, this, &RecordGridView::currentMoved);
        connect(&m_session->pending(), &workbench::PendingChanges::changed, this, repaint);
        connect(&m_session->tags(), &workbench::RecordTags::changed, this, repaint);
        connect(&m_session->thumbnails(), &workbench::ThumbnailCache::thumbnailsChanged, this, &RecordGridView::repaintRecords);
        connect(&m_session->cache(), &workbench::RecordCache::recordsChanged, this,
                [this](std::size_t, std::uint64_t first, std::uint64_t count) { repaintRecords(first, count); });
        const auto renew = [this] {
            updateStreams();
            relayout();
            requestSoon();
        };
        connect(m_session, &workbench::DocumentSession::recordsRemapped, this, renew);
        connect(m_session, &workbench::DocumentSession::imageOptionsChanged, this, [this](std::size_t stream) {
            if (stream == m_stream) {
                setStream(stream);
            }
        });
        connect(m_session, &workbench::DocumentSession::sourceReplaced, this, renew);
        connect(m_session, &workbench::DocumentSession::orderChanged, this, [this] {
            m_hovered.reset();
            relayout();
            scrollToRecord(m_session->selection().current().value_or(0));
            requestSoon();
        });
    }
    updateStreams();
    relayout();
    m_bar->setPosition(0);
    requestSoon();
}

void RecordGridView::setStream(std::size_t stream) {
    m_stream = stream;
    updateStreams();
    viewport()->update();
    requestSoon();
}

void RecordGridView::setTileSize(TileSize size) {
    if (size == m_tileSize) {
        return;
    }
    const std::uint64_t top = topRecord();
    m_tileSize = size;
    updateStreams();
    relayout();
    scrollToTop(top);
    requestSoon();
}

int RecordGridView::edge() const {
    switch (m_tileSize) {
    case TileSize::Small: return 52;
    case TileSize::Medium: return 76;
    case TileSize::Large: return 148;
    }
    return 76;
}

std::uint64_t RecordGridView::rows() const {
    return m_session ? m_session->order().count() : 0;
}

std::uint64_t RecordGridView::recordAt(std::uint64_t row) const {
    return m_session->order().recordAt(row);
}

GridGeometry::Range RecordGridView::visibleRows() const {
    // The order grows shorter before the grid is laid out anew, and signals in between make it draw.
    GridGeometry::Range visible = m_geometry.visible(m_bar->position());
    visible.end = std::min(visible.end, rows());
    visible.first = std::min(visible.first, visible.end);
    return visible;
}

std::optional<std::uint64_t> RecordGridView::recordUnder(QPoint point) const {
    const auto row = m_session ? m_geometry.indexAt(point, m_bar->position()) : std::nullopt;
    return row ? std::optional(recordAt(*row)) : std::nullopt;
}

void RecordGridView::updateStreams() {
    m_source = TileSource();
    if (!m_session) {
        return;
    }
    m_source = TileSource(*m_session, m_stream);
    const auto edgePixels = static_cast<int>(edge() * devicePixelRatioF());
    m_session->thumbnails().configure(m_stream, edgePixels, m_session->imageOptions(m_stream));
}

void RecordGridView::relayout() {
    m_painter = std::make_unique<TilePainter>(edge(), font());
    const std::uint64_t records = m_session ? m_session->document().recordCount() : 0;
    // Every digit is as wide as the next in the tabular font, so the last index is the widest.
    const QSize tile = m_painter->tileSize(workbench::countText(records == 0 ? 0 : records - 1));
    m_geometry = GridGeometry(rows(), tile, kGap, viewport()->size());
    m_bar->setStep(static_cast<std::uint64_t>(m_geometry.rowHeight()));
    m_bar->setExtent(m_geometry.contentHeight(), static_cast<std::uint64_t>(std::max(viewport()->height(), 1)));
    viewport()->update();
}

std::uint64_t RecordGridView::topRecord() const {
    const std::uint64_t row = m_geometry.visible(m_bar->position()).first;
    return row < rows() ? recordAt(row) : 0;
}

void RecordGridView::scrollToTop(std::uint64_t record) {
    m_bar->setPosition(rows() == 0 ? 0 : m_geometry.rowTop(m_session->order().nearestRow(record)));
}

void RecordGridView::scrollToRecord(std::uint64_t record) {
    if (const auto row = m_session ? m_session->order().rowOf(record) : std::nullopt) {
        m_bar->setPosition(m_geometry.scrollToShow(*row, m_bar->position()));
    }
}

void RecordGridView::centreRecord(std::uint64_t record) {
    const auto row = m_session ? m_session->order().rowOf(record) : std::nullopt;
    if (!row || m_geometry.scrollToShow(*row, m_bar->position()) == m_bar->position()) {
        return;
    }
    const auto above = static_cast<std::uint64_t>(std::max((viewport()->height() - m_geometry.rowHeight()) / 2, 0));
    const std::uint64_t top = m_geometry.rowTop(*row);
    m_bar->setPosition(top > above ? top - above : 0);
}

QRect RecordGridView::tileRect(std::uint64_t record) const {
    const auto row = m_session ? m_session->order().rowOf(record) : std::nullopt;
    return row ? m_geometry.tileRect(*row, m_bar->position()) : QRect();
}

Tile RecordGridView::tile(std::uint64_t record) const {
    Tile tile = m_source.tile(record, m_loader.showsLoading());
    tile.focused = tile.current && hasFocus();
    tile.hovered = m_hovered == record;
    return tile;
}

void RecordGridView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), Theme::of(palette()).window);
    if (!m_session) {
        return;
    }
    const GridGeometry::Range visible = visibleRows();
    const QRect damaged = event->rect().adjusted(-kGap, -kGap, kGap, kGap);
    for (std::uint64_t row = visible.first; row < visible.end; ++row) {
        const QRect rect = m_geometry.tileRect(row, m_bar->position());
        if (rect.intersects(damaged)) {
            m_painter->paint(painter, rect, tile(recordAt(row)), palette());
        }
    }
}

void RecordGridView::resizeEvent(QResizeEvent*) {
    const std::uint64_t top = topRecord();
    const int columns = m_geometry.columns();
    relayout();
    if (m_geometry.columns() != columns) {
        scrollToTop(top);
    }
    requestSoon();
}

void RecordGridView::requestSoon() {
    if (m_session && isVisible() && !m_request.isActive()) {
        m_request.start();
    }
}

void RecordGridView::requestNow() {
    if (!m_session || !isVisible() || rows() == 0) {
        return;
    }
    const GridGeometry::Range visible = visibleRows();
    const std::uint64_t screen = visible.end - visible.first;
    const std::uint64_t first = visible.first > screen ? visible.first - screen : 0;
    m_loader.load(m_source, m_session->order().records(first, std::min(visible.end + screen, rows()) - 1));
}

void RecordGridView::repaintRecords(std::uint64_t first, std::uint64_t count) {
    const GridGeometry::Range visible = visibleRows();
    bool waiting = false;
    bool touched = false;
    for (std::uint64_t row = visible.first; row < visible.end; ++row) {
        const std::uint64_t record = recordAt(row);
        if (record - first < count) {
            viewport()->update(m_geometry.tileRect(row, m_bar->position()));
            touched = true;
        }
        waiting = waiting || m_source.isAwaited(record);
    }
    if (touched && !waiting) {
        m_loader.allShown();
    }
}

void RecordGridView::currentMoved() {
    if (const auto current = m_session->selection().current(); current && !m_dragging) {
        scrollToRecord(*current);
    }
    viewport()->update();
    describeCurrent();
}

void RecordGridView::describeCurrent() {
    const auto current = m_session->selection().current();
    setAccessibleDescription(current ? m_source.description(*current) : QString());
    if (hasFocus()) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void RecordGridView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        event->ignore();
        return;
    }
    if (!event->pixelDelta().isNull()) {
        m_bar->moveBy(-event->pixelDelta().y());
    } else {
        // One notch is one row, and finer wheels move by parts of it.
        m_wheelRest += event->angleDelta().y() * m_geometry.rowHeight();
        const int pixels = m_wheelRest / 120;
        m_wheelRest -= pixels * 120;
        m_bar->moveBy(-pixels);
    }
    event->accept();
}

void RecordGridView::mousePressEvent(QMouseEvent* event) {
    const auto record = recordUnder(event->position().toPoint());
    if (!record || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)) {
        return;
    }
    auto& selection = m_session->selection();
    if (event->button() == Qt::RightButton) {
        if (!selection.isSelected(*record)) {
            selection.select(*record, Gesture::Replace);
        }
        return;
    }
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    selection.select(*record, shift ? (control ? Gesture::ExtendAdd : Gesture::Extend)
                                    : control ? Gesture::Toggle : Gesture::Replace);
    m_dragging = !shift && !control;
    m_dragPoint = event->position().toPoint();
}

void RecordGridView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (m_dragging && event->buttons() & Qt::LeftButton) {
        dragTo(point);
        return;
    }
    if (const auto record = recordUnder(point); record != std::exchange(m_hovered, record)) {
        viewport()->update();
    }
}

void RecordGridView::dragTo(QPoint point) {
    m_dragPoint = point;
    const bool outside = point.y() < 0 || point.y() >= viewport()->height();
    if (outside && !m_autoScroll.isActive()) {
        m_autoScroll.start();
    } else if (!outside) {
        m_autoScroll.stop();
    }
    const auto row = m_geometry.nearestIndex(point, m_bar->position());
    if (row && m_session->selection().current() != recordAt(*row)) {
        m_session->selection().selectRow(*row, Gesture::Extend);
    }
}

void RecordGridView::autoScroll() {
    const int beyond = m_dragPoint.y() < 0 ? m_dragPoint.y() : m_dragPoint.y() - viewport()->height() + 1;
    m_bar->moveBy(std::clamp(beyond, -200, 200));
    dragTo(m_dragPoint);
}

void RecordGridView::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
    m_autoScroll.stop();
}

void RecordGridView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto record = recordUnder(event->position().toPoint());
    if (record && event->button() == Qt::LeftButton) {
        Q_EMIT recordActivated(*record);
    }
}

void RecordGridView::leaveEvent(QEvent*) {
    m_hovered.reset();
    viewport()->update();
}

void RecordGridView::keyPressEvent(QKeyEvent* event) {
    if (!m_session) {
        event->ignore();
        return;
    }
    if (event->key() == Qt::Key_Space && !event->modifiers()) {
        if (!event->isAutoRepeat()) {
            m_peeking = true;
            Q_EMIT peekRequested(true);
        }
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const auto current = m_session->selection().current()) {
            Q_EMIT recordActivated(*current);
        }
        return;
    }
    const auto columns = static_cast<std::uint64_t>(m_geometry.columns());
    const RecordKeys keys{columns, m_geometry.rowsPerPage() * columns};
    const auto outcome = keys.apply(*event, *m_session);
    if (outcome == RecordKeys::Outcome::ReadOnly) {
        Q_EMIT message(tr("The store is read-only. Enable editing to mark records for deletion."));
    }
    event->setAccepted(outcome != RecordKeys::Outcome::Ignored);
}

void RecordGridView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        endPeek();
        return;
    }
    event->ignore();
}

void RecordGridView::endPeek() {
    if (std::exchange(m_peeking, false)) {
        Q_EMIT peekRequested(false);
    }
}

void RecordGridView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void RecordGridView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    endPeek();
    viewport()->update();
}

void RecordGridView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        const std::uint64_t top = topRecord();
        relayout();
        scrollToTop(top);
    } else if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

void RecordGridView::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    relayout();
    if (m_session && m_session->selection().current()) {
        scrollToRecord(*m_session->selection().current());
    }
    requestSoon();
}

bool RecordGridView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip && m_session) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto record = recordUnder(help->pos());
        const QString text = record ? m_source.toolTip(*record) : QString();
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RecordGridView::scrollContentsBy(int, int) {
    // The bar's own signal repaints: Qt's pixels are not ours.
}

}  // namespace zrecord::widgets
