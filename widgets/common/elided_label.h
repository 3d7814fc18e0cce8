#pragma once

#include <QWidget>

#include "widgets/common/text_label.h"

namespace zrecord::widgets {

/// One line of text that gives way when space is short: cut in the middle (or at the end) with the whole text in the
/// tool tip. Values are never put into one; they keep their width.
class ElidedLabel final : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text = {}, Qt::TextElideMode mode = Qt::ElideMiddle, QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] const QString& text() const { return m_text; }
    void setTone(Tone tone);
    void setAlignment(Qt::Alignment alignment);
    void setBold(bool bold);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QFont drawnFont() const;
    void updateToolTip();

    QString m_text;
    Qt::TextElideMode m_mode;
    Tone m_tone = Tone::Plain;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
    bool m_bold = false;
};

}  // namespace zrecord::widgets
