#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <QStringList>

#include "widgets/viewers/record_view.h"
#include "workbench/fetch/decoded_record.h"

class QPlainTextEdit;
class QToolButton;

namespace zrecord::widgets {

class TextLabel;
struct Vocabulary;

/// The bytes of a record as UTF-8 text, or its whole numbers as token ids: their tokens where a vocabulary was chosen,
/// otherwise the ids. Long records show their beginning and say so; bytes that are not UTF-8 are written \xff and marked.
class TextViewer final : public RecordView {
    Q_OBJECT

public:
    static constexpr std::size_t kShownBytes = std::size_t{1} << 20;
    static constexpr std::size_t kShownTokens = std::size_t{1} << 16;
    /// Further bytes that are not UTF-8 are written like the first ones, but not marked.
    static constexpr int kMostMarks = 1000;

    explicit TextViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;
    [[nodiscard]] std::optional<std::uint64_t> currentElement() const override;
    void setCurrentElement(std::uint64_t element) override;
    [[nodiscard]] QString currentText() const override;

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString note() const;
    /// How many bytes are marked as not UTF-8.
    [[nodiscard]] int markCount() const;
    /// Names of the ids 0, 1, 2, …; empty shows the ids.
    void setVocabulary(QStringList tokens);

    /// Whole numbers along one axis that are not bytes.
    [[nodiscard]] static bool holdsTokens(const DType& dtype, std::size_t rank);
    /// Valid UTF-8 without control characters other than white space, judged by the first 64 KiB; false for no bytes.
    [[nodiscard]] static bool readsAsText(std::span<const std::byte> bytes);
    /// Bytes before the first that is not UTF-8; the size when all is valid. A character cut off by the end counts as valid
    /// when `mayBeCut`.
    [[nodiscard]] static std::size_t validPrefix(std::span<const std::byte> bytes, bool mayBeCut);

private:
    void showText();
    void showTokens();
    void chooseVocabulary();
    void useVocabulary(Vocabulary read);
    void setNote(const QStringList& sentences);
    void describeCurrent();
    [[nodiscard]] QString tokenText(std::uint64_t element) const;

    workbench::DecodedRecord m_record;
    QStringList m_vocabulary;
    std::vector<int> m_starts;  ///< where each shown element begins in the text
    QWidget* m_tokenBar;
    QToolButton* m_choose;
    TextLabel* m_place;
    QPlainTextEdit* m_edit;
    TextLabel* m_note;
};

}  // namespace zrecord::widgets
