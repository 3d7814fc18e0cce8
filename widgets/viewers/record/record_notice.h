#pragma once

#include <QWidget>

class QPushButton;

namespace zrecord::widgets {

class TextLabel;

/// What stands in place of a record: a title, a sentence, and at most two buttons. GUI thread only.
class RecordNotice final : public QWidget {
    Q_OBJECT

public:
    explicit RecordNotice(QWidget* parent = nullptr);

    /// `button` empty: none. A failure has the broken sign and a button that copies details.
    void showNotice(const QString& title, const QString& text, const QString& button, bool failure);
    [[nodiscard]] QString title() const;

Q_SIGNALS:
    void buttonPressed();
    void detailsWanted();

private:
    TextLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_text;
    QPushButton* m_button;
    QPushButton* m_copyButton;
};

}  // namespace zrecord::widgets
