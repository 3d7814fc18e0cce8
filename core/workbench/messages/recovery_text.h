#pragma once

#include <string>
#include <vector>

#include <QString>

#include <zrecord/recovery_note.h>
#include <zrecord/status.h>

namespace zrecord::workbench {

/// What opening one stream found of an interrupted change, and did about it.
struct StreamRecovery {
    std::string stream;
    RecoveryNote note;
};

/// What a person is told about a change that was interrupted. All translated whole sentences.
struct RecoveryMessage {
    /// What can be done about it from here.
    enum class Step { None, Finish, Verify };

    QString title;    ///< what happened, in one sentence
    QString details;  ///< each stream, what it means for other programs, and what to do; some lines
    Step step = Step::None;
};

/// The files still wait for a writer to finish or clear the change.
[[nodiscard]] bool isPending(RecoveryAction action);

/// `found` is not empty. `path` is the document's folder.
[[nodiscard]] RecoveryMessage recoveryMessage(const QString& path, const std::vector<StreamRecovery>& found);
/// For a store that cannot be opened because of its interrupted change (ErrorCode::RecoveryNeeded).
[[nodiscard]] RecoveryMessage recoveryNeededMessage(const QString& path, const Status& status);

}  // namespace zrecord::workbench
