#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/viewers/record_view.h"
#include "zrecord/codec.h"
#include "zrecord/store_stats.h"

class QButtonGroup;

namespace zrecord::widgets {

class HexCanvas;
class KeyValueList;
class TextLabel;

/// The bytes of a record, plain or as they are stored, with the byte at the cursor read in the common ways, the bytes of its
/// element marked, and where all of it lies in the store's files. Stored bytes and place are asked for only while they are
/// shown.
class HexViewer final : public RecordView {
    Q_OBJECT

public:
    enum class Source { Record, Stored };

    /// Where a record lies and how it is packed.
    struct Storage {
        RecordLocation location;
        Codec codec = Codec::Raw;
        std::uint32_t dictionaryId = 0;
    };

    explicit HexViewer(QWidget* parent = nullptr);

    void showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) override;
    void clear() override;
    [[nodiscard]] QWidget* focusTarget() override;
    /// The element whose bytes are marked; nothing in compressed bytes, which belong to no single one.
    [[nodiscard]] std::optional<std::uint64_t> currentElement() const override;
    void setCurrentElement(std::uint64_t element) override;
    /// The marked bytes in hex.
    [[nodiscard]] QString currentText() const override;

    void setSource(Source source);
    [[nodiscard]] Source source() const noexcept { return m_source; }
    [[nodiscard]] HexCanvas& canvas() { return *m_canvas; }
    [[nodiscard]] const KeyValueList& facts() const { return *m_facts; }

    /// Answers to storedWanted() and storageWanted(); those for another record than the shown one are dropped.
    void showStored(std::size_t stream, std::uint64_t index, const std::shared_ptr<const std::vector<std::byte>>& bytes);
    void showStoredFailure(std::size_t stream, std::uint64_t index, const QString& sentence);
    void showStorage(std::size_t stream, std::uint64_t index, const Storage& storage);

Q_SIGNALS:
    void storedWanted(std::size_t stream, std::uint64_t index);
    void storageWanted(std::size_t stream, std::uint64_t index);

private:
    void refresh();
    void describeCurrent();
    void describeStorage();
    [[nodiscard]] QString frameText() const;
    [[nodiscard]] bool isShown(std::size_t stream, std::uint64_t index) const;
    [[nodiscard]] bool showsElements() const;

    workbench::DecodedRecord m_record;
    std::size_t m_stream = 0;
    std::uint64_t m_index = 0;
    Source m_source = Source::Record;
    std::optional<Storage> m_storage;
    std::shared_ptr<const std::vector<std::byte>> m_stored;
    QButtonGroup* m_sources;
    TextLabel* m_size;
    KeyValueList* m_facts;
    HexCanvas* m_canvas;
    TextLabel* m_place;
    TextLabel* m_value;
};

}  // namespace zrecord::widgets
