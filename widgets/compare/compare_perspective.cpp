#include "widgets/compare/compare_perspective.h"

#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/text_label.h"
#include "widgets/compare/compare_actions.h"
#include "widgets/compare/difference_text.h"
#include "widgets/compare/pane_link.h"
#include "widgets/compare/record_pane.h"
#include "widgets/viewers/image_controls.h"
#include "widgets/viewers/image_viewer.h"
#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

using workbench::CompareReference;
using workbench::DocumentSession;
using workbench::ImageMappingOptions;
using workbench::RangeMode;
using Gesture = workbench::RecordSelection::Gesture;

namespace {

constexpr int kBarHeight = 44;
constexpr int kPadding = 12;

}  // namespace

ComparePerspective::ComparePerspective(workbench::DocumentList& documents, workbench::TaskRunner& runner, QWidget* parent)
    : Perspective(parent), m_documents(documents), m_runner(runner), m_reference(new CompareReference(documents, this)), m_task(runner),
      m_link(new PaneLink(this)), m_referencePane(new RecordPane(runner)), m_currentPane(new RecordPane(runner)),
      m_differencePane(new RecordPane(runner)), m_splitter(new QSplitter(Qt::Horizontal)) {
    setObjectName(QStringLiteral("comparePerspective"));
    m_referencePane->setObjectName(QStringLiteral("referencePane"));
    m_currentPane->setObjectName(QStringLiteral("currentPane"));
    m_differencePane->setObjectName(QStringLiteral("differencePane"));
    m_differencePane->setTitle(tr("Difference"));
    m_splitter->setChildrenCollapsible(false);
    for (RecordPane* pane : {m_referencePane, m_currentPane, m_differencePane}) {
        m_splitter->addWidget(pane);
        m_link->add(*pane);
    }
    auto* middle = new QWidget;
    auto* inside = new QVBoxLayout(middle);
    inside->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    inside->addWidget(m_splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(makeSeparator(Qt::Horizontal));
    layout->addWidget(middle, 1);
    layout->addWidget(buildFoot());
    connectParts();
    refresh();
}

ComparePerspective::~ComparePerspective() {
    qApp->removeEventFilter(this);
}

QString ComparePerspective::id() const {
    return QStringLiteral("compare");
}

QString ComparePerspective::title() const {
    return tr("Compare");
}

void ComparePerspective::contributeActions(ActionRegistry& registry) {
    addCompareActions(registry, *this);
}

QStringList ComparePerspective::menuActions(const QString& menu) const {
    return compareMenu(menu);
}

QWidget* ComparePerspective::buildBar() {
    auto* bar = new QWidget;
    bar->setProperty("panel", true);
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(kBarHeight);
    const auto makeButton = [](const QString& name, const QString& text, const QString& toolTip, bool checkable) {
        auto* button = new QToolButton;
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(toolTip);
        button->setCheckable(checkable);
        button->setProperty("quiet", true);
        return button;
    };
    auto* reference = makeButton(QStringLiteral("compareReference"), tr("With a reference"), tr("The current record beside another one"), true);
    auto* streams = makeButton(QStringLiteral("compareStreams"), tr("All streams"), tr("All streams of the set at the current index"), true);
    m_modes = new QButtonGroup(this);
    m_modes->addButton(reference, static_cast<int>(Mode::Reference));
    m_modes->addButton(streams, static_cast<int>(Mode::Streams));
    reference->setChecked(true);
    m_differenceButton = makeButton(QStringLiteral("showDifference"), tr("Difference"), tr("Show what the record has more or less than the reference (D)"), true);
    m_differenceButton->setChecked(true);
    m_references = new QComboBox;
    m_references->setObjectName(QStringLiteral("references"));
    m_references->setAccessibleName(tr("Reference"));
    m_references->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_pinButton = makeButton(QStringLiteral("pinReference"), tr("Pin this record"), tr("Make the current record the reference (C)"), false);
    auto* caption = new TextLabel(TextLabel::Style::Body, tr("Reference"));
    caption->setTone(Tone::Dim);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kPadding, 0, kPadding, 0);
    layout->setSpacing(8);
    for (QWidget* widget : {static_cast<QWidget*>(reference), static_cast<QWidget*>(streams), static_cast<QWidget*>(m_differenceButton)})
        layout->addWidget(widget);
    layout->addStretch(1);
    for (QWidget* widget : {static_cast<QWidget*>(caption), static_cast<QWidget*>(m_references), static_cast<QWidget*>(m_pinButton)})
        layout->addWidget(widget);
    return bar;
}

