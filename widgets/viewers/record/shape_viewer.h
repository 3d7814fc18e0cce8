#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "widgets/viewers/record_view.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/viewdata/shape_census.h"

class QPushButton;

namespace zrecord {
class Status;
}

namespace zrecord::workbench {
class StreamSet;
}

namespace zrecord::widgets {

class KeyValueList;
class PlotCard;
class TextLabel;

/// The shape of a ragged record among the shapes of its store. They are counted only when asked for, block by block, with
/// what was counted so far in sight; stopping keeps it. GUI thread only.
class ShapeViewer final : public RecordView {
    Q_OBJECT

public:
    /// Records that are counted at once.
    static constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;
    static constexpr std::size_t kMostBars = 48;

    /// `runner` counts and outlives the viewer.
    explicit ShapeViewer(workbench::TaskRunner& runner, QWidget* parent = nullptr);

    using Source = std::function<std::shared_ptr<const workbench::StreamSet>()>;
    /// Where the shown records come from, asked with each of them; another store, or other records in it, forget what was counted.
    void setSource(Source source) { m_source = std::move(source); }
    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;
    [[nodiscard]] QString currentText() const override;

    void count();
    void stop();
    [[nodiscard]] bool isCounting() const { return m_counting; }
    [[nodiscard]] const workbench::ShapeCensus& census() const noexcept { return m_census; }

private:
    void setStreams(std::shared_ptr<const workbench::StreamSet> streams);
    void forget();
    void countNext();
    void takeBlock(const workbench::ShapeCensus& census, std::uint64_t next);
    void takeFailure(const Status& status);
    void showCensus();

    Source m_source;
    std::shared_ptr<const workbench::StreamSet> m_streams;
    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::uint64_t m_generation = 0;
    std::uint64_t m_next = 0;  ///< first record that is not counted
    bool m_counting = false;
    workbench::ShapeCensus m_census;
    TextLabel* m_shape;
    TextLabel* m_size;
    KeyValueList* m_figures;
    PlotCard* m_card;
    TextLabel* m_note;
    QPushButton* m_button;
    workbench::LatestTask m_task;
};

}  // namespace zrecord::widgets
