#pragma once

#include <deque>
#include <functional>

#include <QObject>
#include <QString>

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::desktop {

class Application;

/// Plays a scenario: a list of deeds, each begun when what it waits for has come true. Everything happens in the event
/// loop, as when a person works; nothing sleeps.
class Stage final : public QObject {
    Q_OBJECT

public:
    static constexpr int kPatience = 60'000;  ///< milliseconds for one step

    /// `folder` is an empty folder for stores that the scenario makes. `path` is what the user wants to see, may be empty.
    Stage(Application& application, QString folder, QString path);

    [[nodiscard]] Application& application() { return m_application; }
    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] workbench::DocumentSession* session() const;

    /// Waits until `ready`, then does `deed`.
    void then(std::function<bool()> ready, std::function<void()> deed);
    void then(std::function<void()> deed);
    /// Opens the path, or a sample set made for it, and waits until it is open with its statistics.
    void openSample();
    void open(const QString& path);
    void enableEditing();
    /// Triggers an action of the registry.
    void trigger(const QString& id);

    void start();

Q_SIGNALS:
    void finished();
    void failed(const QString& why);

private:
    void advance();

    struct Step {
        std::function<bool()> ready;
        std::function<void()> deed;
    };
    Application& m_application;
    QString m_folder;
    QString m_path;
    std::deque<Step> m_steps;
    int m_waited = 0;
};

}  // namespace zrecord::desktop
