#pragma once

#include <QWidget>

class QTabBar;

namespace zrecord::widgets {

/// The tabs over the middle of the window.
class PerspectiveBar final : public QWidget {
    Q_OBJECT

public:
    explicit PerspectiveBar(QWidget* parent = nullptr);

    int addTab(const QString& title);
    void setCurrent(int index);
    [[nodiscard]] int current() const;

Q_SIGNALS:
    void currentChanged(int index);

private:
    QTabBar* m_tabs;
};

}  // namespace zrecord::widgets
