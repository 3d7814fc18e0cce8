#pragma once

#include <cstdint>
#include <memory>

#include <QWidget>

#include "widgets/viewers/viewer_factory.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord::widgets {

class TextLabel;

/// The current record as large as the perspective, for as long as Space is held down. Takes no focus, so the key that
/// opened it also closes it. GUI thread only.
class PeekOverlay final : public QWidget {
    Q_OBJECT

public:
    /// `runner` outlives the overlay; the overlay covers its parent while shown.
    PeekOverlay(workbench::TaskRunner& runner, QWidget* parent);

    /// `record` has its bytes; `options` say how a picture is drawn.
    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index, ViewKind kind,
                    const workbench::ImageMappingOptions& options);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    workbench::TaskRunner& m_runner;
    TextLabel* m_heading;
    QWidget* m_place;
    RecordView* m_view = nullptr;
};

}  // namespace zrecord::widgets
