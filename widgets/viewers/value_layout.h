#pragma once

#include <QString>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/dtype.h"
#include "zrecord/shape.h"

namespace zrecord::widgets {

/// Axes of an array that run down and across a table; −1 = the last but one and the last (structured: the last runs down).
struct TableAxes {
    int row = -1;
    int column = -1;
    friend bool operator==(const TableAxes&, const TableAxes&) = default;
};

/// One record as a table of exact values. Scalars are one cell (structured: one row per field), vectors run along rows of
/// eight, two axes of anything larger are rows and columns and the others are fixed by a slice; structured elements have
/// one column per field, nested ones one per inner field. A plain value over borrowed bytes: nothing is formatted before
/// text() asks.
class ValueLayout {
public:
    static constexpr std::uint64_t kVectorColumns = 8;

    ValueLayout() = default;
    /// `bytes` holds product(shape) · itemsize bytes and outlives the layout. `slice` is the place on every axis: those in the
    /// table do not matter, missing ones are 0, too large ones are clipped. Axes that the array does not have are the default.
    ValueLayout(const DType& dtype, Shape shape, std::span<const std::byte> bytes, std::vector<std::uint64_t> slice = {},
                TableAxes axes = {});

    [[nodiscard]] std::uint64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return m_columns; }
    /// False where a row of a vector is not full.
    [[nodiscard]] bool hasCell(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString text(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] QString rowHeader(std::uint64_t row) const;
    [[nodiscard]] QString columnHeader(std::uint64_t column) const;
    /// Numbers and times stand right, texts and bytes left.
    [[nodiscard]] bool alignsRight(std::uint64_t column) const;
    /// The axes in use; −1 where the table has none.
    [[nodiscard]] const TableAxes& axes() const noexcept { return m_axes; }
    /// The element of a cell, in C order.
    [[nodiscard]] std::uint64_t element(std::uint64_t row, std::uint64_t column) const;
    /// Position of a cell in the whole record, as Python would index it: "[3, 16, 13]", "[2]['x']", "".
    [[nodiscard]] QString position(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] const std::vector<std::uint64_t>& slice() const noexcept { return m_slice; }

private:
    enum class Form { Empty, Scalar, Fields, Vector, Matrix, Records };

    /// One field, or one field of a nested structure.
    struct Leaf {
        QString name;      ///< "a", "a.b"
        QString access;    ///< "['a']['b']"
        DType type;
        Shape shape;
        std::uint64_t offset = 0;
    };
    void addLeaves(const DType& dtype, std::uint64_t offset, const QString& name, const QString& access);
    void chooseAxes(TableAxes wanted);
    void chooseForm();
    [[nodiscard]] QString leafText(std::uint64_t element, const Leaf& leaf) const;
    [[nodiscard]] const DType& cellType(std::uint64_t column) const;

    DType m_dtype;
    Shape m_shape;
    std::span<const std::byte> m_bytes;
    std::vector<std::uint64_t> m_slice;
    TableAxes m_axes;
    std::vector<Leaf> m_leaves;
    Form m_form = Form::Empty;
    std::uint64_t m_base = 0;                 ///< first element of the slice
    std::uint64_t m_rowStride = 0;            ///< elements
    std::uint64_t m_columnStride = 0;
    std::uint64_t m_count = 0;                ///< elements of the record
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
};

}  // namespace zrecord::widgets
