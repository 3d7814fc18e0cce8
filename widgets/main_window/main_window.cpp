#include "widgets/main_window/main_window.h"

namespace zrecord::widgets {

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
    setWindowTitle(tr("Zrecord Workbench"));
    resize(1280, 800);
}

}  // namespace zrecord::widgets
