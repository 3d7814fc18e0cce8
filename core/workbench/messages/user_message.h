#pragma once

#include <QString>

#include <zrecord/status.h>

namespace zrecord::workbench {

/// A failure in words for people: what failed, why and where, what to do. All translated whole sentences.
struct UserMessage {
    QString title;    ///< "The store could not be opened."
    QString reason;   ///< "Record 17 of …/image (0.chunk, byte 4 096): the stored bytes are damaged."
    QString remedy;   ///< "Run Verify to find all damaged records."
    QString details;  ///< technical line for Copy details and the log
    [[nodiscard]] QString oneLine() const;
};

/// What was being done when it failed; gives the title.
enum class UserAction { Open, EnableEditing, DisableEditing, Reload, ReadRecord, ApplyChanges, UndoDelete, Append, Compact, Verify, Statistics, Export, Other };

[[nodiscard]] UserMessage userMessage(const Status& status, UserAction action = UserAction::Other);

}  // namespace zrecord::workbench
