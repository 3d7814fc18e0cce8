#pragma once

#include <utility>
#include <vector>

#include <QDialog>

namespace zrecord::widgets {

class ActionRegistry;

/// All keys on one page, by category; made from the registry, so it cannot be out of date.
class ShortcutSheet final : public QDialog {
    Q_OBJECT

public:
    ShortcutSheet(const ActionRegistry& registry, QWidget* parent);

Q_SIGNALS:
    /// Somebody wants other keys; the sheet closes.
    void changeRequested();

private:
    QWidget* makeCategory(const QString& category, const std::vector<std::pair<QString, QString>>& lines);
};

}  // namespace zrecord::widgets
