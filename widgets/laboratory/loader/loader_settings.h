#pragma once

#include <optional>

#include <QWidget>

#include "workbench/laboratory/loader_session.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace zrecord::widgets {

/// The bar of the loader panel: how to load, and the buttons of a debugger.
class LoaderSettings final : public QWidget {
    Q_OBJECT

public:
    explicit LoaderSettings(QWidget* parent = nullptr);

    /// What the fields say; nothing while one of them holds no number that can be used, which is then marked.
    [[nodiscard]] std::optional<LoaderOptions> options() const;
    void setRunning(bool running);
    /// The step that a jump leads to when the person writes nothing else.
    void setStep(std::uint64_t step);

Q_SIGNALS:
    void stepRequested();
    void runRequested();
    void pauseRequested();
    /// Begin anew at the step in the field.
    void jumpRequested();
    /// Another setting: what is loaded is out of date.
    void changed();

private:
    QLineEdit* addNumber(const QString& name, const QString& label, const QString& text, int width, const QString& toolTip);
    QPushButton* addButton(const QString& name, const QString& text, const QString& iconName);

    QComboBox* m_mode;
    QLineEdit* m_batch = nullptr;
    QLineEdit* m_seed = nullptr;
    QLineEdit* m_prefetch = nullptr;
    QLineEdit* m_rank = nullptr;
    QLineEdit* m_world = nullptr;
    QLineEdit* m_step = nullptr;
    QPushButton* m_next = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_jump = nullptr;
    bool m_running = false;
};

}  // namespace zrecord::widgets
