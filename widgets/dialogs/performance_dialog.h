#pragma once

#include <QDialog>
#include <QTimer>

namespace zrecord::widgets {

class FluencyMeter;
class KeyValueList;
class TextLabel;

/// How fluent the window is, measured while it is used: it stays open beside the work and looks twice a second. Deletes itself
/// when closed, which ends the measuring.
class PerformanceDialog final : public QDialog {
    Q_OBJECT

public:
    explicit PerformanceDialog(QWidget* parent);

    [[nodiscard]] FluencyMeter& meter() { return *m_meter; }
    /// The figures as text.
    [[nodiscard]] QString report() const;

private:
    void refresh();

    FluencyMeter* m_meter;
    KeyValueList* m_inputs;
    KeyValueList* m_frames;
    TextLabel* m_verdict;
    QTimer m_timer;
};

}  // namespace zrecord::widgets
