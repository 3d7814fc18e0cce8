#include "widgets/compare/pane_link.h"

#include "widgets/compare/record_pane.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/value_canvas.h"
#include "widgets/viewers/value_viewer.h"

namespace zrecord::widgets {

void PaneLink::add(RecordPane& pane) {
    m_panes.push_back(&pane);
    connect(&pane, &RecordPane::viewMade, this, [this, &pane](RecordView* view, ViewKind kind) { linkView(pane, *view, kind); });
}

void PaneLink::linkView(RecordPane& pane, RecordView& view, ViewKind kind) {
    switch (kind) {
    case ViewKind::Image: linkPicture(pane, static_cast<ImageViewer&>(view)); break;
    case ViewKind::Values: {
        auto* values = static_cast<ValueViewer*>(&view);
        connect(&values->canvas(), &ValueCanvas::currentCellChanged, this, [this, &pane, values] {
            if (const auto element = values->currentElement()) {
                spread(pane, ViewKind::Values, [element](RecordView& other) { other.setCurrentElement(*element); });
            }
        });
        break;
    }
    case ViewKind::Bytes: {
        auto* bytes = static_cast<HexViewer*>(&view);
        connect(&bytes->canvas(), &HexCanvas::currentByteChanged, this, [this, &pane](std::uint64_t offset) {
            spread(pane, ViewKind::Bytes, [offset](RecordView& other) { static_cast<HexViewer&>(other).canvas().setCurrentByte(offset); });
        });
        break;
    }
    default: break;
    }
}

void PaneLink::linkPicture(RecordPane& pane, ImageViewer& picture) {
    picture.setControlsVisible(false);
    ImageCanvas* canvas = &picture.canvas();
    connect(canvas, &ImageCanvas::viewpointChanged, this, [this, &pane, canvas] {
        m_viewpoint = canvas->viewpoint();
        spread(pane, ViewKind::Image, [this](RecordView& other) { static_cast<ImageViewer&>(other).canvas().setViewpoint(*m_viewpoint); });
    });
    connect(canvas, &ImageCanvas::currentPixelChanged, this, [this, &pane, canvas] {
        const auto pixel = canvas->currentPixel();
        spread(pane, ViewKind::Image, [pixel](RecordView& other) { static_cast<ImageViewer&>(other).canvas().setCursorPixel(pixel); });
    });
    connect(&picture, &ImageViewer::optionsChanged, this, [this, &picture] { Q_EMIT optionsChosen(picture.options()); });
    connect(&picture, &ImageViewer::drawn, this, [this, &pane] {
        align(pane);
        Q_EMIT drawn(&pane);
    });
}

void PaneLink::align(RecordPane& pane) {
    ImageViewer* picture = pane.picture();
    if (picture && m_viewpoint) {
        picture->canvas().setViewpoint(*m_viewpoint);
    }
}

void PaneLink::spread(const RecordPane& from, ViewKind kind, const std::function<void(RecordView&)>& follow) {
    if (m_spreading) {
        return;
    }
    m_spreading = true;
    for (RecordPane* pane : m_panes) {
        if (pane != &from && !pane->isHidden() && pane->shownView() && pane->viewKind() == kind) {
            follow(*pane->shownView());
        }
    }
    m_spreading = false;
}

}  // namespace zrecord::widgets
