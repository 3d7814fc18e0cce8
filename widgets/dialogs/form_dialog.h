#pragma once

#include <QString>

class QComboBox;
class QDialog;
class QGridLayout;
class QPushButton;
class QWidget;

namespace zrecord::widgets {

class KeyValueList;
class TextLabel;

/// What a dialog consists of that asks for a few fields and shows what would come of them. All are children of the dialog.
struct FormDialogParts {
    QString heading;
    QWidget* form;
    QWidget* lastField;  ///< Tab goes from it to Cancel; null: as the widgets were made
    QString caption;  ///< of the card with the facts and the message
    KeyValueList* facts;
    TextLabel* message;
    QPushButton* start;  ///< the primary button
};

/// Lays the parts out, with a button that cancels ahead of the primary one.
void arrangeFormDialog(QDialog& dialog, const FormDialogParts& parts);

/// Rows of label, field and a button beside it.
QGridLayout* makeFormGrid(QWidget* form);

/// The codecs that need no dictionary, with what speaks for each; the data is the Codec as int.
void addPlainCodecs(QComboBox& choice);

}  // namespace zrecord::widgets
