#pragma once

#include <cstddef>

#include <QWidget>

class QHBoxLayout;

namespace zrecord::workbench {
class StoreDocument;
}

namespace zrecord::widgets {

class ActionRegistry;
class TextLabel;

/// What stands in place of the records of a document without any: why there is none, and the way to some. GUI thread.
class EmptyStorePage final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyStorePage(QWidget* parent = nullptr);

    /// Buttons for "store.editing", "store.append" and "file.import", where they exist.
    void addButtons(ActionRegistry& registry);
    void describe(const workbench::StoreDocument& document, std::size_t stream);

private:
    TextLabel* m_title;
    TextLabel* m_text;
    QHBoxLayout* m_buttons;
};

}  // namespace zrecord::widgets
