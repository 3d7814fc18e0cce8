#pragma once

#include <optional>

#include <QWidget>

#include "workbench/laboratory/sampler_study.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace zrecord::widgets {

/// The bar of the sampler panel: what to sample, what to compare with, and the one button.
class SamplerSettings final : public QWidget {
    Q_OBJECT

public:
    explicit SamplerSettings(QWidget* parent = nullptr);

    /// Fills the length in, unless the person has written one of their own.
    void setStoreLength(std::uint64_t records);
    /// What the fields say; nothing while one of them holds no sensible number, which is then marked.
    [[nodiscard]] std::optional<SamplerView> view() const;
    /// The same with the order to compare with; nothing when none is chosen.
    [[nodiscard]] std::optional<SamplerView> other() const;
    /// The view that is being run; the one before it can be compared with.
    void remember(const SamplerView& view);
    void setRunning(bool running);

Q_SIGNALS:
    /// The button, Enter in a field, or another choice.
    void runRequested();
    void cancelRequested();

private:
    QLineEdit* addNumber(const QString& name, const QString& label, const QString& text, int width, const QString& toolTip);

    QComboBox* m_mode;
    QComboBox* m_compare;
    QLineEdit* m_seed = nullptr;
    QLineEdit* m_batch = nullptr;
    QLineEdit* m_length = nullptr;
    QLineEdit* m_steps = nullptr;
    QLineEdit* m_rank = nullptr;
    QLineEdit* m_world = nullptr;
    QPushButton* m_run;
    std::optional<SamplerView> m_last;
    std::optional<SamplerView> m_before;  ///< of other settings than the last
    std::uint64_t m_storeLength = 0;
    bool m_running = false;
};

}  // namespace zrecord::widgets
