#include "workbench/document/recovery_watch.h"

#include <algorithm>
#include <utility>

#include <zrecord/record_finder.h>
#include <zrecord/store.h>

#include "workbench/document/store_document.h"

namespace zrecord::workbench {
namespace {

/// Known since the opening: no file is read.
std::vector<StreamRecovery> recoveriesOf(const std::shared_ptr<const StreamSet>& streams) {
    std::vector<StreamRecovery> found;
    const FindTarget target = StreamSet::findTarget(streams, streams->generation(), 0, nullptr);
    for (std::size_t stream = 0; stream < target.streams.size(); ++stream) {
        if (const RecoveryNote& note = target.streams[stream]->recovery(); note.action != RecoveryAction::None)
            found.push_back({streams->streamName(stream), note});
    }
    return found;
}

}  // namespace

RecoveryWatch::RecoveryWatch(StoreDocument& document) : QObject(&document), m_document(document) {
    connect(&document, &StoreDocument::opened, this, &RecoveryWatch::look);
    connect(&document, &StoreDocument::sourceReplaced, this, &RecoveryWatch::look);
    look();
}

RecoveryWatch* RecoveryWatch::of(const StoreDocument& document) {
    return document.findChild<RecoveryWatch*>(QString(), Qt::FindDirectChildrenOnly);
}

void RecoveryWatch::look() {
    if (!m_document.isOpen())
        return;
    std::vector<StreamRecovery> found = recoveriesOf(m_document.streamSet());
    const bool pending = std::any_of(m_found.begin(), m_found.end(), [](const StreamRecovery& each) { return isPending(each.note.action); });
    if (found.empty() && !pending)
        return;
    m_found = std::move(found);
    Q_EMIT changed();
}

void RecoveryWatch::forget() {
    if (m_found.empty())
        return;
    m_found.clear();
    Q_EMIT changed();
}

}  // namespace zrecord::workbench
