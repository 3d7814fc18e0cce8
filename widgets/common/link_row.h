#pragma once

#include <QAbstractButton>

namespace zrecord::widgets {

/// A line that opens something: its name, and dim beside it where it is (cut in the middle when short of space).
class LinkRow final : public QAbstractButton {
    Q_OBJECT

public:
    LinkRow(const QString& name, const QString& place, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_place;
};

}  // namespace zrecord::widgets
