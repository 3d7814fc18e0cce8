#include "widgets/viewers/record_viewer.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "widgets/viewers/record/byte_source.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record/record_clipboard.h"
#include "widgets/viewers/record/record_extras.h"
#include "widgets/viewers/record/record_notice.h"
#include "widgets/viewers/record/record_player.h"
#include "widgets/viewers/record/shape_viewer.h"
#include "widgets/viewers/stream_strip.h"
#include "widgets/viewers/record/view_switch.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/bfloat16.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::DecodedRecord;
using Gesture = workbench::RecordSelection::Gesture;

namespace {

constexpr int kPadding = 12;
constexpr int kSpacing = 8;

}  // namespace

RecordViewer::RecordViewer(workbench::TaskRunner& runner, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_switch(new ViewSwitch), m_extras(new RecordExtras(runner)), m_stack(new QStackedLayout),
      m_notice(new RecordNotice), m_strip(new StreamStrip(runner)), m_bytes(new ByteSource(runner, this)) {
    setObjectName(QStringLiteral("recordViewer"));
    setAccessibleName(tr("Record"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    layout->setSpacing(kSpacing);
    buildHeader(layout);
    m_stack->addWidget(m_notice);
    layout->addLayout(m_stack, 1);
    layout->addWidget(m_strip);

    m_loadingTimer.setSingleShot(true);
    m_loadingTimer.setInterval(kLoadingDelay);
    connect(&m_loadingTimer, &QTimer::timeout, this, [this] {
        m_record = {};
        showNotice(Page::Loading, tr("Loading record %1…").arg(workbench::countText(m_index.value_or(0))), {});
    });
    connect(m_strip, &StreamStrip::streamChosen, this, &RecordViewer::streamChosen);
    connectExtras();
    follow();
}

RecordViewer::~RecordViewer() = default;

void RecordViewer::buildHeader(QBoxLayout* layout) {
    m_heading = new TextLabel(TextLabel::Style::Heading);
    m_heading->setObjectName(QStringLiteral("recordHeading"));
    m_marked = new TextLabel(TextLabel::Style::Strong, tr("marked"));
    m_marked->setToolTip(tr("marked for deletion"));
    m_marked->setAccessibleName(tr("marked for deletion"));
    m_marked->setTone(Tone::Marked);
    m_marked->hide();
    m_type = new ElidedLabel({}, Qt::ElideMiddle);
    m_type->setObjectName(QStringLiteral("recordType"));
    m_type->setTone(Tone::Dim);
    m_type->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* line = new QHBoxLayout;
    line->setSpacing(kSpacing);
    line->addWidget(m_heading);
    line->addWidget(m_marked);
    line->addWidget(m_type, 1);
    layout->addLayout(line);

    m_switch->addTrailing(m_extras);
    layout->addWidget(m_switch);
}

void RecordViewer::connectExtras() {
    connect(m_switch, &ViewSwitch::kindChosen, this, &RecordViewer::setViewKind);
    connect(m_notice, &RecordNotice::buttonPressed, this, [this] {
        m_page == Page::TooLarge ? request(true) : retry();
    });
    connect(m_notice, &RecordNotice::detailsWanted, this, [this] {
        QGuiApplication::clipboard()->setText(workbench::userMessage(m_status, workbench::UserAction::ReadRecord).details);
    });
    connect(m_extras, &RecordExtras::bfloat16Changed, this, [this] {
        if (m_page == Page::Record) {
            showView();
        }
    });
    connect(m_extras, &RecordExtras::overlayChanged, this, &RecordViewer::showOverlay);
    connect(m_extras, &RecordExtras::overlayLoaded, this, [this](std::uint64_t index, const DecodedRecord& labels, const QString& name) {
        ImageViewer* picture = shownPicture();
        if (picture && m_index == index && !picture->setOverlay(labels, name)) {
            Q_EMIT message(tr("%1 is not laid over the picture: its records have another height or width.").arg(name));
        }
    });
}

ImageViewer* RecordViewer::shownPicture() {
    return m_page == Page::Record && m_kind == ViewKind::Image ? static_cast<ImageViewer*>(view(m_kind)) : nullptr;
}

void RecordViewer::showOverlay() {
    if (ImageViewer* picture = shownPicture()) {
        picture->clearOverlay();
        m_extras->requestOverlay(*m_index);
    }
}

void RecordViewer::setSession(workbench::DocumentSession* session) {
    if (m_session) {
        m_session->loader().cancel();
        m_session->loader().disconnect(this);
        m_session->selection().disconnect(this);
        m_session->pending().disconnect(this);
        m_session->disconnect(this);
    }
    m_session = session;
    m_stream = 0;
    m_chosen.clear();
    m_strip->setSession(session);
    m_extras->setSession(session);
    m_bytes->setSession(session);
    if (m_session) {
        const auto& loader = m_session->loader();
        connect(&loader, &workbench::RecordLoader::loaded, this, &RecordViewer::take);
        connect(&loader, &workbench::RecordLoader::tooLarge, this, &RecordViewer::takeTooLarge);
        connect(&loader, &workbench::RecordLoader::failed, this, &RecordViewer::takeFailure);
        connect(&m_session->selection(), &workbench::RecordSelection::currentChanged, this, &RecordViewer::follow);
        connect(&m_session->pending(), &workbench::PendingChanges::changed, this, &RecordViewer::updateHeader);
        connect(m_session, &workbench::DocumentSession::recordsRemapped, this, &RecordViewer::follow);
        connect(m_session, &workbench::DocumentSession::sourceReplaced, this, &RecordViewer::follow);
        connect(m_session, &workbench::DocumentSession::imageOptionsChanged, this, [this](std::size_t stream) {
            if (ImageViewer* picture = stream == m_stream ? shownPicture() : nullptr) {
                picture->restoreOptions(stream, m_session->imageOptions(stream));  // chosen elsewhere
            }
        });
        m_strip->setStream(0);
    }
    follow();
}

void RecordViewer::setStream(std::size_t stream) {
    if (stream == m_stream) {
        return;
    }
    m_stream = stream;
    m_strip->setStream(stream);
    follow();
}

void RecordViewer::follow() {
    m_index = m_session && m_session->document().recordCount() > 0 ? m_session->selection().current() : std::nullopt;
    updateHeader();
    m_strip->setRecord(m_index);
    if (!m_index) {
        m_waiting = false;
        m_loadingTimer.stop();
        showNotice(Page::Nothing, m_session ? tr("No record is chosen") : QString(), {});
        return;
    }
    // A hidden panel costs nothing; showEvent() catches up.
    if (isVisible()) {
        request(false);
    }
}

void RecordViewer::request(bool evenIfLarge) {
    m_waiting = true;
    if (!m_loadingTimer.isActive()) {
        m_loadingTimer.start();
    }
    m_session->loader().request(m_stream, *m_index, evenIfLarge);
}

bool RecordViewer::isWanted(std::size_t stream, std::uint64_t index) const {
    return m_waiting && stream == m_stream && m_index == index;
}

void RecordViewer::take(std::size_t stream, std::uint64_t index, const DecodedRecord& record) {
    if (!isWanted(stream, index)) {
        return;
    }
    m_waiting = false;
    m_loadingTimer.stop();
    m_read = record;
    m_status = Status();
    showView();
    m_extras->player().recordShown();
}

void RecordViewer::takeTooLarge(std::size_t stream, std::uint64_t index, const DecodedRecord& record) {
    if (!isWanted(stream, index)) {
        return;
    }
    m_waiting = false;
    m_loadingTimer.stop();
    const QString size = workbench::bytesText(record.plainBytes());
    showNotice(Page::TooLarge, tr("This record has %1").arg(size),
               tr("Records above %1 are read only when asked for, because they take that much memory.")
                   .arg(workbench::bytesText(workbench::RecordLoader::kLargeRecord)),
               tr("Load %1").arg(size));
}

void RecordViewer::takeFailure(std::size_t stream, std::uint64_t index, const Status& status) {
    if (!isWanted(stream, index)) {
        return;
    }
    m_waiting = false;
    m_loadingTimer.stop();
    m_status = status;
    const auto message = workbench::userMessage(status, workbench::UserAction::ReadRecord);
    showNotice(Page::Failed, message.title, message.reason + QStringLiteral("\n") + message.remedy, tr("Try again"));
}

void RecordViewer::showNotice(Page page, const QString& title, const QString& text, const QString& button) {
    m_read = {};
    m_record = {};
    for (const auto& [kind, view] : m_views) {
        view->clear();
    }
    m_page = page;
    m_notice->showNotice(title, text, button, page == Page::Failed);
    m_switch->setVisible(false);
    if (page != Page::Loading) {
        m_extras->player().recordShown();  // playing goes past what cannot be shown
    }
    const bool hadFocus = m_stack->currentWidget()->isAncestorOf(focusWidget());
    setFocusProxy(nullptr);
    m_stack->setCurrentWidget(m_notice);
    if (hadFocus) {
        setFocus();
    }
    updateHeader();
    Q_EMIT recordShown();
}

QString RecordViewer::notice() const {
    return m_page == Page::Record ? QString() : m_notice->title();
}

void RecordViewer::showView() {
    const bool bfloat16 = m_extras->isBfloat16(m_stream) && workbench::mayHoldBfloat16(m_read.dtype());
    m_record = bfloat16 ? workbench::bfloat16AsFloat32(m_read) : m_read;
    const auto views = possibleViews(m_record.dtype(), m_record.shape(), m_extras->isRagged(m_stream));
    const auto chosen = m_chosen.find(m_stream);
    const bool suits = chosen != m_chosen.end() && std::ranges::find(views, chosen->second) != views.end();
    m_kind = suits ? chosen->second : defaultView(m_record);
    RecordView* shown = view(m_kind);
    const bool hadFocus = hasFocus() || (m_stack->currentWidget() && m_stack->currentWidget()->isAncestorOf(focusWidget()));
    for (const auto& [kind, other] : m_views) {
        if (other != shown) {
            other->clear();
        }
    }
    if (m_kind == ViewKind::Image) {
        // The choice belongs to the stream of this document, not to its number in the next one.
        static_cast<ImageViewer*>(shown)->restoreOptions(m_stream, m_session->imageOptions(m_stream));
    }
    // Bytes are those of the record, however its numbers are read.
    shown->showRecord(m_kind == ViewKind::Bytes ? m_read : m_record, m_stream, *m_index);
    m_stack->setCurrentWidget(shown);
    setFocusProxy(shown->focusTarget());  // what gives the focus to the pane means the record in it
    if (hadFocus) {
        shown->focusTarget()->setFocus();
    }
    m_page = Page::Record;
    updateHeader();
    updateSwitch();
    showOverlay();
    Q_EMIT recordShown();
}

RecordView* RecordViewer::view(ViewKind kind) {
    auto& slot = m_views[kind];
    if (!slot) {
        slot = makeView(kind, m_runner).release();
        slot->setObjectName(viewKindName(kind) + QStringLiteral("View"));
        m_stack->addWidget(slot);  // owns it from here on
        if (kind == ViewKind::Bytes) {
            m_bytes->serve(*static_cast<HexViewer*>(slot));
        } else if (kind == ViewKind::Shape) {
            static_cast<ShapeViewer*>(slot)->setSource([this] { return m_session ? m_session->document().streamSet() : nullptr; });
        } else if (kind == ViewKind::Image) {
            auto* pictures = static_cast<ImageViewer*>(slot);
            connect(pictures, &ImageViewer::optionsChanged, this, [this, pictures] {
                if (m_session) {
                    m_session->setImageOptions(m_stream, pictures->options());
                }
            });
        }
    }
    return slot;
}

void RecordViewer::setViewKind(ViewKind kind) {
    m_chosen[m_stream] = kind;
    if (m_page != Page::Record) {
        return;
    }
    const auto element = view(m_kind)->currentElement();
    showView();
    if (element) {
        view(m_kind)->setCurrentElement(*element);
    }
    view(m_kind)->focusTarget()->setFocus();
}

void RecordViewer::copyValue() {
    if (m_page == Page::Record) {
        Q_EMIT message(widgets::copyValue(*view(m_kind)));
    }
}

void RecordViewer::copyRecord() {
    if (m_page == Page::Record) {
        Q_EMIT message(copyRecordLiteral(m_read, *m_index));
    }
}

void RecordViewer::updateHeader() {
    if (!m_index) {
        m_heading->clear();
        m_type->setText({});
        m_marked->hide();
        return;
    }
    m_heading->setText(tr("Record %1").arg(workbench::countText(*m_index)));
    m_marked->setVisible(m_session->pending().isMarked(*m_index));
    const auto& streams = m_session->document().streams();
    if (m_record.isNull()) {
        m_type->setText(m_stream < streams.size() ? QString::fromStdString(streams[m_stream].summary.dtype.displayName()) : QString());
        return;
    }
    m_type->setText(QString::fromStdString(m_record.dtype().displayName()) + u' ' + workbench::shapeQString(m_record.shape()));
}

void RecordViewer::updateSwitch() {
    m_switch->showViews(possibleViews(m_record.dtype(), m_record.shape(), m_extras->isRagged(m_stream)), m_kind);
    m_extras->showFor(m_read, m_stream, m_kind);
    m_switch->setVisible(true);
}

void RecordViewer::retry() {
    if (m_session && m_index) {
        m_session->cache().forgetFailures(m_stream, *m_index, 1);
        request(false);
    }
}

void RecordViewer::focusView() {
    if (m_page == Page::Record) {
        view(m_kind)->focusTarget()->setFocus();
    } else {
        setFocus();
    }
}

void RecordViewer::keyPressEvent(QKeyEvent* event) {
    const bool plain = !(event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier));
    bool done = false;
    if (event->key() == Qt::Key_Escape) {
        done = true;
        Q_EMIT left();
    } else if (m_session && plain) {
        done = event->key() == Qt::Key_Up ? stepStream(-1) : event->key() == Qt::Key_Down ? stepStream(1) : playOrHide(event) || stepRecord(event);
    }
    event->setAccepted(done);
}

bool RecordViewer::playOrHide(QKeyEvent* event) {
    if (event->modifiers() != Qt::NoModifier) {
        return false;
    }
    if (event->key() == Qt::Key_Space) {
        m_extras->player().toggle();
        return true;
    }
    if (event->key() != Qt::Key_H || !m_extras->overlayStream()) {
        return false;
    }
    if (ImageViewer* picture = shownPicture(); picture && !event->isAutoRepeat()) {
        picture->setOverlayHidden(true);
    }
    return true;
}

void RecordViewer::keyReleaseEvent(QKeyEvent* event) {
    if (ImageViewer* picture = shownPicture(); picture && event->key() == Qt::Key_H && !event->isAutoRepeat()) {
        picture->setOverlayHidden(false);
    }
    event->ignore();
}

bool RecordViewer::stepRecord(QKeyEvent* event) {
    auto& selection = m_session->selection();
    const std::int64_t step = event->modifiers() & Qt::ControlModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left: selection.moveBy(-step, Gesture::Replace); return true;
    case Qt::Key_Right: selection.moveBy(step, Gesture::Replace); return true;
    case Qt::Key_Home: selection.selectRow(0, Gesture::Replace); return true;
    case Qt::Key_End:
        if (selection.rowCount() > 0) {
            selection.selectRow(selection.rowCount() - 1, Gesture::Replace);
        }
        return true;
    default: return false;
    }
}

bool RecordViewer::stepStream(int delta) {
    const std::size_t count = m_session->document().streams().size();
    if (count < 2 || (delta < 0 && m_stream == 0) || (delta > 0 && m_stream + 1 >= count)) {
        return count >= 2;
    }
    Q_EMIT streamChosen(delta < 0 ? m_stream - 1 : m_stream + 1);
    return true;
}

void RecordViewer::paintEvent(QPaintEvent*) {
    if (hasFocus() && m_page != Page::Record) {
        QPainter painter(this);
        painter.setPen(QPen(Theme::of(palette()).accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void RecordViewer::showEvent(QShowEvent*) {
    if (m_index && m_record.isNull() && m_page != Page::Failed && m_page != Page::TooLarge) {
        request(false);
    }
}

}  // namespace zrecord::widgets
