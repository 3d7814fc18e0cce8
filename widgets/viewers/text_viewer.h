#pragma once

#include <cstdint>
#include <span>

#include "widgets/viewers/record_view.h"

class QPlainTextEdit;

namespace zrecord::widgets {

class TextLabel;
/// The bytes of a record as UTF-8 text. Long texts show their first mebibyte and say so; bytes that are not UTF-8 show as
/// replacement marks and the first of them is named.
class TextViewer final : public RecordView {
    Q_OBJECT

public:
    static constexpr std::size_t kShownBytes = std::size_t{1} << 20;

    explicit TextViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString note() const;

    /// Valid UTF-8 without control characters other than white space, judged by the first 64 KiB; false for no bytes.
    [[nodiscard]] static bool readsAsText(std::span<const std::byte> bytes);
    /// Bytes before the first that is not UTF-8; the size when all is valid. A character cut off by the end counts as valid
    /// when `mayBeCut`.
    [[nodiscard]] static std::size_t validPrefix(std::span<const std::byte> bytes, bool mayBeCut);

private:
    QPlainTextEdit* m_edit;
    TextLabel* m_note;
};

}  // namespace zrecord::widgets
