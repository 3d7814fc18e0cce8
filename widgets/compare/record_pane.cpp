#include "widgets/compare/record_pane.h"

#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/elided_label.h"
#include "widgets/theme/theme.h"
#include "widgets/viewers/record/byte_source.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record/record_notice.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::DecodedRecord;

namespace {

constexpr int kPadding = 8;

QString typeText(const DecodedRecord& record) {
    return QString::fromStdString(record.dtype().displayName()) + u' ' + workbench::shapeQString(record.shape());
}

}  // namespace

RecordPane::RecordPane(workbench::TaskRunner& runner, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_bytes(new ByteSource(runner, this)), m_title(new ElidedLabel({}, Qt::ElideMiddle)),
      m_type(new ElidedLabel({}, Qt::ElideMiddle)), m_stack(new QStackedLayout), m_notice(new RecordNotice) {
    m_title->setObjectName(QStringLiteral("paneTitle"));
    m_title->setBold(true);
    m_type->setTone(Tone::Dim);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    layout->setSpacing(kPadding);
    layout->addWidget(m_title);
    layout->addWidget(m_type);
    layout->addLayout(m_stack, 1);
    m_stack->addWidget(m_notice);
    setMinimumWidth(180);
    connect(m_notice, &RecordNotice::buttonPressed, this, [this] {
        if (m_session && m_index) {
            m_session->cache().forgetFailures(m_stream, *m_index, 1);
            m_loader->request(m_stream, *m_index, true);
        }
    });
}

RecordPane::~RecordPane() = default;

void RecordPane::setTitle(const QString& title) {
    m_titleText = title;
    if (!m_flashing) {
        m_title->setText(title);
    }
}

void RecordPane::showRecordOf(workbench::DocumentSession* session, std::size_t stream, std::uint64_t index) {
    if (session != m_session) {
        m_loader.reset();
        m_session = session;
        m_bytes->setSession(session);
    }
    m_stream = stream;
    m_index = index;
    if (!m_loader) {
        m_loader = std::make_unique<workbench::RecordLoader>(m_runner, session->cache());
        connect(m_loader.get(), &workbench::RecordLoader::loaded, this, [this](std::size_t from, std::uint64_t at, const DecodedRecord& record) {
            if (from == m_stream && m_index == at) {
                adopt(record);
            }
        });
        connect(m_loader.get(), &workbench::RecordLoader::failed, this, [this](std::size_t from, std::uint64_t at, const Status& status) {
            if (from == m_stream && m_index == at) {
                const auto message = workbench::userMessage(status, workbench::UserAction::ReadRecord);
                m_record = {};
                m_status = status;
                m_notice->showNotice(message.title, message.reason + u'\n' + message.remedy, tr("Try again"), false);
                m_stack->setCurrentWidget(m_notice);
                Q_EMIT shown();
            }
        });
        connect(m_loader.get(), &workbench::RecordLoader::tooLarge, this, [this](std::size_t, std::uint64_t, const DecodedRecord& record) {
            m_record = {};
            const QString size = workbench::bytesText(record.plainBytes());
            m_notice->showNotice(tr("This record has %1").arg(size), tr("Records of that size are read only when asked for."), tr("Load %1").arg(size), false);
            m_stack->setCurrentWidget(m_notice);
            Q_EMIT shown();
        });
    }
    m_loader->request(stream, index);
}

void RecordPane::showGiven(const DecodedRecord& record, const QString& type) {
    adopt(record);
    m_type->setText(type);
}

void RecordPane::clear(const QString& sentence) {
    m_loader.reset();
    m_bytes->setSession(nullptr);
    m_session = nullptr;
    m_index.reset();
    m_record = {};
    m_status = Status();
    m_flashing = false;
    m_title->setText(m_titleText);
    m_type->setText({});
    for (const auto& [kind, view] : m_views) {
        view->clear();
    }
    setFocusProxy(nullptr);
    setFocusPolicy(Qt::StrongFocus);
    m_notice->showNotice(sentence, {}, {}, false);
    m_stack->setCurrentWidget(m_notice);
    Q_EMIT shown();
}

void RecordPane::adopt(const DecodedRecord& record) {
    m_record = record;
    m_status = Status();
    m_type->setText(typeText(record));
    if (!m_flashing) {
        showView(record);
    }
    Q_EMIT shown();
}

void RecordPane::showView(const DecodedRecord& record) {
    const auto views = possibleViews(record.dtype(), record.shape());
    const bool suits = m_wanted && std::ranges::find(views, *m_wanted) != views.end();
    m_kind = suits ? *m_wanted : defaultView(record);
    RecordView* shown = view(m_kind);
    if (m_kind == ViewKind::Image && m_options) {
        static_cast<ImageViewer*>(shown)->restoreOptions(m_stream, *m_options);
    }
    shown->showRecord(record, m_stream, m_index.value_or(0));
    m_stack->setCurrentWidget(shown);
    setFocusProxy(shown->focusTarget());
}

void RecordPane::flash(const std::optional<DecodedRecord>& other, const QString& title) {
    if (m_record.isNull() || (!other && !m_flashing)) {
        return;
    }
    m_flashing = other.has_value();
    m_title->setText(m_flashing ? title : m_titleText);
    m_title->setTone(m_flashing ? Tone::Accent : Tone::Plain);
    showView(m_flashing ? *other : m_record);
    Q_EMIT shown();
}

void RecordPane::setViewKind(std::optional<ViewKind> kind) {
    m_wanted = kind;
    if (!m_record.isNull() && !m_flashing) {
        showView(m_record);
    }
}

void RecordPane::setImageOptions(const workbench::ImageMappingOptions& options) {
    m_options = options;
    if (ImageViewer* shown = picture()) {
        shown->restoreOptions(m_stream, options);
    }
}

RecordView* RecordPane::view(ViewKind kind) {
    RecordView*& slot = m_views[kind];
    if (!slot) {
        slot = makeView(kind, m_runner).release();
        slot->setObjectName(viewKindName(kind) + QStringLiteral("View"));
        m_stack->addWidget(slot);  // owns it from here on
        if (kind == ViewKind::Bytes) {
            m_bytes->serve(*static_cast<HexViewer*>(slot));
        }
        Q_EMIT viewMade(slot, kind);
    }
    return slot;
}

RecordView* RecordPane::shownView() {
    return m_record.isNull() ? nullptr : view(m_kind);
}

ImageViewer* RecordPane::picture() {
    return !m_record.isNull() && m_kind == ViewKind::Image ? static_cast<ImageViewer*>(view(m_kind)) : nullptr;
}

QString RecordPane::notice() const {
    return m_record.isNull() ? m_notice->title() : QString();
}

void RecordPane::focusView() {
    if (RecordView* shown = shownView()) {
        shown->focusTarget()->setFocus();
    } else {
        setFocus();
    }
}

void RecordPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(palette());
    painter.setPen(QPen(m_flashing ? theme.accent : theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

}  // namespace zrecord::widgets
