#include "widgets/browse/browse_perspective.h"

#include <QAbstractItemView>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_actions.h"
#include "widgets/browse/empty_store_page.h"
#include "widgets/browse/no_match_page.h"
#include "widgets/browse/peek_overlay.h"
#include "widgets/browse/record_table.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/record_scroll_bar.h"
#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/viewers/record_viewer.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/selection/record_order.h"

namespace zrecord::widgets {

namespace {

constexpr int kBarHeight = 44;
constexpr int kViewerWidth = 420;

QToolButton* makeChoice(QButtonGroup* group, int id, const QString& name, const QString& toolTip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setCheckable(true);
    button->setProperty("quiet", true);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    group->addButton(button, id);
    return button;
}

}  // namespace

BrowsePerspective::BrowsePerspective(workbench::TaskRunner& runner, QWidget* parent)
    : Perspective(parent), m_pages(new QStackedWidget), m_splitter(new QSplitter(Qt::Horizontal)), m_lists(new QStackedWidget), m_empty(new EmptyStorePage),
      m_noMatch(new NoMatchPage),
      m_grid(new RecordGridView(runner)), m_table(new RecordTableView), m_viewer(new RecordViewer(runner)),
      m_peek(new PeekOverlay(runner, this)) {
    setObjectName(QStringLiteral("browsePerspective"));
    m_lists->addWidget(m_grid);
    m_lists->addWidget(m_table);
    m_lists->setMinimumWidth(260);
    m_splitter->setObjectName(QStringLiteral("browseSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_lists);
    m_viewer->setMinimumWidth(340);
    m_splitter->addWidget(m_viewer);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({kViewerWidth * 3 / 2, kViewerWidth});
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_noMatch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(makeSeparator(Qt::Horizontal));
    layout->addWidget(m_pages, 1);
    connectViews();
    renew();
}

BrowsePerspective::~BrowsePerspective() = default;

QString BrowsePerspective::id() const {
    return QStringLiteral("browse");
}

QString BrowsePerspective::title() const {
    return tr("Browse");
}

void BrowsePerspective::contributeActions(ActionRegistry& registry) {
    addBrowseActions(registry, *this);
    m_empty->addButtons(registry);
}

QStringList BrowsePerspective::menuActions(const QString& menu) const {
    return browseMenu(menu);
}

QWidget* BrowsePerspective::buildBar() {
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("browseBar"));
    bar->setProperty("panel", true);
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(kBarHeight);
    m_modeButtons = new QButtonGroup(this);
    auto* grid = makeChoice(m_modeButtons, static_cast<int>(Mode::Grid), QStringLiteral("gridMode"), tr("Show records as pictures"));
    grid->setIcon(icon(QStringLiteral("grid")));
    auto* table = makeChoice(m_modeButtons, static_cast<int>(Mode::Table), QStringLiteral("tableMode"), tr("Show records as a table"));
    table->setIcon(icon(QStringLiteral("table")));
    m_sizeButtons = new QButtonGroup(this);
    m_sizes = new QWidget;
    auto* sizes = new QHBoxLayout(m_sizes);
    sizes->setContentsMargins(8, 0, 0, 0);
    sizes->setSpacing(4);
    const struct {
        RecordGridView::TileSize size;
        QString name, text, toolTip;
    } kSizes[] = {{RecordGridView::TileSize::Small, QStringLiteral("tilesSmall"), tr("S"), tr("Small pictures")},
                  {RecordGridView::TileSize::Medium, QStringLiteral("tilesMedium"), tr("M"), tr("Medium pictures")},
                  {RecordGridView::TileSize::Large, QStringLiteral("tilesLarge"), tr("L"), tr("Large pictures")}};
    for (const auto& choice : kSizes) {
        auto* button = makeChoice(m_sizeButtons, static_cast<int>(choice.size), choice.name, choice.toolTip);
        button->setText(choice.text);
        sizes->addWidget(button);
    }
    m_sizeButtons->button(static_cast<int>(RecordGridView::TileSize::Medium))->setChecked(true);
    m_summary = new ElidedLabel({}, Qt::ElideMiddle);
    m_summary->setTone(Tone::Dim);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(4);
    layout->addWidget(grid);
    layout->addWidget(table);
    layout->addWidget(m_sizes);
    layout->addWidget(m_summary, 1);
    return bar;
}

void BrowsePerspective::connectViews() {
    connect(m_modeButtons, &QButtonGroup::idClicked, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(m_sizeButtons, &QButtonGroup::idClicked, this,
            [this](int size) { setTileSize(static_cast<RecordGridView::TileSize>(size)); });
    connect(m_grid, &RecordGridView::recordActivated, m_viewer, &RecordViewer::focusView);
    connect(m_table, &RecordTableView::recordActivated, m_viewer, &RecordViewer::focusView);
    connect(m_grid, &RecordGridView::peekRequested, this, &BrowsePerspective::peek);
    connect(m_grid, &RecordGridView::message, this, &Perspective::message);
    connect(m_table, &RecordTableView::message, this, &Perspective::message);
    connect(m_viewer, &RecordViewer::message, this, &Perspective::message);
    const auto choose = [this](std::size_t stream) {
        setStream(stream);
        Q_EMIT streamChanged(stream);
    };
    connect(m_viewer, &RecordViewer::streamChosen, this, [this, choose](std::size_t stream) {
        // Who reads a record stream by stream keeps the list as it is.
        if (m_session)
            m_places[m_session].chosenMode = m_mode;
        choose(stream);
    });
    connect(m_viewer, &RecordViewer::left, this, [this] { m_lists->currentWidget()->setFocus(); });
    connect(m_table, &RecordTableView::streamChosen, this, choose);
}

void BrowsePerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session) {
        return;
    }
    if (m_session) {
        m_places[m_session].top = topRecord();
        m_session->disconnect(this);
        m_session->document().disconnect(this);
        m_session->search().disconnect(this);
    }
    peek(false);
    m_session = session;
    m_stream = 0;
    m_duplicatesOf.reset();
    m_grid->setSession(session);
    m_table->setSession(session);
    m_viewer->setSession(session);
    if (session) {
        connect(session, &QObject::destroyed, this, [this, session] { m_places.erase(session); });
        connect(session, &workbench::DocumentSession::sourceReplaced, this, &BrowsePerspective::renew);
        connect(session, &workbench::DocumentSession::recordsRemapped, this, &BrowsePerspective::renew);
        connect(&session->document(), &workbench::StoreDocument::changed, this, &BrowsePerspective::updateBar);
        connect(session, &workbench::DocumentSession::orderChanged, this, &BrowsePerspective::renew);
        connect(&session->search(), &workbench::RecordSearch::duplicatesFound, this, &BrowsePerspective::takeDuplicates);
        session->search().setMainStream(0);
        showMode(m_places[session].chosenMode.value_or(suitableMode()));
        const std::uint64_t top = m_places[session].top;
        m_grid->scrollToTop(top);
        m_table->scrollToTop(top);
        takeFocus();
    }
    renew();
}

void BrowsePerspective::takeFocus() {
    // What was just opened gets the keys, unless somebody is typing or walking through a list.
    const QWidget* focused = window()->focusWidget();
    const bool busy = qobject_cast<const QLineEdit*>(focused) || qobject_cast<const QAbstractItemView*>(focused);
    if (isVisible() && !busy) {
        m_lists->currentWidget()->setFocus();
    }
}

void BrowsePerspective::setStream(std::size_t stream) {
    if (!m_session || stream == m_stream) {
        return;
    }
    m_stream = stream;
    m_grid->setStream(stream);
    m_table->setStream(stream);
    m_viewer->setStream(stream);
    m_session->search().setMainStream(stream);
    if (!m_places[m_session].chosenMode) {
        showMode(suitableMode());
    }
    updateBar();
}

void BrowsePerspective::goToRecord(std::uint64_t index) {
    if (!m_session) {
        return;
    }
    // A jump ends in the middle, with the neighbours on both sides; a record that is in sight stays where it is.
    if (m_mode == Mode::Grid) {
        m_grid->centreRecord(index);
    } else {
        m_table->centreRecord(index);
    }
    m_session->selection().select(index, workbench::RecordSelection::Gesture::Replace);
    if (!m_session->order().rowOf(index)) {
        Q_EMIT message(tr("Record %1 does not match the filter.").arg(workbench::countText(index)));
    }
}

void BrowsePerspective::showDuplicatesOfCurrent() {
    const auto current = m_session ? m_session->selection().current() : std::nullopt;
    if (!current) {
        return;
    }
    if (m_session->search().showGroupOf(*current)) {
        Q_EMIT message(tr("Equal to record %1: %2 others").arg(workbench::countText(*current), workbench::countText(m_session->order().count() - 1)));
    } else if (m_session->search().duplicates().isEmpty() && !m_duplicatesOf) {
        m_duplicatesOf = current;
        m_session->search().findDuplicates();
    } else {
        Q_EMIT message(tr("No other record is equal to record %1.").arg(workbench::countText(*current)));
    }
}

void BrowsePerspective::takeDuplicates() {
    const workbench::DuplicateGroups& found = m_session->search().duplicates();
    if (const auto of = std::exchange(m_duplicatesOf, std::nullopt)) {
        if (!m_session->search().showGroupOf(*of)) {
            m_session->search().clear();
            Q_EMIT message(tr("No other record is equal to record %1.").arg(workbench::countText(*of)));
        }
        m_session->selection().select(*of);
        return;
    }
    if (found.isEmpty()) {
        Q_EMIT message(tr("No two records are equal."));
        return;
    }
    auto& selection = m_session->selection();
    const workbench::RecordRanges redundant = found.redundant();
    selection.select(redundant.nth(0), workbench::RecordSelection::Gesture::Replace);
    selection.setRanges(redundant);
    Q_EMIT message(tr("Groups of equal records: %1. All but the first of each are selected: %2. Del marks them for deletion.")
                       .arg(workbench::countText(found.groups().size()), workbench::countText(redundant.count())));
}

void BrowsePerspective::goToRandomRecord() {
    const std::uint64_t count = m_session ? m_session->order().count() : 0;
    if (count == 0) {
        return;
    }
    // Drawing among the 2^64 values that are a multiple of the count keeps every record equally likely.
    const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % count;
    std::uint64_t drawn = QRandomGenerator::global()->generate64();
    while (drawn >= limit) {
        drawn = QRandomGenerator::global()->generate64();
    }
    const std::uint64_t record = m_session->order().recordAt(drawn % count);
    goToRecord(record);
    Q_EMIT message(tr("Record %1, drawn at random").arg(workbench::countText(record)));
}

QList<QWidget*> BrowsePerspective::panes() const {
    QList<QWidget*> panes;
    if (m_mode == Mode::Grid) {
        panes << m_grid;
    } else {
        panes << m_table;
    }
    panes << m_viewer;
    return panes;
}

void BrowsePerspective::setMode(Mode mode) {
    if (m_session) {
        m_places[m_session].chosenMode = mode;
    }
    const bool hadFocus = m_lists->isAncestorOf(focusWidget());
    showMode(mode);
    if (hadFocus) {
        m_lists->currentWidget()->setFocus();
    }
}

void BrowsePerspective::showMode(Mode mode) {
    const bool changed = mode != m_mode;
    if (changed) {
        const std::uint64_t top = topRecord();
        m_mode = mode;
        m_lists->setCurrentIndex(mode == Mode::Grid ? 0 : 1);
        if (mode == Mode::Grid) {
            m_grid->scrollToTop(top);
        } else {
            m_table->scrollToTop(top);
        }
    }
    m_modeButtons->button(static_cast<int>(mode))->setChecked(true);
    m_sizes->setVisible(mode == Mode::Grid);
    if (changed) {
        Q_EMIT modeChanged(mode);
    }
}

void BrowsePerspective::setTileSize(RecordGridView::TileSize size) {
    m_grid->setTileSize(size);
    m_sizeButtons->button(static_cast<int>(size))->setChecked(true);
    Q_EMIT tileSizeChanged(size);
}

BrowsePerspective::Mode BrowsePerspective::suitableMode() const {
    const auto& streams = m_session->document().streams();
    if (m_stream >= streams.size() || streams[m_stream].summary.kind != StoreKind::Dense) {
        return Mode::Table;
    }
    const auto& summary = streams[m_stream].summary;
    return workbench::guessImageLayout(summary.dtype, summary.itemShape) == workbench::ImageLayout::None ? Mode::Table
                                                                                                         : Mode::Grid;
}

QString BrowsePerspective::savedView(workbench::DocumentSession* session) const {
    Mode mode = m_mode;
    std::uint64_t top = 0;
    if (session == m_session) {
        top = topRecord();
    } else if (const auto place = m_places.find(session); place != m_places.end()) {
        mode = place->second.chosenMode == Mode::Table ? Mode::Table : Mode::Grid;
        top = place->second.top;
    }
    return QStringLiteral("%1 %2").arg(mode == Mode::Table ? QStringLiteral("table") : QStringLiteral("grid")).arg(top);
}

void BrowsePerspective::restoreView(const QString& view) {
    if (!m_session)
        return;
    setMode(view.startsWith(QLatin1String("table")) ? Mode::Table : Mode::Grid);
    m_places[m_session].top = view.section(u' ', 1, 1).toULongLong();
    m_grid->scrollToTop(m_places[m_session].top);
    m_table->scrollToTop(m_places[m_session].top);
}

std::uint64_t BrowsePerspective::topRecord() const {
    return m_mode == Mode::Grid ? m_grid->topRecord() : m_table->topRecord();
}

void BrowsePerspective::renew() {
    const bool empty = m_session && m_session->document().isOpen() && m_session->document().recordCount() == 0;
    if (m_session) {
        m_empty->describe(m_session->document(), m_stream);
        m_noMatch->describe(*m_session);
    }
    const bool noMatch = m_session && m_session->document().isOpen() && !empty && m_session->order().count() == 0;
    m_pages->setCurrentIndex(empty ? 1 : noMatch ? 2 : 0);
    if (m_session && !m_places[m_session].chosenMode) {
        showMode(suitableMode());
    }
    updateBar();
}

void BrowsePerspective::updateBar() {
    if (!m_session || m_stream >= m_session->document().streams().size()) {
        m_summary->setText({});
        return;
    }
    const auto& stream = m_session->document().streams()[m_stream];
    m_summary->setText(QStringLiteral("%1 · %2").arg(stream.name, workbench::streamText(stream)));
}

void BrowsePerspective::peek(bool on) {
    if (!on) {
        m_peek->hide();
        return;
    }
    const auto current = m_session ? m_session->selection().current() : std::nullopt;
    if (current && !m_viewer->record().isNull()) {
        m_peek->showRecord(m_viewer->record(), m_stream, *current, m_viewer->viewKind(), m_session->imageOptions(m_stream));
    }
}

void BrowsePerspective::resizeEvent(QResizeEvent*) {
    m_peek->setGeometry(rect());
}

}  // namespace zrecord::widgets
