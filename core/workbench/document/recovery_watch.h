#pragma once

#include <vector>

#include <QObject>

#include "workbench/messages/recovery_text.h"

namespace zrecord::workbench {

class StoreDocument;

/// What the openings of one document have found of interrupted changes. A child of its document; made before that opens. GUI thread.
class RecoveryWatch final : public QObject {
    Q_OBJECT

public:
    explicit RecoveryWatch(StoreDocument& document);
    /// The watch of a document; nullptr when none was made.
    [[nodiscard]] static RecoveryWatch* of(const StoreDocument& document);

    /// Streams that had been left in the middle of a change. What was finished stays to be read, also while access is switched;
    /// what was only shown goes as soon as somebody has finished it.
    [[nodiscard]] const std::vector<StreamRecovery>& found() const noexcept { return m_found; }
    /// Somebody has read them.
    void forget();

Q_SIGNALS:
    void changed();

private:
    void look();

    StoreDocument& m_document;
    std::vector<StreamRecovery> m_found;
};

}  // namespace zrecord::workbench
