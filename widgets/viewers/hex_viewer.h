#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "widgets/viewers/record_view.h"

class QButtonGroup;

namespace zrecord::widgets {

class HexCanvas;
class TextLabel;

/// The bytes of a record, plain or as they are stored, with the byte at the cursor read in the common ways. Stored bytes
/// are asked for only while they are shown.
class HexViewer final : public RecordView {
    Q_OBJECT

public:
    enum class Source { Record, Stored };

    explicit HexViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;

    void setSource(Source source);
    [[nodiscard]] Source source() const noexcept { return m_source; }
    [[nodiscard]] HexCanvas& canvas() { return *m_canvas; }

    /// Answers to storedWanted(); those for another record than the shown one are dropped.
    void showStored(std::size_t stream, std::uint64_t index, const std::shared_ptr<const std::vector<std::byte>>& bytes);
    void showStoredFailure(std::size_t stream, std::uint64_t index, const QString& sentence);

Q_SIGNALS:
    void storedWanted(std::size_t stream, std::uint64_t index);

private:
    void refresh();
    void describeCurrent();
    [[nodiscard]] bool isAwaited(std::size_t stream, std::uint64_t index) const;

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::uint64_t m_index = 0;
    Source m_source = Source::Record;
    QButtonGroup* m_sources;
    TextLabel* m_size;
    HexCanvas* m_canvas;
    TextLabel* m_place;
    TextLabel* m_value;
};

}  // namespace zrecord::widgets
