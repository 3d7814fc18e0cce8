#pragma once

#include <memory>

#include <QWidget>

#include "widgets/main_window/drop_intent.h"

namespace zrecord::workbench {
class LatestTask;
class TaskRunner;
}

namespace zrecord::widgets {

/// Lies over the window while something is dragged and says what letting go will do. The window forwards its drag events.
class DropOverlay final : public QWidget {
    Q_OBJECT

public:
    DropOverlay(workbench::TaskRunner& runner, QWidget* window);
    ~DropOverlay() override;

    void begin(const QList<QUrl>& urls);
    void end();
    /// Puts the overlay up with a ready answer.
    void showIntent(const DropIntent& intent);
    /// Looks at the drop (again) and answers with dropped(), unless it is refused.
    void drop(const QList<QUrl>& urls);

Q_SIGNALS:
    void dropped(const zrecord::widgets::DropIntent& intent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void inspect(const QList<QUrl>& urls, bool act);

    std::unique_ptr<workbench::LatestTask> m_task;
    DropIntent m_intent;
};

}  // namespace zrecord::widgets
