#include "widgets/main_window/center_area.h"

#include <QProgressBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/common/error_banner.h"
#include "widgets/common/text_label.h"
#include "widgets/main_window/perspective.h"
#include "widgets/main_window/recovery_banner.h"
#include "widgets/strips/perspective_bar.h"

namespace zrecord::widgets {

CenterArea::CenterArea(QWidget* emptyPage, QWidget* parent)
    : QWidget(parent), m_banner(new ErrorBanner(this)), m_recovery(new RecoveryBanner(this)), m_bar(new PerspectiveBar(this)), m_pages(new QStackedWidget(this)),
      m_stack(new QStackedWidget(this)), m_empty(emptyPage), m_loading(new QWidget(this)),
      m_loadingText(new TextLabel(TextLabel::Style::Body, {}, m_loading)), m_loadingBar(new QProgressBar(m_loading)), m_delay(new QTimer(this)) {
    setObjectName(QStringLiteral("centerArea"));
    auto* waiting = new QVBoxLayout(m_loading);
    m_loading->setObjectName(QStringLiteral("loadingPage"));
    m_loadingBar->setRange(0, 0);
    m_loadingBar->setTextVisible(false);
    m_loadingBar->setFixedWidth(220);
    m_loadingBar->setAccessibleName(tr("Opening"));
    m_loadingText->setTone(Tone::Dim);
    waiting->addStretch(2);
    waiting->addWidget(m_loadingText, 0, Qt::AlignHCenter);
    waiting->addSpacing(10);
    waiting->addWidget(m_loadingBar, 0, Qt::AlignHCenter);
    waiting->addStretch(3);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_stack);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_bar);
    rows->addWidget(m_recovery);
    rows->addWidget(m_banner);
    rows->addWidget(m_pages, 1);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kLoadingDelay);
    connect(m_delay, &QTimer::timeout, this, [this] { m_pages->setCurrentWidget(m_loading); });
    connect(m_bar, &PerspectiveBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    setFocusProxy(m_empty);
    showEmpty();
}

void CenterArea::addPerspective(Perspective* perspective) {
    m_perspectives << perspective;
    m_stack->addWidget(perspective);
    m_bar->addTab(perspective->title());
}

Perspective* CenterArea::currentPerspective() const { return qobject_cast<Perspective*>(m_stack->currentWidget()); }

void CenterArea::setCurrentPerspective(Perspective* perspective) { m_bar->setCurrent(static_cast<int>(m_perspectives.indexOf(perspective))); }

void CenterArea::showEmpty() {
    m_delay->stop();
    m_pages->setCurrentWidget(m_empty);
    m_bar->hide();
}

void CenterArea::showLoading(const QString& what) {
    m_loadingText->setText(what);
    m_loadingBar->show();
    if (!m_delay->isActive() && m_pages->currentWidget() != m_loading)
        m_delay->start();
}

void CenterArea::showFailed(const QString& what) {
    m_delay->stop();
    m_loadingText->setText(what);
    m_loadingBar->hide();
    m_pages->setCurrentWidget(m_loading);
    m_bar->hide();
}

void CenterArea::showPerspective() {
    m_delay->stop();
    m_pages->setCurrentWidget(m_stack);
    m_bar->show();
}

bool CenterArea::showsPerspective() const { return m_pages->currentWidget() == m_stack; }

}  // namespace zrecord::widgets
