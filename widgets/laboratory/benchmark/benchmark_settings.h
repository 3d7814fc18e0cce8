#pragma once

#include <optional>

#include <QWidget>

#include <zrecord/benchmark.h>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace zrecord::widgets {

/// The bar of the benchmark panel: what to measure, and the one button.
class BenchmarkSettings final : public QWidget {
    Q_OBJECT

public:
    explicit BenchmarkSettings(QWidget* parent = nullptr);

    /// What the fields say; nothing while one of them holds no sensible number, which is then marked.
    [[nodiscard]] std::optional<BenchmarkOptions> options() const;
    /// What is measured instead of the stream; nothing for the stream. Empty inner value: a field is wrong, and marked.
    [[nodiscard]] std::optional<std::optional<SyntheticData>> synthetic() const;
    void setRunning(bool running);

Q_SIGNALS:
    void runRequested();
    void cancelRequested();
    void changed();

private:
    QWidget* buildData();

    QComboBox* m_work;
    QComboBox* m_order;
    QComboBox* m_cache;
    QComboBox* m_threads;
    QLineEdit* m_batch;
    QLineEdit* m_rounds;
    QComboBox* m_data;
    QWidget* m_made;  ///< the fields of synthetic data
    QLineEdit* m_dtype;
    QLineEdit* m_shape;
    QLineEdit* m_share;
    QComboBox* m_codec;
    QComboBox* m_peers;
    QPushButton* m_run;
    bool m_running = false;
};

}  // namespace zrecord::widgets
