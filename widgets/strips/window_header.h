#pragma once

#include <QWidget>

class QMenuBar;

namespace zrecord::widgets {

class ElidedLabel;

/// The top line: the program's name, the menus, and at the right what is open.
class WindowHeader final : public QWidget {
    Q_OBJECT

public:
    explicit WindowHeader(QWidget* parent = nullptr);

    [[nodiscard]] QMenuBar& menuBar() { return *m_menus; }
    void setDocumentText(const QString& text, const QString& toolTip);

private:
    QMenuBar* m_menus;
    ElidedLabel* m_document;
};

}  // namespace zrecord::widgets
