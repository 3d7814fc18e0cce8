#pragma once

#include <vector>

#include <QWidget>

class QTimer;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class ActionRegistry;
class ElidedLabel;
class StatusItem;

/// The line at the bottom: records, stored bytes with ratio and codec, dead space, selection, cache. The figures with an
/// action behind them can be clicked and reached with Tab.
class StatusStrip final : public QWidget {
    Q_OBJECT

public:
    /// Uses "go.to", "store.compact" and "select.none" where they exist.
    explicit StatusStrip(ActionRegistry& actions, QWidget* parent = nullptr);

    void setDocument(workbench::DocumentSession* session);
    /// The stream of an aligned set whose bytes are shown.
    void setStream(std::size_t stream);
    /// Shown in the middle for some seconds.
    void showMessage(const QString& text);
    /// For when what the message says no longer holds.
    void clearMessage() { showMessage({}); }
    void refresh();

private:
    void refreshStore();
    StatusItem* makeItem(ActionRegistry& actions, const QString& id);

    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    StatusItem* m_records;
    StatusItem* m_stored;
    StatusItem* m_dead;
    StatusItem* m_selected;
    StatusItem* m_cache;
    ElidedLabel* m_message;
    QTimer* m_messageTimer;
    QTimer* m_refreshTimer;
};

}  // namespace zrecord::widgets
