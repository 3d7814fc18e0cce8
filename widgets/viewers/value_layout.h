#pragma once

#include <QString>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/dtype.h"
#include "zrecord/shape.h"

namespace zrecord::widgets {

/// One record as a table of exact values. Scalars are one cell (structured: one row per field), vectors run along rows of
/// eight, the last two dimensions of anything larger are rows and columns and the others are fixed by a slice; structured
/// elements have one column per field. A plain value over borrowed bytes: nothing is formatted before text() asks.
class ValueLayout {
public:
    static constexpr std::uint64_t kVectorColumns = 8;

    ValueLayout() = default;
    /// `bytes` holds product(shape) · itemsize bytes and outlives the layout. `slice` fixes the leading dimensions
    /// (see slicedDimensions()); missing or too large positions are clipped.
    ValueLayout(const DType& dtype, Shape shape, std::span<const std::byte> bytes, std::vector<std::uint64_t> slice = {});

    /// Leading dimensions that a slice has to fix: rank − 2, for structured elements rank − 1, never negative.
    [[nodiscard]] static std::size_t slicedDimensions(const DType& dtype, std::size_t rank);

    [[nodiscard]] std::uint64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return m_columns; }
    /// False where a row of a vector is not full.
    [[nodiscard]] bool hasCell(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString text(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString rowHeader(std::uint64_t row) const;
    [[nodiscard]] QString columnHeader(std::uint64_t column) const;
    /// Numbers and times stand right, texts and bytes left.
    [[nodiscard]] bool alignsRight(std::uint64_t column) const;
    /// Position of a cell in the whole record, as Python would index it: "[3, 16, 13]", "[2]['x']", "".
    [[nodiscard]] QString position(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] const std::vector<std::uint64_t>& slice() const noexcept { return m_slice; }

private:
    enum class Form { Empty, Scalar, Fields, Vector, Matrix, Records };

    [[nodiscard]] std::uint64_t element(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString fieldText(std::uint64_t element, std::size_t field) const;
    [[nodiscard]] const DType& cellType(std::uint64_t column) const;

    DType m_dtype;
    Shape m_shape;
    std::span<const std::byte> m_bytes;
    std::vector<std::uint64_t> m_slice;
    std::vector<std::size_t> m_fields;  ///< indices of the fields that are not padding
    Form m_form = Form::Empty;
    std::uint64_t m_base = 0;                 ///< first element of the slice
    std::uint64_t m_count = 0;                ///< elements in the slice
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
};

}  // namespace zrecord::widgets