QWidget* ComparePerspective::buildFoot() {
    m_foot = new QWidget;
    m_foot->setProperty("panel", true);
    m_foot->setAttribute(Qt::WA_StyledBackground);
    m_controls = new ImageControls;
    m_controls->setMaximumWidth(360);
    m_figures = new KeyValueList;
    m_figures->setObjectName(QStringLiteral("differenceFigures"));
    auto* layout = new QHBoxLayout(m_foot);
    layout->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    layout->setSpacing(2 * kPadding);
    layout->addWidget(m_controls, 2, Qt::AlignTop);
    layout->addWidget(m_figures, 3, Qt::AlignTop);
    return m_foot;
}

void ComparePerspective::connectParts() {
    connect(m_modes, &QButtonGroup::idClicked, this, [this](int id) { setMode(static_cast<Mode>(id)); });
    connect(m_differenceButton, &QToolButton::toggled, this, &ComparePerspective::setDifferenceShown);
    connect(m_pinButton, &QToolButton::clicked, this, &ComparePerspective::pinCurrent);
    connect(m_references, &QComboBox::activated, this, &ComparePerspective::chooseReference);
    connect(m_reference, &CompareReference::changed, this, [this] {
        fillReferences();
        refresh();
    });
    connect(m_reference, &CompareReference::aboutToBeLost, this, [this] { m_referencePane->clear({}); });
    connect(&m_documents, &workbench::DocumentList::sessionRemoved, this, &ComparePerspective::fillReferences);
    connect(&m_documents, &workbench::DocumentList::documentOpened, this, &ComparePerspective::fillReferences);
    for (RecordPane* pane : {m_referencePane, m_currentPane})
        connect(pane, &RecordPane::shown, this, &ComparePerspective::compare);
    connect(m_link, &PaneLink::drawn, this, [this](RecordPane* pane) {
        if (pane == m_referencePane)
            applyOptions();
        if (pane == m_referencePane || pane == m_currentPane)
            showControls();
    });
    connect(m_link, &PaneLink::optionsChosen, this, &ComparePerspective::takeOptions);
    connect(m_controls, &ImageControls::optionsChosen, this, &ComparePerspective::takeOptions);
    const auto leader = [this] { return m_referencePane->picture() ? m_referencePane->picture() : m_currentPane->picture(); };
    const auto setRange = [this, leader](RangeMode mode) {
        if (!m_session || !leader())
            return;
        ImageMappingOptions options = m_session->imageOptions(m_stream);
        options.range = mode;
        if (mode == RangeMode::Fixed) {
            options.low = leader()->mapped().low;
            options.high = leader()->mapped().high;
        }
        takeOptions(options);
    };
    connect(m_controls, &ImageControls::rangeModeChosen, this, setRange);
    connect(m_controls, &ImageControls::keepChosen, this, [setRange] { setRange(RangeMode::Fixed); });
    qApp->installEventFilter(this);
}

void ComparePerspective::setDocument(DocumentSession* session) {
    if (session == m_session)
        return;
    if (m_session) {
        m_session->selection().disconnect(this);
        m_session->disconnect(this);
    }
    m_session = session;
    m_stream = 0;
    m_currentPane->clear({});
    for (RecordPane* pane : m_streamPanes)
        pane->clear({});
    if (m_session) {
        connect(&m_session->selection(), &workbench::RecordSelection::currentChanged, this, &ComparePerspective::refresh);
        connect(m_session, &DocumentSession::recordsRemapped, this, &ComparePerspective::refresh);
        connect(m_session, &DocumentSession::sourceReplaced, this, &ComparePerspective::refresh);
        connect(m_session, &DocumentSession::imageOptionsChanged, this, &ComparePerspective::applyOptions);
    }
    fillReferences();
    refresh();
}

void ComparePerspective::setStream(std::size_t stream) {
    if (stream == m_stream)
        return;
    m_stream = stream;
    fillReferences();
    refresh();
}

void ComparePerspective::goToRecord(std::uint64_t index) {
    if (m_session)
        m_session->selection().select(index);
}

QList<QWidget*> ComparePerspective::panes() const {
    QList<QWidget*> all;
    if (m_mode == Mode::Reference) {
        all << m_currentPane << m_referencePane;
        if (!m_differencePane->isHidden())
            all << m_differencePane;
    } else {
        for (RecordPane* pane : m_streamPanes)
            if (!pane->isHidden())
                all << pane;
    }
    return all;
}

RecordPane& ComparePerspective::keyPane() {
    for (QWidget* pane : panes())
        if (pane->isAncestorOf(QApplication::focusWidget()))
            return *static_cast<RecordPane*>(pane);
    return *static_cast<RecordPane*>(panes().constFirst());
}

void ComparePerspective::setMode(Mode mode) {
    m_mode = mode;
    m_modes->button(static_cast<int>(mode))->setChecked(true);
    refresh();
}

void ComparePerspective::setDifferenceShown(bool shown) {
    m_differenceShown = shown;
    m_differenceButton->setChecked(shown);
    showDifference();
}

bool ComparePerspective::hasCurrent() const {
    return m_session && m_session->document().isOpen() && m_stream < m_session->document().streams().size() &&
           m_session->selection().current().value_or(UINT64_MAX) < m_session->document().recordCount();
}

