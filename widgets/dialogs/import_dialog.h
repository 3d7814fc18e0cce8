#pragma once

#include <memory>
#include <optional>

#include <QDialog>

#include "workbench/importing/import_plan.h"

class QComboBox;
class QCheckBox;
class QLineEdit;
class QPushButton;

namespace zrecord::workbench {
class LatestTask;
class TaskRunner;
}

namespace zrecord::widgets {

class KeyValueList;
class TextLabel;

/// Chooses a file and the folder of a new store, and says what the file holds before anything is written. Hands a plan to
/// the caller; the import itself is a job. Deletes itself when closed.
class ImportDialog final : public QDialog {
    Q_OBJECT

public:
    ImportDialog(workbench::TaskRunner& runner, const QString& folder, QWidget* parent);
    ~ImportDialog() override;

    void setSource(const QString& path);
    [[nodiscard]] const std::optional<workbench::ImportPreview>& preview() const { return m_preview; }

Q_SIGNALS:
    void importRequested(const zrecord::workbench::ImportPlan& plan);
    void previewChanged();

private:
    QWidget* makeForm();
    void chooseSource();
    void chooseTarget();
    void inspect();
    void showPreview(const workbench::ImportPreview& preview);
    void showArrays(const QStringList& names);
    [[nodiscard]] workbench::ArrayChoice chosenArray() const;
    void showFailure(const QString& path, const Status& status);
    void showMessage(const QString& text, bool failure);
    void updateButton();

    QString m_folder;
    QString m_inspected;
    std::unique_ptr<workbench::LatestTask> m_task;
    std::optional<workbench::ImportPreview> m_preview;
    bool m_targetEdited = false;
    QLineEdit* m_source;
    QLineEdit* m_target;
    QComboBox* m_codec;
    QComboBox* m_array;       ///< of an .npz with several; hidden otherwise
    TextLabel* m_arrayLabel;
    QCheckBox* m_skipEmpty;
    KeyValueList* m_facts;
    TextLabel* m_message;
    QPushButton* m_import;
};

}  // namespace zrecord::widgets
