#pragma once

#include <vector>

#include <QListWidget>
#include <QStringList>

#include "workbench/find/fact_histogram.h"

namespace zrecord::workbench {
class ValueNames;
}

namespace zrecord::widgets {

/// The classes of a label stream with their counts, each on a line. A click or Enter chooses a class or gives it up; several
/// may be chosen. GUI thread only.
class ClassList final : public QListWidget {
    Q_OBJECT

public:
    static constexpr int kMostLines = 12;  ///< before it scrolls

    explicit ClassList(QWidget* parent = nullptr);

    /// `names` may be null.
    void setClasses(const workbench::ClassCounts& counts, const workbench::ValueNames* names);
    /// Values that a filter lets through, as texts; none = all.
    void setChosen(const QStringList& values);
    [[nodiscard]] QStringList chosen() const { return m_chosen; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    void chosenChanged(const QStringList& values);

private:
    void toggle(QListWidgetItem* item);

    QStringList m_chosen;
};

}  // namespace zrecord::widgets
