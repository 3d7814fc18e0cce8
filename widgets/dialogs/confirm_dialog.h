#pragma once

#include <QDialog>
#include <QString>

namespace zrecord::widgets {

/// The one question before something that cannot be taken back. Cancel has the focus. Deletes itself when closed.
class ConfirmDialog final : public QDialog {
    Q_OBJECT

public:
    struct Question {
        QString title;
        QString text;
        QString action;      ///< on the button that does it: "Delete 12 records"
        QString typed = {};  ///< must be typed before the button works; empty = not asked for
    };

    ConfirmDialog(const Question& question, QWidget* parent);
};

}  // namespace zrecord::widgets
