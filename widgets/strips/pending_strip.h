#pragma once

#include <QMetaObject>
#include <QWidget>

class QPushButton;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class ActionRegistry;
class ElidedLabel;
class TextLabel;

/// Says what is marked and not yet done, and offers Review, Apply and Discard. Visible only while there is something.
class PendingStrip final : public QWidget {
    Q_OBJECT

public:
    /// The actions "store.review" and "store.discard" must exist.
    explicit PendingStrip(ActionRegistry& actions, QWidget* parent = nullptr);

    void setDocument(workbench::DocumentSession* session);

private:
    void refresh();
    QPushButton* makeButton(ActionRegistry& actions, const QString& id, const QString& text);

    workbench::DocumentSession* m_session = nullptr;
    TextLabel* m_count;
    ElidedLabel* m_effect;
};

}  // namespace zrecord::widgets
