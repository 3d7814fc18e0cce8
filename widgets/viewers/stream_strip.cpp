#include "widgets/viewers/stream_strip.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"
#include "workbench/document/document_session.h"
#include "workbench/fetch/record_fetcher.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_names.h"

namespace zrecord::widgets {
namespace {

constexpr int kPadding = 8;
constexpr int kShownRows = 6;
constexpr int kValueRole = Qt::UserRole;
constexpr int kDimRole = Qt::UserRole + 1;

/// Name left, value right in the value font and never shorter than half the row.
class StreamDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {80, std::max(28, option.fontMetrics.height() + 12)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::of(option.palette);
        const bool current = option.state & QStyle::State_Selected;
        const QRect row = option.rect.adjusted(0, 1, 0, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (current || option.state & QStyle::State_MouseOver) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(current ? theme.accentBackground : theme.controlHover);
            painter->drawRoundedRect(row, 6, 6);
        }
        if (current && option.state & QStyle::State_HasFocus) {
            painter->setPen(QPen(theme.accent, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        }
        const QRect inside = row.adjusted(kPadding, 0, -kPadding, 0);
        QFont nameFont = option.font;
        nameFont.setWeight(current ? QFont::DemiBold : QFont::Normal);
        const QFont valueFont = valueFontFor(option.font);
        const QString value = index.data(kValueRole).toString();
        // Rounded up: in a width that lacks a fraction of a pixel the text would be elided.
        const int valueWidth = std::min(static_cast<int>(std::ceil(QFontMetricsF(valueFont).horizontalAdvance(value))), inside.width() * 2 / 3);
        painter->setFont(nameFont);
        painter->setPen(current ? theme.accent : theme.text);
        const int nameWidth = inside.width() - valueWidth - kPadding;
        painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                          QFontMetrics(nameFont).elidedText(index.data().toString(), Qt::ElideMiddle, nameWidth));
        painter->setFont(valueFont);
        painter->setPen(index.data(kDimRole).toBool() ? theme.dimText : theme.text);
        painter->drawText(inside, Qt::AlignVCenter | Qt::AlignRight,
                          QFontMetrics(valueFont).elidedText(value, Qt::ElideRight, valueWidth));
        painter->restore();
    }
};

}  // namespace

StreamStrip::StreamStrip(workbench::TaskRunner& runner, QWidget* parent) : QListWidget(parent), m_runner(runner) {
    setObjectName(QStringLiteral("streamStrip"));
    setAccessibleName(tr("Streams at this record"));
    setItemDelegate(new StreamDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFrameShape(QFrame::NoFrame);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) {
            Q_EMIT streamChosen(static_cast<std::size_t>(row));
        }
    });
    hide();
}

StreamStrip::~StreamStrip() = default;

void StreamStrip::setSession(workbench::DocumentSession* session) {
    if (m_session) {
        m_session->cache().disconnect(this);
    }
    m_fetcher.reset();
    m_session = session;
    m_index.reset();
    const QSignalBlocker blocker(this);
    clear();
    if (!m_session) {
        hide();
        return;
    }
    for (const auto& stream : m_session->document().streams()) {
        auto* item = new QListWidgetItem(stream.name, this);
        item->setToolTip(stream.name + QStringLiteral(": ") + workbench::streamText(stream));
    }
    m_fetcher = std::make_unique<workbench::RecordFetcher>(m_runner, m_session->cache());
    connect(&m_session->cache(), &workbench::RecordCache::recordsChanged, this,
            [this](std::size_t, std::uint64_t first, std::uint64_t count) {
                if (m_index && *m_index - first < count) {
                    updateValues();
                }
            });
    setVisible(count() > 1);
    updateGeometry();
}

void StreamStrip::setStream(std::size_t stream) {
    const QSignalBlocker blocker(this);
    setCurrentRow(static_cast<int>(stream));
}

void StreamStrip::setRecord(std::optional<std::uint64_t> index) {
    m_index = index;
    fetch();
    updateValues();
}

QString StreamStrip::valueText(int stream) const {
    return item(stream)->data(kValueRole).toString();
}

QSize StreamStrip::sizeHint() const {
    const int row = std::max(28, fontMetrics().height() + 12);
    return {160, std::clamp(count(), 1, kShownRows) * row + 2};
}

void StreamStrip::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

bool StreamStrip::isSmall(std::size_t stream) const {
    const auto& summary = m_session->document().streams()[stream].summary;
    return summary.kind == StoreKind::Ragged || summary.recordBytes <= kSmallRecord;
}

void StreamStrip::fetch() {
    if (!m_session || !m_index || count() < 2) {
        return;
    }
    std::vector<std::size_t> streams;
    for (std::size_t i = 0; i < m_session->document().streams().size(); ++i) {
        if (isSmall(i)) {
            streams.push_back(i);
        }
    }
    m_fetcher->request(streams, *m_index, 1);
}

void StreamStrip::updateValues() {
    if (!m_session) {
        return;
    }
    const auto& streams = m_session->document().streams();
    for (int row = 0; row < count(); ++row) {
        const auto stream = static_cast<std::size_t>(row);
        if (stream >= streams.size()) {
            break;
        }
        QString value = workbench::streamText(streams[stream]);
        bool dim = true;
        if (m_index && isSmall(stream)) {
            const auto record = m_session->cache().record(stream, *m_index);
            const Status status = m_session->cache().status(stream, *m_index);
            if (!status.ok()) {
                value = workbench::userMessage(status, workbench::UserAction::ReadRecord).title;
            } else if (!record.isNull()) {
                value = workbench::namedText(record, streams[stream].names.get());
                dim = false;
            }
        }
        item(row)->setData(kValueRole, value);
        item(row)->setData(kDimRole, dim);
        item(row)->setData(Qt::AccessibleTextRole, QString(item(row)->text() + QStringLiteral(", ") + value));
    }
}

}  // namespace zrecord::widgets
