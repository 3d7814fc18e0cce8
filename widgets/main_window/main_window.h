#pragma once

#include <QMainWindow>

namespace zrecord::widgets {

/// The window of the Workbench.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
};

}  // namespace zrecord::widgets
