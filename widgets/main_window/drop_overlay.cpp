#include "widgets/main_window/drop_overlay.h"

#include <algorithm>

#include <QPainter>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/jobs/latest_task.h"

namespace zrecord::widgets {

namespace {
constexpr int kIcon = 40;
constexpr int kMargin = 16;
constexpr int kCardWidth = 520;
constexpr int kCardHeight = 158;
}

DropOverlay::DropOverlay(workbench::TaskRunner& runner, QWidget* window)
    : QWidget(window), m_task(std::make_unique<workbench::LatestTask>(runner)) {
    setObjectName(QStringLiteral("dropOverlay"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

DropOverlay::~DropOverlay() = default;

void DropOverlay::begin(const QList<QUrl>& urls) {
    showIntent({DropIntent::Kind::OpenStore, {}, tr("Looking…"), {}});
    inspect(urls, false);
}

void DropOverlay::end() {
    m_task->cancel();
    hide();
}

void DropOverlay::drop(const QList<QUrl>& urls) {
    hide();
    inspect(urls, true);
}

void DropOverlay::inspect(const QList<QUrl>& urls, bool act) {
    const std::uint64_t ticket = m_task->ticket() + 1;
    m_task->submit([this, urls, act, ticket, box = m_task->mailbox()](const std::stop_token&) {
        const DropIntent intent = inspectDrop(urls);
        box->post([this, intent, act, ticket] {
            if (!m_task->isCurrent(ticket))
                return;
            if (!act)
                showIntent(intent);
            else if (intent.kind != DropIntent::Kind::Refuse)
                Q_EMIT dropped(intent);
        });
    });
}

void DropOverlay::showIntent(const DropIntent& intent) {
    m_intent = intent;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    const bool refused = m_intent.kind == DropIntent::Kind::Refuse;
    const QColor tone = refused ? theme.marked : theme.accent;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.window;
    veil.setAlphaF(0.8F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(tone, 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), 10, 10);
    QRect card(0, 0, std::min(kCardWidth, width() - kMargin * 4), kCardHeight);
    card.moveCenter(rect().center());
    painter.setPen(theme.line);
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    const bool import = m_intent.kind == DropIntent::Kind::Import;
    const QString name = refused ? QStringLiteral("error") : (import ? QStringLiteral("import") : QStringLiteral("open"));
    painter.drawPixmap(card.center().x() - kIcon / 2, card.top() + 24, iconPixmap(name, tone, kIcon, devicePixelRatioF()));
    QRect line = card.adjusted(kMargin, 24 + kIcon + 12, -kMargin, 0);
    painter.setFont(headingFontFor(font()));
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop, m_intent.title);
    line.setTop(line.top() + 28);
    painter.setFont(font());
    painter.setPen(theme.dimText);
    painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     QFontMetrics(font()).elidedText(m_intent.text, Qt::ElideMiddle, line.width() * 2 - 40));
}

}  // namespace zrecord::widgets
