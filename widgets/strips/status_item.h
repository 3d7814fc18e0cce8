#pragma once

#include <QAbstractButton>

namespace zrecord::widgets {

/// One figure of the status bar: dim words around a bold value. A button when something happens on a click.
class StatusItem final : public QAbstractButton {
    Q_OBJECT

public:
    explicit StatusItem(QWidget* parent = nullptr);

    /// "dead ", "2.3 %", " (0.6 MB)".
    void setParts(const QString& before, const QString& value, const QString& after);
    void setClickable(bool clickable);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont valueFont() const;

    QString m_before, m_value, m_after;
    bool m_clickable = false;
};

}  // namespace zrecord::widgets
