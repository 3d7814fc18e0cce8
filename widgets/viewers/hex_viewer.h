#pragma once

#include <cstdint>

#include "widgets/viewers/record_view.h"

namespace zrecord::widgets {

class HexCanvas;
class TextLabel;

/// The plain bytes of a record, with the byte at the cursor read in the common ways.
class HexViewer final : public RecordView {
    Q_OBJECT

public:
    explicit HexViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;

private:
    void describeCurrent();

    HexCanvas* m_canvas;
    TextLabel* m_place;
    TextLabel* m_value;
};

}  // namespace zrecord::widgets
