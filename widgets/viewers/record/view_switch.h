#pragma once

#include <vector>

#include <QWidget>

#include "widgets/viewers/viewer_factory.h"

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace zrecord::widgets {

/// The row of buttons that chooses how a record is looked at; what else belongs beside them stands at its right. Where there is
/// no room for all of them, the last ones go into a menu; the chosen one stays in sight. GUI thread only.
class ViewSwitch final : public QWidget {
    Q_OBJECT

public:
    explicit ViewSwitch(QWidget* parent = nullptr);

    /// Offers these views, with one of them chosen.
    void showViews(const std::vector<ViewKind>& views, ViewKind chosen);
    /// Call once.
    void addTrailing(QWidget* widget);

    [[nodiscard]] QSize sizeHint() const override;
    /// Room for the chosen view and the menu.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void kindChosen(zrecord::widgets::ViewKind kind);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QToolButton* button(ViewKind kind) const;
    [[nodiscard]] int trailingWidth() const;
    void arrange();
    void fillMenu();

    QButtonGroup* m_group;
    QHBoxLayout* m_layout;
    QToolButton* m_more;
    QWidget* m_trailing = nullptr;
    std::vector<ViewKind> m_views;
    ViewKind m_chosen = ViewKind::Values;
    std::vector<ViewKind> m_hidden;  ///< in the menu
};

}  // namespace zrecord::widgets
