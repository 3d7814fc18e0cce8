#pragma once

#include <QFrame>

#include "widgets/common/text_label.h"

class QHBoxLayout;
class QPushButton;

namespace zrecord::widgets {

/// What banners share: an icon, a sentence, text below it, buttons and a cross, on the colour of a warning or a failure.
/// Hidden until something is shown in it.
class BannerFrame : public QFrame {
    Q_OBJECT

public:
    explicit BannerFrame(QWidget* parent = nullptr);

Q_SIGNALS:
    void closeRequested();

protected:
    /// Right of the texts, left of the cross.
    void addButton(QPushButton* button);
    [[nodiscard]] QPushButton* closeButton() const { return m_close; }
    /// Orange, or red when it is `failure`. An empty text takes no room.
    void setTexts(const QString& title, const QString& text, bool failure);
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_failure = false;
    TextLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_text;
    QPushButton* m_close;
    QHBoxLayout* m_row;
};

}  // namespace zrecord::widgets
