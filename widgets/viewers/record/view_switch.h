#pragma once

#include <vector>

#include <QWidget>

#include "widgets/viewers/viewer_factory.h"

class QButtonGroup;
class QHBoxLayout;

namespace zrecord::widgets {

/// The row of buttons that chooses how a record is looked at; what else belongs beside them stands at its right. GUI thread
/// only.
class ViewSwitch final : public QWidget {
    Q_OBJECT

public:
    explicit ViewSwitch(QWidget* parent = nullptr);

    /// Offers these views, with one of them chosen.
    void showViews(const std::vector<ViewKind>& views, ViewKind chosen);
    void addTrailing(QWidget* widget);

Q_SIGNALS:
    void kindChosen(zrecord::widgets::ViewKind kind);

private:
    QButtonGroup* m_group;
    QHBoxLayout* m_layout;
};

}  // namespace zrecord::widgets
