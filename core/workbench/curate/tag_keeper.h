#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <QObject>
#include <QString>
#include <QTimer>

#include <zrecord/status.h>

#include "workbench/curate/tag_file.h"
#include "workbench/jobs/latest_task.h"

namespace zrecord::workbench {

class StoreDocument;

/// Writes states of one side-car in the order in which they were given, whoever calls: an older state never replaces a newer
/// one. Thread-safe.
class TagWriter {
public:
    explicit TagWriter(QString path) : m_path(std::move(path)) {}

    [[nodiscard]] const QString& path() const noexcept { return m_path; }
    /// `number` grows with every state; an outdated one is left out. What lies in the file and could not be used is moved aside
    /// first. `streams`: for the witnesses; null keeps those of the state.
    Status write(std::uint64_t number, TagState state, const std::shared_ptr<const StreamSet>& streams);
    void setUnusable() { m_unusable = true; }

private:
    QString m_path;
    std::mutex m_mutex;
    std::uint64_t m_written = 0;
    bool m_unusable = false;
};

/// Loads the tags of a document after it was opened and saves them soon after every change, on a worker; what is not saved yet
/// when it goes is saved then. Nothing is written where nobody has tagged anything. Owned by DocumentSession, GUI thread.
class TagKeeper : public QObject {
    Q_OBJECT
public:
    static constexpr int kDelay = 500;  // milliseconds

    /// Document, tags and runner outlive it.
    TagKeeper(const StoreDocument& document, RecordTags& tags, TaskRunner& runner, QObject* parent = nullptr);
    ~TagKeeper() override;

    /// Reads the side-car of what is open now. What was changed meanwhile is kept and saved with it.
    void load();
    /// From now on also saves what was looked at, even without tags.
    void keepReviewed();
    /// To be called by a worker before it removes the records: says in the side-car what is about to happen, so that the tags
    /// follow even if the program ends in between. Empty when there is nothing to say.
    [[nodiscard]] std::function<Status()> announcement(const RecordRanges& removing);
    /// The same before the removal is taken back; `theirs` comes back with the records.
    [[nodiscard]] std::function<Status()> announcementOfUndo(const IndexRemap& removal, const TagsOfRecords& theirs);
    /// Writes anew what is true, if there is anything to write: once a removal has ended, however it did.
    void saveSoon() { changed(); }
    [[nodiscard]] QString path() const { return m_writer->path(); }

Q_SIGNALS:
    /// The tags could not be read or written, or belong to another state of the store.
    void failed(const zrecord::Status& status);

private:
    void takeLoaded(Result<TagState> loaded);
    void changed();
    void save();
    [[nodiscard]] TagState state() const;

    const StoreDocument& m_document;
    RecordTags& m_tags;
    std::shared_ptr<TagWriter> m_writer;
    std::uint64_t m_number = 1;
    bool m_dirty = false;
    bool m_taking = false;
    bool m_loaded = false;
    bool m_hasFile = false;
    bool m_keepReviewed = false;
    QTimer m_delay;
    LatestTask m_load;
    LatestTask m_save;
};

}  // namespace zrecord::workbench
