#include "widgets/viewers/value_layout.h"

#include <QStringList>

#include <algorithm>
#include <string>

#include "zrecord/value_text.h"

namespace zrecord::widgets {
namespace {

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

bool isNumeric(const DType& dtype) {
    switch (dtype.kind()) {
    case ScalarKind::Bytes:
    case ScalarKind::Unicode:
    case ScalarKind::Void: return false;
    default: return true;
    }
}

}  // namespace

ValueLayout::ValueLayout(const DType& dtype, Shape shape, std::span<const std::byte> bytes, std::vector<std::uint64_t> slice, TableAxes axes)
    : m_dtype(dtype), m_shape(std::move(shape)), m_bytes(bytes), m_slice(std::move(slice)) {
    addLeaves(m_dtype, 0, {}, {});
    m_count = 1;
    for (const std::uint64_t size : m_shape) {
        m_count *= size;
    }
    // The layout never reaches past what was given, whatever the shape claims.
    if (m_count == 0 || m_bytes.size() / m_dtype.itemSize() < m_count) {
        m_slice.assign(m_shape.size(), 0);
        return;
    }
    chooseAxes(axes);
    chooseForm();
}

void ValueLayout::addLeaves(const DType& dtype, std::uint64_t offset, const QString& name, const QString& access) {
    for (const DTypeField& field : dtype.fields()) {
        if (field.isPadding()) {
            continue;
        }
        const QString inner = (name.isEmpty() ? QString() : name + u'.') + fromStd(field.name);
        const QString innerAccess = access + QStringLiteral("['%1']").arg(fromStd(field.name));
        if (field.type.isStructured() && field.shape.empty() && !field.type.fields().empty()) {
            addLeaves(field.type, offset + field.offset, inner, innerAccess);
        } else {
            m_leaves.push_back({inner, innerAccess, field.type, field.shape, offset + field.offset});
        }
    }
}

void ValueLayout::chooseAxes(TableAxes wanted) {
    const auto rank = static_cast<int>(m_shape.size());
    const bool structured = m_dtype.isStructured();
    const auto exists = [rank](int axis) { return axis >= 0 && axis < rank; };
    if (structured) {
        m_axes = {exists(wanted.row) ? wanted.row : rank - 1, -1};
    } else if (rank < 2) {
        m_axes = {-1, rank - 1};
    } else {
        const bool usable = exists(wanted.row) && exists(wanted.column) && wanted.row != wanted.column;
        m_axes = usable ? wanted : TableAxes{rank - 2, rank - 1};
    }
    m_slice.resize(m_shape.size(), 0);
    std::uint64_t stride = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (axis == m_axes.row) {
            m_rowStride = stride;
            m_slice[i] = 0;
        } else if (axis == m_axes.column) {
            m_columnStride = stride;
            m_slice[i] = 0;
        } else {
            m_slice[i] = std::min(m_slice[i], m_shape[i] - 1);
            m_base += m_slice[i] * stride;
        }
        stride *= m_shape[i];
    }
}

void ValueLayout::chooseForm() {
    if (m_dtype.isStructured()) {
        m_form = m_shape.empty() ? Form::Fields : Form::Records;
        m_rows = m_shape.empty() ? m_leaves.size() : m_shape[static_cast<std::size_t>(m_axes.row)];
        m_columns = m_shape.empty() ? 1 : m_leaves.size();
    } else if (m_shape.size() >= 2) {
        m_form = Form::Matrix;
        m_rows = m_shape[static_cast<std::size_t>(m_axes.row)];
        m_columns = m_shape[static_cast<std::size_t>(m_axes.column)];
    } else if (m_count > 1) {
        m_form = Form::Vector;
        m_columns = std::min(m_count, kVectorColumns);
        m_rows = (m_count - 1) / kVectorColumns + 1;
    } else {
        m_form = Form::Scalar;
        m_rows = m_columns = 1;
    }
}

bool ValueLayout::hasCell(std::uint64_t row, std::uint64_t column) const {
    if (row >= m_rows || column >= m_columns) {
        return false;
    }
    return m_form != Form::Vector || row * kVectorColumns + column < m_count;
}

QString ValueLayout::text(std::uint64_t row, std::uint64_t column) const {
    if (!hasCell(row, column)) {
        return {};
    }
    if (m_form == Form::Fields) {
        return leafText(m_base, m_leaves[row]);
    }
    if (m_form == Form::Records) {
        return leafText(element(row, column), m_leaves[column]);
    }
    const std::uint64_t size = m_dtype.itemSize();
    return fromStd(valueText(m_dtype, m_bytes.subspan(element(row, column) * size, size)));
}

QString ValueLayout::rowHeader(std::uint64_t row) const {
    switch (m_form) {
    case Form::Fields: return m_leaves[row].name;
    case Form::Vector: return QString::number(row * kVectorColumns);
    case Form::Matrix:
    case Form::Records: return QString::number(row);
    default: return {};
    }
}

QString ValueLayout::columnHeader(std::uint64_t column) const {
    switch (m_form) {
    case Form::Records: return m_leaves[column].name;
    case Form::Vector: return m_rows > 1 ? QStringLiteral("+%1").arg(column) : QString::number(column);
    case Form::Matrix: return QString::number(column);
    default: return {};
    }
}

bool ValueLayout::alignsRight(std::uint64_t column) const {
    if (m_form == Form::Fields) {
        return true;  // "one line for one thing": name left, value right
    }
    return isNumeric(cellType(column));
}

QString ValueLayout::position(std::uint64_t row, std::uint64_t column) const {
    QStringList places;
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        const auto axis = static_cast<int>(i);
        const std::uint64_t place = m_form == Form::Vector    ? element(row, column)
                                    : axis == m_axes.row      ? row
                                    : axis == m_axes.column   ? column
                                                              : m_slice[i];
        places += QString::number(place);
    }
    QString text = places.isEmpty() || m_form == Form::Empty ? QString() : QStringLiteral("[%1]").arg(places.join(QStringLiteral(", ")));
    if (m_form == Form::Fields || m_form == Form::Records) {
        text += m_leaves[m_form == Form::Fields ? row : column].access;
    }
    return text;
}

std::uint64_t ValueLayout::element(std::uint64_t row, std::uint64_t column) const {
    switch (m_form) {
    case Form::Vector: return row * kVectorColumns + column;
    case Form::Matrix: return m_base + row * m_rowStride + column * m_columnStride;
    case Form::Records: return m_base + row * m_rowStride;
    default: return m_base;
    }
}

QString ValueLayout::leafText(std::uint64_t element, const Leaf& leaf) const {
    std::uint64_t items = 1;
    for (const std::uint64_t dimension : leaf.shape) {
        items *= dimension;
    }
    const auto bytes = m_bytes.subspan(element * m_dtype.itemSize() + leaf.offset, items * leaf.type.itemSize());
    return fromStd(leaf.shape.empty() ? valueText(leaf.type, bytes) : lineText(leaf.type, leaf.shape, bytes));
}

const DType& ValueLayout::cellType(std::uint64_t column) const {
    return m_form == Form::Records ? m_leaves[column].type : m_dtype;
}

}  // namespace zrecord::widgets
