// The part of the compare perspective that follows from having two records: references to choose from, shared options,
// difference and flash.
#include "widgets/compare/compare_perspective.h"

#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QSplitter>
#include <QToolButton>

#include "widgets/common/key_value_list.h"
#include "widgets/compare/difference_text.h"
#include "widgets/compare/record_pane.h"
#include "widgets/viewers/image_controls.h"
#include "widgets/viewers/image_viewer.h"
#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"

namespace zrecord::widgets {

using workbench::ColorMap;
using workbench::CompareReference;
using workbench::DocumentSession;
using workbench::ImageMappingOptions;
using workbench::RangeMode;
using workbench::RecordDifference;

namespace {

/// What the box holds beside the streams of open documents.
constexpr int kNoReference = -1;
constexpr int kPinned = -2;

}  // namespace

void ComparePerspective::fillReferences() {
    const QSignalBlocker blocker(m_references);
    m_references->clear();
    m_references->addItem(tr("none"), kNoReference);
    if (m_reference->kind() == CompareReference::Kind::Pinned) {
        m_references->addItem(nameOf(*m_reference->session(), m_reference->stream(), m_reference->indexFor(0).value_or(0)), kPinned);
        m_references->setCurrentIndex(1);
    }
    const auto& sessions = m_documents.sessions();
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const auto& streams = sessions[i]->document().streams();
        for (std::size_t stream = 0; stream < streams.size(); ++stream) {
            if (sessions[i] == m_session && stream == m_stream)
                continue;
            const QString name = streams.size() > 1 ? sessions[i]->document().name() + u'/' + streams[stream].name : sessions[i]->document().name();
            m_references->addItem(tr("same index of %1").arg(name), static_cast<int>(i * 1000 + stream));
            if (m_reference->kind() == CompareReference::Kind::SameIndex && m_reference->session() == sessions[i] && m_reference->stream() == stream)
                m_references->setCurrentIndex(m_references->count() - 1);
        }
    }
}

void ComparePerspective::chooseReference(int item) {
    const int chosen = m_references->itemData(item).toInt();
    if (chosen == kNoReference) {
        m_reference->reset();
    } else if (chosen >= 0) {
        m_reference->followIndex(*m_documents.sessions()[static_cast<std::size_t>(chosen / 1000)], static_cast<std::size_t>(chosen % 1000));
    }
}

void ComparePerspective::applyOptions() {
    if (!m_session || m_mode != Mode::Reference)
        return;
    const ImageMappingOptions options = m_session->imageOptions(m_stream);
    m_referencePane->setImageOptions(options);
    ImageMappingOptions shared = options;
    const ImageViewer* reference = m_referencePane->picture();
    if (reference && reference->mapped().geometry.isImage() && options.range != RangeMode::Fixed) {
        // Brightness can only be compared when both pictures have the reference's range.
        shared.range = RangeMode::Fixed;
        shared.low = reference->mapped().low;
        shared.high = reference->mapped().high;
    }
    m_currentPane->setImageOptions(shared);
    showControls();
}

void ComparePerspective::takeOptions(const ImageMappingOptions& options) {
    if (m_session && m_mode == Mode::Reference) {
        m_session->setImageOptions(m_stream, options);
        showDifference();  // axes and slice are those of the difference, too
    }
}

void ComparePerspective::showControls() {
    RecordPane* leader = m_referencePane->picture() ? m_referencePane : m_currentPane;
    m_controls->setVisible(leader->picture() != nullptr);
    if (m_session && leader->picture())
        m_controls->showState(m_session->imageOptions(m_stream), leader->picture()->mapped(), leader->record(), false);
}

void ComparePerspective::compare() {
    if (m_currentPane->isFlashing())
        return;
    if (m_referencePane->record().isNull() || m_currentPane->record().isNull()) {
        m_task.cancel();
        takeDifference({});
        return;
    }
    if (m_currentPane->record().elementCount() <= kComparedAtOnce) {
        m_task.cancel();
        takeDifference(workbench::compareRecords(m_referencePane->record(), m_currentPane->record()));
        return;
    }
    const std::uint64_t ticket = m_task.ticket() + 1;
    m_task.submit([this, ticket, box = m_task.mailbox(), reference = m_referencePane->record(), current = m_currentPane->record()](const std::stop_token& stop) {
        box->post([this, ticket, result = workbench::compareRecords(reference, current, stop)]() mutable {
            if (m_task.isCurrent(ticket))
                takeDifference(std::move(result));
        });
    });
}

void ComparePerspective::takeDifference(RecordDifference difference) {
    m_difference = std::move(difference);
    const bool both = !m_referencePane->record().isNull() && !m_currentPane->record().isNull();
    m_figures->setRows(both ? differenceRows(m_difference) : std::vector<KeyValueList::Row>());
    showDifference();
    showControls();
}

void ComparePerspective::showDifference() {
    const bool any = m_mode == Mode::Reference && m_differenceShown && !m_difference.difference.isNull();
    if (any == m_differencePane->isHidden()) {
        m_differencePane->setVisible(any);
        m_splitter->setSizes(QList<int>(m_splitter->count(), m_splitter->width()));  // equal shares
    }
    if (!any) {
        m_differencePane->clear({});
        return;
    }
    ImageMappingOptions options = m_session ? m_session->imageOptions(m_stream) : ImageMappingOptions();
    options.map = ColorMap::Difference;
    options.range = RangeMode::Fixed;
    options.high = m_difference.maximum > 0 ? m_difference.maximum : 1;
    options.low = -options.high;
    options.complexPart = {};
    m_differencePane->setImageOptions(options);
    m_differencePane->setViewKind(m_currentPane->viewKind());
    m_differencePane->showGiven(m_difference.difference, tr("this record minus the reference"));
}

void ComparePerspective::flash(bool on) {
    if (on == m_currentPane->isFlashing() || m_mode != Mode::Reference)
        return;
    if (on && !m_referencePane->record().isNull())
        m_currentPane->flash(m_referencePane->record(), tr("Reference"));
    else if (!on)
        m_currentPane->flash(std::nullopt);
}

bool ComparePerspective::eventFilter(QObject* watched, QEvent* event) {
    // Shift alone reaches the widget with the focus, which may be any part of a pane.
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
    if (key && isVisible() && isAncestorOf(QApplication::focusWidget())) {
        const auto* pressed = static_cast<QKeyEvent*>(event);
        if (pressed->key() != Qt::Key_Shift)
            flash(false);  // Shift with another key means something else
        else if (!pressed->isAutoRepeat())
            flash(event->type() == QEvent::KeyPress);
    } else if (event->type() == QEvent::ApplicationDeactivate || event->type() == QEvent::WindowDeactivate) {
        flash(false);
    }
    return Perspective::eventFilter(watched, event);
}

}  // namespace zrecord::widgets
