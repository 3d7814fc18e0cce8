#include <QApplication>

#include "widgets/main_window/main_window.h"
#include "widgets/theme/theme_manager.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    zrecord::widgets::ThemeManager theme(application);
    theme.apply(zrecord::widgets::ThemeChoice::System, zrecord::widgets::ThemeManager::kDefaultFontSize);
    zrecord::widgets::MainWindow window;
    window.show();
    return QApplication::exec();
}
