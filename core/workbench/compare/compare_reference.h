#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <QObject>

namespace zrecord::workbench {

class DocumentList;
class DocumentSession;
class IndexRemap;

/// What records are compared with: one pinned record, or the record of the same index in another open document. Follows the
/// moves of deletions and lets go of what is closed. GUI thread.
class CompareReference : public QObject {
    Q_OBJECT
public:
    enum class Kind { None, Pinned, SameIndex };

    /// `documents` outlives the reference.
    explicit CompareReference(DocumentList& documents, QObject* parent = nullptr);

    /// `index` lies inside the document.
    void pin(DocumentSession& session, std::size_t stream, std::uint64_t index);
    void followIndex(DocumentSession& session, std::size_t stream);
    void reset();

    [[nodiscard]] Kind kind() const noexcept { return m_kind; }
    [[nodiscard]] DocumentSession* session() const noexcept { return m_session; }
    [[nodiscard]] std::size_t stream() const noexcept { return m_stream; }
    /// The record to compare `current` with; nothing when the other document has no such record.
    [[nodiscard]] std::optional<std::uint64_t> indexFor(std::uint64_t current) const;

Q_SIGNALS:
    void changed();
    /// The document of the reference is about to go: views drop what they have of it now.
    void aboutToBeLost();

private:
    void set(Kind kind, DocumentSession* session, std::size_t stream, std::uint64_t index);
    void takeRemap(const IndexRemap& remap);

    Kind m_kind = Kind::None;
    DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::uint64_t m_index = 0;
};

}  // namespace zrecord::workbench
