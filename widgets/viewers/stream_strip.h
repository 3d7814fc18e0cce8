#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QListWidget>

namespace zrecord::workbench {
class DocumentSession;
class RecordFetcher;
class TaskRunner;
}

namespace zrecord::widgets {

/// The streams of an aligned set at one record: name left, value right, the shown stream in accent. Small records are
/// fetched and shown as text, large ones by their type. Hidden for single stores. GUI thread only.
class StreamStrip final : public QListWidget {
    Q_OBJECT

public:
    /// Dense records up to this size are fetched for their text.
    static constexpr std::uint64_t kSmallRecord = std::uint64_t{1} << 14;

    /// `runner` outlives the strip.
    explicit StreamStrip(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~StreamStrip() override;

    /// Not owned; nullptr = none.
    void setSession(workbench::DocumentSession* session);
    void setStream(std::size_t stream);
    /// The record whose values are shown.
    void setRecord(std::optional<std::uint64_t> index);

    [[nodiscard]] QString valueText(int stream) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

Q_SIGNALS:
    void streamChosen(std::size_t stream);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] bool isSmall(std::size_t stream) const;
    void fetch();
    void updateValues();

    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::unique_ptr<workbench::RecordFetcher> m_fetcher;
    std::optional<std::uint64_t> m_index;
};

}  // namespace zrecord::widgets
