#include "widgets/main_window/drop_overlay.h"

#include <QPainter>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/jobs/latest_task.h"

namespace zrecord::widgets {

namespace {
constexpr int kIcon = 40;
constexpr int kMargin = 16;
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
    veil.setAlphaF(0.88F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(tone, 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), 10, 10);
    const QString name = refused ? QStringLiteral("error") : (m_intent.kind == DropIntent::Kind::Import ? QStringLiteral("import") : QStringLiteral("open"));
    const int middle = height() / 2;
    painter.drawPixmap(width() / 2 - kIcon / 2, middle - kIcon - 24, iconPixmap(name, tone, kIcon, devicePixelRatioF()));
    painter.setFont(headingFontFor(font()));
    painter.setPen(theme.text);
    painter.drawText(QRect(kMargin * 2, middle - 16, width() - kMargin * 4, 28), Qt::AlignCenter, m_intent.title);
    painter.setFont(font());
    painter.setPen(theme.dimText);
    painter.drawText(QRect(kMargin * 2, middle + 14, width() - kMargin * 4, 44), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     QFontMetrics(font()).elidedText(m_intent.text, Qt::ElideMiddle, (width() - kMargin * 4) * 2));
}

}  // namespace zrecord::widgets
