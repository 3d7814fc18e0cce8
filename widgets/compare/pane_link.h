#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QObject>

#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/viewer_factory.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord::widgets {

class ImageViewer;
class RecordPane;

/// Keeps panes side by side at the same place: zoom and middle of pictures, pixel cursor, cell, byte. The panes outlive the
/// link. GUI thread only.
class PaneLink final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void add(RecordPane& pane);
    /// Brings a picture that was just drawn to where the others are.
    void align(RecordPane& pane);

Q_SIGNALS:
    /// The user stepped a channel or slice in one of the pictures.
    void optionsChosen(const zrecord::workbench::ImageMappingOptions& options);
    void drawn(zrecord::widgets::RecordPane* pane);

private:
    void linkView(RecordPane& pane, RecordView& view, ViewKind kind);
    void linkPicture(RecordPane& pane, ImageViewer& picture);
    /// Calls it for every other pane that shows the same kind of view; nothing that follows from it comes back here.
    void spread(const RecordPane& from, ViewKind kind, const std::function<void(RecordView&)>& follow);

    std::vector<RecordPane*> m_panes;
    std::optional<ImageCanvas::Viewpoint> m_viewpoint;
    bool m_spreading = false;
};

}  // namespace zrecord::widgets
