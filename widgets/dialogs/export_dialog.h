#pragma once

#include <cstdint>
#include <vector>

#include <QDialog>
#include <QPointer>

#include "workbench/exporting/export_plan.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class KeyValueList;
class TextLabel;

/// Chooses which records go where and as what, and says what will be there before anything is written. Hands a plan to the
/// caller; the export itself is a job. Deletes itself when closed.
class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// `stream` is offered first; files go to `folder` unless another one is chosen.
    ExportDialog(workbench::DocumentSession& session, std::size_t stream, const QString& folder, QWidget* parent);

    /// As it is chosen now.
    [[nodiscard]] workbench::ExportPlan plan() const;

Q_SIGNALS:
    void exportRequested(const zrecord::workbench::ExportPlan& plan);

private:
    /// Which records.
    enum class Which { Selected, Shown, All };

    QWidget* makeForm();
    QWidget* addRow(QGridLayout& grid, const QString& name, QWidget* field, QWidget* beside = nullptr);
    void fillWhich();
    void fillStreams();
    void fillForms();
    void chooseTarget();
    void suggestTarget();
    void update();
    void showFacts(const workbench::ExportPlan& plan, std::uint64_t records);
    [[nodiscard]] workbench::ExportForm form() const;
    [[nodiscard]] StoreKind kind() const;
    [[nodiscard]] std::uint64_t recordCount() const;

    QPointer<workbench::DocumentSession> m_session;
    QString m_folder;
    bool m_targetEdited = false;
    QComboBox* m_which;
    QComboBox* m_stream;
    QComboBox* m_form;
    QComboBox* m_codec;
    QWidget* m_codecLabel = nullptr;
    QLineEdit* m_target;
    QCheckBox* m_replace;
    KeyValueList* m_facts;
    TextLabel* m_message;
    QPushButton* m_export;
};

}  // namespace zrecord::widgets
