#pragma once

#include <QAbstractScrollArea>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace zrecord::widgets {

class RecordScrollBar;

/// Bytes as rows of 16, or of 8 or 4 where 16 are wider than the view: offset, hexadecimal, ASCII. Paints only visible rows, so 2^31 bytes cost what 300 cost.
/// One current byte, moved by keys and mouse. The bytes are borrowed together with an owner that keeps them alive.
class HexCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int kMostBytesPerRow = 16;

    explicit HexCanvas(QWidget* parent = nullptr);

    void setBytes(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    /// The same place stays current and visible while stepping, as far as the bytes reach.
    void setCurrentByte(std::uint64_t offset);
    [[nodiscard]] std::uint64_t currentByte() const noexcept { return m_current; }
    /// Shades the bytes [first, first + count): those of one element.
    void setMarked(std::uint64_t first, std::uint64_t count);
    [[nodiscard]] std::uint64_t markedFirst() const noexcept { return m_markedFirst; }
    [[nodiscard]] std::uint64_t markedCount() const noexcept { return m_markedCount; }
    /// One line as painted, without styling: for copying, tests and screen readers.
    [[nodiscard]] QString rowText(std::uint64_t row) const;
    [[nodiscard]] std::uint64_t rows() const noexcept { return (m_bytes.size() + perRow() - 1) / perRow(); }
    [[nodiscard]] int bytesPerRow() const noexcept { return m_bytesPerRow; }

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentByteChanged(std::uint64_t offset);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Metrics {
        int cell = 0;     ///< width of one character
        int row = 0;      ///< height of a row
        int hex = 0;      ///< x of the first byte
        int ascii = 0;    ///< x of the ASCII column
        int width = 0;
    };
    [[nodiscard]] std::uint64_t perRow() const noexcept { return static_cast<std::uint64_t>(m_bytesPerRow); }
    [[nodiscard]] Metrics metrics() const { return metricsFor(m_bytesPerRow); }
    [[nodiscard]] Metrics metricsFor(int bytesPerRow) const;
    void fitRows();
    [[nodiscard]] static int hexColumn(const Metrics& m, int byte);
    [[nodiscard]] QString offsetText(std::uint64_t row) const;
    void paintRow(QPainter& painter, const Metrics& m, std::uint64_t row, int y) const;
    void updateScrollBars();
    void showCurrent();
    bool moveCurrent(std::int64_t delta);

    std::span<const std::byte> m_bytes;
    std::shared_ptr<const void> m_owner;
    RecordScrollBar* m_bar;
    std::uint64_t m_current = 0;
    std::uint64_t m_markedFirst = 0;
    std::uint64_t m_markedCount = 0;
    int m_bytesPerRow = kMostBytesPerRow;
};

}  // namespace zrecord::widgets
