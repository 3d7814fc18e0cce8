#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include <QWidget>

#include "widgets/viewers/viewer_factory.h"
#include "workbench/fetch/decoded_record.h"
#include "workbench/viewdata/image_mapping.h"
#include "zrecord/status.h"

class QStackedLayout;

namespace zrecord::workbench {
class DocumentSession;
class RecordLoader;
class TaskRunner;
}

namespace zrecord::widgets {

class ByteSource;
class ElidedLabel;
class ImageViewer;
class RecordNotice;

/// One record among several side by side: a heading, what it is, and one view of it. Reads its record itself, or shows what
/// it is given. Another record can stand in its place for a moment. GUI thread only.
class RecordPane final : public QWidget {
    Q_OBJECT

public:
    /// `runner` outlives the pane.
    explicit RecordPane(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~RecordPane() override;

    void setTitle(const QString& title);
    /// Reads and shows a record; nullptr shows the hint. The session outlives what it is used for: clear() before it goes.
    void showRecordOf(workbench::DocumentSession* session, std::size_t stream, std::uint64_t index);
    /// Shows a record that was made, not read.
    void showGiven(const workbench::DecodedRecord& record, const QString& type);
    /// Shows nothing but a sentence.
    void clear(const QString& sentence);
    /// Shows `other` in place of the record until it is called with nothing; its title stands for a while, too.
    void flash(const std::optional<workbench::DecodedRecord>& other, const QString& title = {});
    [[nodiscard]] bool isFlashing() const noexcept { return m_flashing; }

    /// The view to use where it suits the record; otherwise the usual one.
    void setViewKind(std::optional<ViewKind> kind);
    [[nodiscard]] ViewKind viewKind() const noexcept { return m_kind; }
    /// How a picture is drawn from now on.
    void setImageOptions(const workbench::ImageMappingOptions& options);
    /// Null while there is no record.
    [[nodiscard]] RecordView* shownView();
    /// Null unless the record is shown as a picture.
    [[nodiscard]] ImageViewer* picture();
    [[nodiscard]] const workbench::DecodedRecord& record() const noexcept { return m_record; }
    [[nodiscard]] std::optional<std::uint64_t> index() const noexcept { return m_index; }
    /// Why the record is not there; ok otherwise.
    [[nodiscard]] const Status& status() const noexcept { return m_status; }
    [[nodiscard]] QString notice() const;
    void focusView();

Q_SIGNALS:
    /// A record, or a sentence in its place, is shown.
    void shown();
    void viewMade(zrecord::widgets::RecordView* view, zrecord::widgets::ViewKind kind);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void adopt(const workbench::DecodedRecord& record);
    void showView(const workbench::DecodedRecord& record);
    RecordView* view(ViewKind kind);

    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::optional<std::uint64_t> m_index;
    workbench::DecodedRecord m_record;
    Status m_status;
    QString m_titleText;
    std::optional<ViewKind> m_wanted;
    std::optional<workbench::ImageMappingOptions> m_options;
    ViewKind m_kind = ViewKind::Values;
    bool m_flashing = false;
    std::map<ViewKind, RecordView*> m_views;
    std::unique_ptr<workbench::RecordLoader> m_loader;
    ByteSource* m_bytes;
    ElidedLabel* m_title;
    ElidedLabel* m_type;
    QStackedLayout* m_stack;
    RecordNotice* m_notice;
};

}  // namespace zrecord::widgets
