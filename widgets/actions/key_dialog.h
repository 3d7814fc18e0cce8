#pragma once

#include <QDialog>

class QKeySequenceEdit;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace zrecord::workbench {
class WorkbenchSettings;
}

namespace zrecord::widgets {

class ActionRegistry;
class TextLabel;

/// Gives actions other keys. Keys that are taken where the action is live are refused, and by what is said. What is chosen holds
/// at once and in the next run.
class KeyDialog final : public QDialog {
    Q_OBJECT

public:
    KeyDialog(ActionRegistry& registry, workbench::WorkbenchSettings& settings, QWidget* parent);

    void choose(const QString& id);
    [[nodiscard]] QString chosen() const;

private:
    void fill();
    void showKeys(QTreeWidgetItem& item);
    void narrow(const QString& text);
    void updateButtons();
    void assign();
    void put(const QList<QKeySequence>& keys);
    void resetAll();

    ActionRegistry& m_registry;
    workbench::WorkbenchSettings& m_settings;
    QLineEdit* m_filter;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_keys;
    TextLabel* m_message;
    QPushButton* m_assign;
    QPushButton* m_none;
    QPushButton* m_usual;
};

}  // namespace zrecord::widgets
