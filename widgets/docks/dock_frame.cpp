#include "widgets/docks/dock_frame.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"

namespace zrecord::widgets {

DockFrame::DockFrame(const QString& id, const QString& title, int minimumWidth, QWidget* parent)
    : QDockWidget(title, parent), m_contents(new QWidget), m_column(new QVBoxLayout(m_contents)) {
    setObjectName(id);
    setAccessibleName(title);
    setTitleBarWidget(makeTitle(title));
    m_contents->setProperty("panel", true);
    m_column->setContentsMargins(14, 2, 14, 14);
    m_column->setSpacing(8);
    m_column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_contents);
    scroll->setProperty("panel", true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setMinimumWidth(minimumWidth);
    setWidget(scroll);
}

QWidget* DockFrame::makeTitle(const QString& title) {
    auto* bar = new QWidget;
    bar->setProperty("panel", true);
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(14, 8, 8, 4);
    row->addWidget(new TextLabel(TextLabel::Style::Caption, title, bar), 1);
    auto* close = new QPushButton(icon(QStringLiteral("close"), IconColor::Dim), {}, bar);
    close->setObjectName(objectName() + QStringLiteral(".close"));
    close->setProperty("quiet", true);
    close->setProperty("small", true);
    close->setIconSize({10, 10});
    close->setToolTip(tr("Close this panel; View > Panels brings it back"));
    close->setAccessibleName(tr("Close panel %1").arg(title));
    close->setFocusPolicy(Qt::NoFocus);  // the same is in the View menu
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    row->addWidget(close);
    return bar;
}

void DockFrame::addSection(const QString& caption, QWidget* widget) {
    const int at = m_column->count() - 1;  // before the stretch
    auto* label = new TextLabel(TextLabel::Style::Caption, caption, m_contents);
    label->setContentsMargins(0, at == 0 ? 0 : 8, 0, 0);
    widget->setAccessibleName(caption);
    widget->setProperty("sectionCaption", QVariant::fromValue<QWidget*>(label));
    m_column->insertWidget(at, label);
    m_column->insertWidget(at + 1, widget);
}

void DockFrame::setSectionVisible(QWidget* widget, bool visible) {
    widget->setVisible(visible);
    if (auto* label = widget->property("sectionCaption").value<QWidget*>())
        label->setVisible(visible);
}

}  // namespace zrecord::widgets
