#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <zrecord/record_finder.h>

#include "workbench/find/duplicate_groups.h"
#include "workbench/find/facts_file.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class IndexRemap;
class Job;
class RecordOrder;
class StoreDocument;
class WorkbenchRuntime;

/// Finding in one document: filter, sort and duplicates, as jobs that can be cancelled and go on where they were. Holds what
/// was measured so far, within a limit, and the order that views show. Owned by DocumentSession, GUI thread.
class RecordSearch : public QObject {
    Q_OBJECT
public:
    RecordSearch(const StoreDocument& document, WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~RecordSearch() override;

    /// Streams and the names of their values, once they were read; empty streams before.
    [[nodiscard]] const FilterSchema& schema() const noexcept { return m_schema; }
    [[nodiscard]] bool isReady() const noexcept { return !m_schema.streams.empty(); }
    /// The stream whose facts need no name: what is shown.
    void setMainStream(std::size_t stream);
    [[nodiscard]] std::size_t mainStream() const noexcept { return m_schema.main; }
    /// What to sort by for the values of a stream, or for how many they are; empty where it cannot be sorted by.
    [[nodiscard]] QString sortKey(std::size_t stream, bool elements = false) const;

    /// Puts the tags and sets of the moment into a schema; asked before every question.
    using AddSets = std::function<void(FilterSchema&)>;
    void setSets(AddSets add) { m_addSets = std::move(add); }

    /// What is wrong with a filter; nothing when it can be asked.
    [[nodiscard]] std::optional<FilterFault> check(const QString& filter) const;
    /// Names that may follow the word before `cursor`, which begins at `begin`; all when there is none.
    [[nodiscard]] QStringList completions(const QString& filter, qsizetype cursor, qsizetype& begin) const;

    /// Shows what matches, sorted by `keys` (may be empty). An empty filter without keys shows everything at once; otherwise
    /// a job runs, and a running one is cancelled. False, and nothing done, while check() finds a fault or not ready.
    bool apply(const QString& filter, const QStringList& keys = {});
    void clear() { apply({}); }
    void cancel();

    [[nodiscard]] const QString& filter() const noexcept { return m_filter; }  ///< that is shown
    [[nodiscard]] const QStringList& sortKeys() const noexcept { return m_keys; }
    [[nodiscard]] bool isFiltered() const noexcept { return m_showsDuplicates || !m_filter.isEmpty(); }
    /// What findDuplicates() found last; it stays known, and follows the records, until forgetDuplicates().
    [[nodiscard]] const DuplicateGroups& duplicates() const noexcept { return m_duplicates; }
    [[nodiscard]] bool showsDuplicates() const noexcept { return m_showsDuplicates; }
    [[nodiscard]] bool isSearching() const noexcept { return !m_job.isNull(); }
    [[nodiscard]] Job* searchJob() const noexcept { return m_job; }  ///< nullptr unless isSearching()
    [[nodiscard]] std::uint64_t matches() const noexcept { return m_matches; }
    [[nodiscard]] std::uint64_t unreadable() const noexcept { return m_unreadable; }  ///< of the last search
    [[nodiscard]] const std::shared_ptr<const RecordOrder>& order() const noexcept { return m_order; }

    /// Starts a job that shows the groups of equal records one after the other, if there are any, and ends with
    /// duplicatesFound(), or failed(). nullptr when not ready.
    Job* findDuplicates();
    /// Shows the group of one record; false when it is in none that is known.
    bool showGroupOf(std::uint64_t record);
    void forgetDuplicates();
    /// Streams of one number a record, beside the main one: their values are counted as classes.
    [[nodiscard]] std::vector<std::size_t> labelStreams() const;
    /// Measures the main stream whole, and the label streams; ends with coverageChanged(). nullptr when not ready or all is known.
    Job* measure();
    /// Records of the main stream whose statistics are known.
    [[nodiscard]] std::uint64_t covered() const;
    /// What was measured of a record of the main stream; nothing when it was not.
    [[nodiscard]] std::optional<RecordFacts> facts(std::uint64_t record) const;
    [[nodiscard]] bool isMeasuring() const noexcept { return !m_measuring.isNull(); }
    /// What was measured of all streams; thread-safe, replaced after every change of the records.
    [[nodiscard]] const std::shared_ptr<FactsTable>& table() const noexcept { return m_table; }

    /// Called by the session when records moved or the source is another one. A removal that is taken back brings back what was
    /// known before it.
    void applyRemap(const IndexRemap& remap);
    void takeSource();

Q_SIGNALS:
    void schemaChanged();
    /// Views show other rows.
    void orderChanged();
    /// isSearching() changed, or how far it has come.
    void searchingChanged();
    void coverageChanged();
    /// A filter or a sort was answered; orderChanged() came before.
    void searched();
    void duplicatesFound();
    void failed(const zrecord::Status& status);

private:
    void show(RecordOrder order);
    void showList(std::vector<std::uint64_t> records);
    void finishSearch(const Job& job, const Result<FoundRecords>& found, const QString& filter, const QStringList& keys);
    void renewTable();
    /// What is known of one state of the store and shown of it.
    struct Known {
        QByteArray identity;
        std::shared_ptr<FactsTable> table;
        DuplicateGroups duplicates;
        std::shared_ptr<const RecordOrder> order;
        QString filter;
        QStringList keys;
        bool showsDuplicates = false;
        std::uint64_t unreadable = 0;
        [[nodiscard]] bool isEverything() const { return filter.isEmpty() && keys.isEmpty() && !showsDuplicates; }
    };
    struct Before {
        RecordRanges removed;
        Known known;
    };
    static constexpr std::size_t kMostBefore = 16;
    [[nodiscard]] Known known() const;
    [[nodiscard]] Known forget();
    void follow(const IndexRemap& remap);    ///< what was measured
    void takeBack(const IndexRemap& remap);
    void restore(const Known& known);
    void askAnew(const Known& known);
    [[nodiscard]] FindTarget target() const;

    const StoreDocument& m_document;
    WorkbenchRuntime& m_runtime;
    void refreshSets() const;

    mutable FilterSchema m_schema;
    AddSets m_addSets;
    std::shared_ptr<FactsTable> m_table;
    QString m_filter;
    QStringList m_keys;
    DuplicateGroups m_duplicates;
    bool m_showsDuplicates = false;
    std::uint64_t m_matches = 0;
    std::uint64_t m_unreadable = 0;
    std::shared_ptr<const RecordOrder> m_order;
    std::optional<Known> m_known;  ///< until it is clear what of it still holds
    std::vector<Before> m_before;  ///< the states before the latest removals, newest last
    QByteArray m_identity;  ///< of the state that all this is about; empty when it is not known
    QPointer<Job> m_job;
    QPointer<Job> m_measuring;
    LatestTask m_names;
};

}  // namespace zrecord::workbench
