#include "widgets/browse/peek_overlay.h"

#include <QPaintEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/theme/theme.h"
#include "widgets/viewers/image_viewer.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

PeekOverlay::PeekOverlay(workbench::TaskRunner& runner, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_heading(new TextLabel(TextLabel::Style::Heading)), m_place(new QWidget) {
    setObjectName(QStringLiteral("peekOverlay"));
    setFocusPolicy(Qt::NoFocus);
    m_place->setLayout(new QVBoxLayout);
    m_place->layout()->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_heading);
    layout->addWidget(m_place, 1);
    hide();
}

void PeekOverlay::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index, ViewKind kind,
                             const workbench::ImageMappingOptions& options) {
    delete m_view;
    m_view = makeView(kind, m_runner).release();
    m_place->layout()->addWidget(m_view);
    m_heading->setText(tr("Record %1").arg(workbench::countText(index)));
    setGeometry(parentWidget()->rect());
    show();
    raise();
    if (kind == ViewKind::Image) {
        static_cast<ImageViewer*>(m_view)->restoreOptions(stream, options);
    }
    m_view->showRecord(record, stream, index);
}

void PeekOverlay::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::of(palette()).window);
}

}  // namespace zrecord::widgets
