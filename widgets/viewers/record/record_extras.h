#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include <QWidget>

#include "widgets/viewers/viewer_factory.h"
#include "workbench/fetch/decoded_record.h"

class QToolButton;

namespace zrecord::workbench {
class DocumentSession;
class RecordLoader;
class TaskRunner;
}

namespace zrecord::widgets {

class RecordPlayer;

/// What can be done with the shown record beside looking at it: its 16-bit numbers read as bfloat16, another stream of the
/// set laid over its picture, and playing on from it. Bfloat16 is remembered for each stream, the overlay for the document.
/// GUI thread only.
class RecordExtras final : public QWidget {
    Q_OBJECT

public:
    /// `runner` loads what is laid over pictures and outlives this.
    explicit RecordExtras(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~RecordExtras() override;

    /// Not owned; nullptr = none. Forgets all choices and stops playing.
    void setSession(workbench::DocumentSession* session);
    /// Offers what suits a record of this stream in this view.
    void showFor(const workbench::DecodedRecord& record, std::size_t stream, ViewKind kind);

    /// Every record of the stream has a shape of its own.
    [[nodiscard]] bool isRagged(std::size_t stream) const;
    [[nodiscard]] bool isBfloat16(std::size_t stream) const { return m_bfloat16.contains(stream); }
    void setBfloat16(bool on);
    [[nodiscard]] std::optional<std::size_t> overlayStream() const noexcept { return m_overlayStream; }
    void setOverlayStream(std::optional<std::size_t> stream);
    /// Reads the record of the overlay's stream; answers with overlayLoaded(), at once when it is in memory.
    void requestOverlay(std::uint64_t index);
    [[nodiscard]] RecordPlayer& player() noexcept { return *m_player; }

Q_SIGNALS:
    void bfloat16Changed();
    void overlayChanged();
    void overlayLoaded(std::uint64_t index, const zrecord::workbench::DecodedRecord& labels, const QString& name);

private:
    void buildPlay();
    void fillOverlayMenu();
    void updateOverlayButton();

    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::set<std::size_t> m_bfloat16;
    std::optional<std::size_t> m_overlayStream;
    std::unique_ptr<workbench::RecordLoader> m_loader;
    RecordPlayer* m_player;
    QToolButton* m_bfloatButton;
    QToolButton* m_overlayButton;
    QToolButton* m_playButton;
};

}  // namespace zrecord::widgets
