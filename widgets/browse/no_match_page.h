#pragma once

#include <QPointer>
#include <QWidget>

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class TextLabel;

/// What stands in place of the records when none matches the filter: "0 of 8.1 M", the filter, and the way back to all. GUI
/// thread.
class NoMatchPage final : public QWidget {
    Q_OBJECT

public:
    explicit NoMatchPage(QWidget* parent = nullptr);

    void describe(workbench::DocumentSession& session);

private:
    TextLabel* m_title;
    TextLabel* m_filter;
    QPointer<workbench::DocumentSession> m_session;
};

}  // namespace zrecord::widgets
