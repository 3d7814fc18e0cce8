#pragma once

#include <QLineEdit>

namespace zrecord::widgets {

/// The field that says which record is current and takes where to go. Escape and leaving it bring the current record back;
/// keys of the window that edit no text keep working while it has the focus.
class GoToField final : public QLineEdit {
    Q_OBJECT

public:
    explicit GoToField(QWidget* parent = nullptr);

    /// What the field says when nobody types; does not disturb typing.
    void setShown(const QString& text);
    /// Draws the field as refused and says why; an empty reason takes that back.
    void setRefusal(const QString& why);
    void restore();

Q_SIGNALS:
    /// By Escape: the keys belong elsewhere again.
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString m_shown;
};

}  // namespace zrecord::widgets
