#include "workbench/curate/tag_keeper.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QScopedValueRollback>

#include "workbench/document/store_document.h"

namespace zrecord::workbench {

Status TagWriter::write(std::uint64_t number, TagState state, const std::shared_ptr<const StreamSet>& streams) {
    const std::lock_guard lock(m_mutex);
    if (number <= m_written)
        return {};
    if (streams) {
        // A store that was closed meanwhile has no hashes to give; numbers without them are better than nothing.
        if (Result<std::vector<TagWitness>> seen = tag_file::witnesses(*streams, state.tags); seen.ok())
            state.witnesses = *std::move(seen);
    }
    if (m_unusable) {
        QFile::remove(m_path + QStringLiteral(".old"));
        QFile::rename(m_path, m_path + QStringLiteral(".old"));
        m_unusable = false;
    }
    ZR_RETURN_IF_ERROR(tag_file::write(m_path, state));
    m_written = number;
    return {};
}

TagKeeper::TagKeeper(const StoreDocument& document, RecordTags& tags, TaskRunner& runner, QObject* parent)
    : QObject(parent), m_document(document), m_tags(tags), m_writer(std::make_shared<TagWriter>(tag_file::pathFor(document.path()))), m_load(runner), m_save(runner) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelay);
    connect(&m_delay, &QTimer::timeout, this, &TagKeeper::save);
    connect(&tags, &RecordTags::changed, this, &TagKeeper::changed);
    connect(&tags, &RecordTags::reviewedChanged, this, [this] {
        if (m_hasFile || m_keepReviewed)
            changed();
    });
}

TagKeeper::~TagKeeper() {
    if (m_dirty && m_document.isOpen())
        static_cast<void>(m_writer->write(++m_number, state(), m_document.streamSet()));
}

TagState TagKeeper::state() const {
    TagState now;
    now.tags = m_tags.tags();
    if (m_hasFile || m_keepReviewed || !now.tags.empty())
        now.reviewed = m_tags.reviewed();
    now.records = m_document.recordCount();
    return now;
}

void TagKeeper::changed() {
    if (m_taking || (!m_hasFile && !m_keepReviewed && m_tags.tags().empty()))
        return;
    m_dirty = true;
    m_delay.start();
}

void TagKeeper::keepReviewed() {
    m_keepReviewed = true;
    changed();
}

void TagKeeper::save() {
    if (!m_dirty || !m_document.isOpen())
        return;
    m_dirty = false;
    m_hasFile = true;
    m_save.submit([this, writer = m_writer, number = ++m_number, now = state(), streams = m_document.streamSet(), box = m_save.mailbox()](const std::stop_token&) {
        if (Status written = writer->write(number, now, streams); !written.ok())
            box->post([this, written] {
                m_dirty = true;  // closing tries once more
                Q_EMIT failed(written);
            });
    });
}

void TagKeeper::load() {
    const auto streams = m_document.streamSet();
    if (!streams)
        return;
    // What is known already and not saved yet comes first, so that reading brings it back.
    std::optional<TagState> unsaved;
    if (m_loaded && m_dirty) {
        unsaved = state();
        m_dirty = false;
    }
    m_load.submit([this, streams, unsaved = std::move(unsaved), number = ++m_number, writer = m_writer, box = m_load.mailbox()](const std::stop_token&) {
        if (unsaved)
            if (Status written = writer->write(number, *unsaved, streams); !written.ok())
                return box->post([this, written] {
                    m_dirty = true;
                    Q_EMIT failed(written);
                });
        Result<TagState> loaded = tag_file::read(writer->path());
        if (loaded.ok())
            loaded = tag_file::matched(*std::move(loaded), *streams);
        box->post([this, loaded = std::move(loaded)] { takeLoaded(loaded); });
    });
}

void TagKeeper::takeLoaded(Result<TagState> loaded) {
    m_loaded = true;
    if (!loaded.ok()) {
        if (loaded.code() == ErrorCode::NotFound)
            m_tags.clip(m_document.recordCount());
        if (loaded.code() == ErrorCode::NotFound || loaded.code() == ErrorCode::Closed)
            return;
        m_writer->setUnusable();
        const QScopedValueRollback taking(m_taking, true);
        m_tags.restore({}, {});
        Q_EMIT failed(loaded.status());
        return;
    }
    m_hasFile = true;
    TagState merged = *std::move(loaded);
    if (m_dirty) {
        // Somebody was faster than the disk.
        for (const Tag& tag : m_tags.tags()) {
            const auto same = std::find_if(merged.tags.begin(), merged.tags.end(), [&tag](const Tag& each) { return each.name == tag.name; });
            if (same == merged.tags.end())
                merged.tags.push_back(tag);
            else
                same->records.add(tag.records);
        }
    }
    merged.reviewed.add(m_tags.reviewed());
    const QScopedValueRollback taking(m_taking, true);
    m_tags.restore(std::move(merged.tags), std::move(merged.reviewed));
}

std::function<Status()> TagKeeper::announcement(const RecordRanges& removing) {
    if (!m_hasFile && m_tags.tags().empty())
        return {};
    TagState now = state();
    now.removing = removing;
    return [writer = m_writer, number = ++m_number, now, streams = m_document.streamSet()] { return writer->write(number, now, streams); };
}

std::function<Status()> TagKeeper::announcementOfUndo(const IndexRemap& removal, const TagsOfRecords& theirs) {
    if (!m_hasFile && m_tags.tags().empty())
        return {};
    // As before the removal, which is announced: if the store is still the shorter one, it is what holds.
    const IndexRemap back = removal.inverse();
    TagState then = state();
    for (std::size_t tag = 0; tag < then.tags.size(); ++tag) {
        then.tags[tag].records = back.map(then.tags[tag].records);
        if (tag < theirs.tags.size())
            then.tags[tag].records.add(theirs.tags[tag]);
    }
    then.reviewed = back.map(then.reviewed);
    then.reviewed.add(theirs.reviewed);
    then.records = back.recordsAfter();
    then.removing = back.restored();
    return [writer = m_writer, number = ++m_number, then, back, now = m_tags.tags(), streams = m_document.streamSet()] {
        TagState announced = then;
        if (Result<std::vector<TagWitness>> seen = tag_file::witnesses(*streams, now); seen.ok())
            for (const TagWitness& witness : *seen)
                announced.witnesses.push_back({back.map(witness.record).value_or(witness.record), witness.hash});
        return writer->write(number, std::move(announced), nullptr);
    };
}

}  // namespace zrecord::workbench
