#pragma once

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class RecordScrollBar;
class RecordTable;

/// Records as rows over the session's sliding window of 65,536, with a 64-bit scroll bar of its own. The row header says the
/// absolute index. Selection, current record and marks are the session's, shared with the grid; the table itself holds
/// only the current column. GUI thread only.
class RecordTableView final : public QWidget {
    Q_OBJECT

public:
    explicit RecordTableView(QWidget* parent = nullptr);
    ~RecordTableView() override;

    /// Not owned; nullptr = none.
    void setSession(workbench::DocumentSession* session);
    /// Makes that stream's value the current column.
    void setStream(std::size_t stream);

    [[nodiscard]] RecordTable& table() noexcept { return *m_table; }
    [[nodiscard]] RecordScrollBar& recordBar() noexcept { return *m_bar; }
    [[nodiscard]] std::uint64_t topRecord() const;
    void scrollToTop(std::uint64_t record);
    void scrollToRecord(std::uint64_t record);
    /// Brings a record into the middle unless it is in sight already.
    void centreRecord(std::uint64_t record);
    /// Whole rows that fit.
    [[nodiscard]] std::uint64_t visibleRows() const;

Q_SIGNALS:
    void recordActivated(std::uint64_t record);
    void streamChosen(std::size_t stream);
    void message(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void attachTable();
    [[nodiscard]] std::uint64_t rows() const;
    void updateExtent();
    void showPosition();
    void currentMoved();
    void followCurrent();
    void requestSoon();
    void requestNow();

    workbench::DocumentSession* m_session = nullptr;
    RecordTable* m_table;
    RecordScrollBar* m_bar;
    bool m_settling = false;  ///< the inner view is being moved, not moving
    QTimer m_request;
};

}  // namespace zrecord::widgets
