#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include <QTimer>
#include <QWidget>

#include "widgets/viewers/viewer_factory.h"
#include "workbench/fetch/decoded_record.h"
#include "zrecord/status.h"

class QBoxLayout;
class QStackedLayout;

namespace zrecord::workbench {
class DocumentSession;
class TaskRunner;
}

namespace zrecord::widgets {

class ByteSource;
class ElidedLabel;
class ImageViewer;
class RecordExtras;
class RecordNotice;
class StreamStrip;
class TextLabel;
class ViewSwitch;

/// The current record of a session in full: heading, switch between the views that make sense, the view, and the streams of
/// an aligned set. Follows the session's current record and reads exactly that one; an answer for another record is never
/// shown. The element under the cursor stays when the view is switched. ← → step records, ↑ ↓ streams, Space plays, H held
/// hides what is laid over the picture, Escape leaves. GUI thread only.
class RecordViewer final : public QWidget {
    Q_OBJECT

public:
    /// What was there stays this long while the next record loads; then a sentence takes its place.
    static constexpr int kLoadingDelay = 100;  // milliseconds

    /// `runner` outlives the viewer.
    explicit RecordViewer(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~RecordViewer() override;

    /// Not owned; nullptr = none.
    void setSession(workbench::DocumentSession* session);
    void setStream(std::size_t stream);
    [[nodiscard]] std::size_t stream() const noexcept { return m_stream; }

    /// Chooses the view for this stream from now on; ignored when it does not suit the record.
    void setViewKind(ViewKind kind);
    [[nodiscard]] ViewKind viewKind() const noexcept { return m_kind; }
    /// The view of that kind, made when first asked for.
    [[nodiscard]] RecordView* view(ViewKind kind);
    /// Null while nothing is shown. As the views get it: float32 where 16-bit numbers are shown as bfloat16.
    [[nodiscard]] const workbench::DecodedRecord& record() const noexcept { return m_record; }

    enum class Page { Nothing, Loading, Record, Failed, TooLarge };
    [[nodiscard]] Page page() const noexcept { return m_page; }
    /// The sentence shown in place of a record; empty with Page::Record.
    [[nodiscard]] QString notice() const;

    /// Tries a failed record again.
    void retry();
    void focusView();

    /// Bfloat16, overlay and playing.
    [[nodiscard]] RecordExtras& extras() noexcept { return *m_extras; }
    /// To the clipboard: the value at the cursor, or the whole record as Python text. A sentence for the status bar comes
    /// with message().
    void copyValue();
    void copyRecord();

Q_SIGNALS:
    void streamChosen(std::size_t stream);
    /// Another record, or nothing, is shown.
    void recordShown();
    /// By Escape: back to where the record was chosen.
    void left();
    void message(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void buildHeader(QBoxLayout* layout);
    void follow();
    void request(bool evenIfLarge);
    void take(std::size_t stream, std::uint64_t index, const workbench::DecodedRecord& record);
    void takeTooLarge(std::size_t stream, std::uint64_t index, const workbench::DecodedRecord& record);
    void takeFailure(std::size_t stream, std::uint64_t index, const Status& status);
    [[nodiscard]] bool isWanted(std::size_t stream, std::uint64_t index) const;
    void showNotice(Page page, const QString& title, const QString& text, const QString& button = {});
    void showView();
    void connectExtras();
    [[nodiscard]] ImageViewer* shownPicture();
    void showOverlay();
    void updateHeader();
    void updateSwitch();
    [[nodiscard]] bool playOrHide(QKeyEvent* event);
    [[nodiscard]] bool stepRecord(QKeyEvent* event);
    [[nodiscard]] bool stepStream(int delta);

    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::optional<std::uint64_t> m_index;
    workbench::DecodedRecord m_read;    ///< as it was read
    workbench::DecodedRecord m_record;  ///< as it is shown
    Page m_page = Page::Nothing;
    Status m_status;
    ViewKind m_kind = ViewKind::Values;
    std::map<std::size_t, ViewKind> m_chosen;  ///< by stream
    std::map<ViewKind, RecordView*> m_views;
    QTimer m_loadingTimer;
    bool m_waiting = false;

    TextLabel* m_heading;
    TextLabel* m_marked;
    ElidedLabel* m_type;
    ViewSwitch* m_switch;
    RecordExtras* m_extras;
    QStackedLayout* m_stack;
    RecordNotice* m_notice;
    StreamStrip* m_strip;
    ByteSource* m_bytes;
};

}  // namespace zrecord::widgets
