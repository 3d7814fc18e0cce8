#pragma once

#include <QDialog>

namespace zrecord::widgets {

/// Name, version, and the licences of what is embedded.
class AboutDialog final : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent);
};

}  // namespace zrecord::widgets
