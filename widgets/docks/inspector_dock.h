#pragma once

#include <optional>

#include <zrecord/store_stats.h>

#include "widgets/docks/dock_frame.h"

class QPushButton;

namespace zrecord::workbench {
class DocumentSession;
class RecordFactsLoader;
class TaskRunner;
}

namespace zrecord::widgets {

class ActionRegistry;
class KeyValueList;
class TextLabel;

/// Facts about the current record, the store and its statistics, live. Costs nothing while hidden.
class InspectorDock final : public DockFrame {
    Q_OBJECT

public:
    /// Uses the action "store.statistics" for figures that are not computed by themselves.
    InspectorDock(ActionRegistry& actions, workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~InspectorDock() override;

    void setDocument(workbench::DocumentSession* session);
    void setStream(std::size_t stream);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void requestFacts();
    void refreshRecord();
    void refreshStore();
    void refreshStatistics();

    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    workbench::RecordFactsLoader* m_loader;
    std::optional<std::uint64_t> m_locatedRecord;
    RecordLocation m_location;
    QString m_locationError;

    TextLabel* m_hint;
    KeyValueList* m_record;
    KeyValueList* m_streams;
    KeyValueList* m_store;
    KeyValueList* m_statistics;
    TextLabel* m_deadHint;
    QPushButton* m_compute;
};

}  // namespace zrecord::widgets
