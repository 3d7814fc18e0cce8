#pragma once

#include <QFile>
#include <QObject>
#include <QTimer>

namespace zrecord::desktop {

class Application;

/// Says in a file what the window shows, one line of JSON whenever that changes, so that a program which works the window with
/// keys and clicks can wait for what it did instead of for a time. Keys: store, state, editing, records, shown, selected, marked,
/// current, tagged, searching, jobs, undo, redo, dialog, button, focus, text (of the field that has the
/// focus), notice. GUI thread.
class StateReport final : public QObject {
    Q_OBJECT

public:
    /// The application outlives it. The file is begun anew.
    StateReport(Application& application, const QString& file, QObject* parent = nullptr);
    ~StateReport() override;

    [[nodiscard]] bool isOpen() const { return m_file.isOpen(); }

private:
    [[nodiscard]] QByteArray line() const;
    void report();

    Application& m_application;
    QFile m_file;
    QByteArray m_last;
    QTimer m_timer;
};

}  // namespace zrecord::desktop