void ComparePerspective::pinCurrent() {
    if (!hasCurrent())
        return;
    const std::uint64_t index = *m_session->selection().current();
    m_reference->pin(*m_session, m_stream, index);
    Q_EMIT message(tr("%1 is the reference now").arg(nameOf(*m_session, m_stream, index)));
}

QString ComparePerspective::nameOf(DocumentSession& session, std::size_t stream, std::uint64_t index) const {
    const auto& streams = session.document().streams();
    const QString record = tr("record %1").arg(workbench::countText(index));
    return stream < streams.size() ? QStringLiteral("%1 · %2").arg(streams[stream].name, record) : record;
}

void ComparePerspective::refresh() {
    // A hidden panel costs nothing; showEvent() catches up.
    if (!isVisible())
        return;
    const bool streams = m_mode == Mode::Streams;
    for (RecordPane* pane : {m_referencePane, m_currentPane})
        pane->setVisible(!streams);
    for (RecordPane* pane : m_streamPanes)
        pane->setVisible(streams);
    m_differenceButton->setEnabled(!streams);
    m_foot->setVisible(!streams);
    if (streams) {
        m_differencePane->hide();
        refreshStreams();
    } else {
        refreshReference();
    }
}

void ComparePerspective::refreshReference() {
    if (!hasCurrent()) {
        m_currentPane->setTitle({});
        m_currentPane->clear(tr("No record is chosen"));
        m_referencePane->clear({});
        return;
    }
    const std::uint64_t current = *m_session->selection().current();
    m_currentPane->setTitle(nameOf(*m_session, m_stream, current));
    m_currentPane->setImageOptions(m_session->imageOptions(m_stream));
    m_currentPane->showRecordOf(m_session, m_stream, current);
    const auto index = m_reference->indexFor(current);
    if (index) {
        m_referencePane->setTitle(tr("Reference: %1").arg(nameOf(*m_reference->session(), m_reference->stream(), *index)));
        m_referencePane->setImageOptions(m_session->imageOptions(m_stream));
        m_referencePane->showRecordOf(m_reference->session(), m_reference->stream(), *index);
    } else {
        m_referencePane->setTitle(tr("Reference"));
        m_referencePane->clear(m_reference->kind() == CompareReference::Kind::None ? tr("Press C to make the current record the reference, or choose one above.")
                                                                                   : tr("The other store has no record %1.").arg(workbench::countText(current)));
    }
}

void ComparePerspective::refreshStreams() {
    const std::size_t all = hasCurrent() ? m_session->document().streams().size() : 0;
    const std::size_t count = std::min(all, kMostStreams);
    const std::size_t first = std::min(m_stream, all - count);
    while (m_streamPanes.size() < std::max<std::size_t>(count, 1)) {
        auto* pane = new RecordPane(m_runner);
        m_streamPanes.push_back(pane);
        m_link->add(*pane);
        m_splitter->addWidget(pane);
    }
    for (std::size_t i = 0; i < m_streamPanes.size(); ++i) {
        RecordPane* pane = m_streamPanes[i];
        pane->setVisible(i < std::max<std::size_t>(count, 1));
        if (i >= count) {
            pane->clear(tr("No record is chosen"));
            continue;
        }
        pane->setTitle(nameOf(*m_session, first + i, *m_session->selection().current()));
        pane->setImageOptions(m_session->imageOptions(first + i));
        pane->showRecordOf(m_session, first + i, *m_session->selection().current());
    }
}

void ComparePerspective::showEvent(QShowEvent*) {
    fillReferences();
    refresh();
}

void ComparePerspective::keyPressEvent(QKeyEvent* event) {
    event->setAccepted(!(event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier)) && step(event));
}

void ComparePerspective::keyReleaseEvent(QKeyEvent* event) {
    event->ignore();
}

bool ComparePerspective::step(QKeyEvent* event) {
    if (!m_session)
        return false;
    auto& selection = m_session->selection();
    const std::int64_t far = event->modifiers() & Qt::ControlModifier ? 10 : 1;
    const std::size_t streams = m_session->document().streams().size();
    switch (event->key()) {
    case Qt::Key_Left: selection.moveBy(-far, Gesture::Replace); return true;
    case Qt::Key_Right: selection.moveBy(far, Gesture::Replace); return true;
    case Qt::Key_Home: selection.select(0, Gesture::Replace); return true;
    case Qt::Key_End: selection.select(UINT64_MAX, Gesture::Replace); return true;
    case Qt::Key_Up:
        if (m_stream > 0)
            Q_EMIT streamChanged(m_stream - 1);
        return true;
    case Qt::Key_Down:
        if (m_stream + 1 < streams)
            Q_EMIT streamChanged(m_stream + 1);
        return true;
    default: return false;
    }
}

}  // namespace zrecord::widgets
