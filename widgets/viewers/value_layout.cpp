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

ValueLayout::ValueLayout(const DType& dtype, Shape shape, std::span<const std::byte> bytes, std::vector<std::uint64_t> slice)
    : m_dtype(dtype), m_shape(std::move(shape)), m_bytes(bytes) {
    const auto& fields = m_dtype.fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!fields[i].isPadding()) {
            m_fields.push_back(i);
        }
    }
    const std::size_t fixed = slicedDimensions(m_dtype, m_shape.size());
    slice.resize(fixed, 0);
    m_count = 1;
    for (std::size_t i = m_shape.size(); i-- > fixed;) {
        m_count *= m_shape[i];
    }
    std::uint64_t stride = m_count;
    for (std::size_t i = fixed; i-- > 0;) {
        slice[i] = m_shape[i] == 0 ? 0 : std::min<std::uint64_t>(slice[i], m_shape[i] - 1);
        m_base += slice[i] * stride;
        stride *= m_shape[i];
    }
    m_slice = std::move(slice);
    // The layout never reaches past what was given, whatever the shape claims.
    if (m_count == 0 || stride == 0 || m_bytes.size() / m_dtype.itemSize() < m_base + m_count) {
        return;
    }
    if (m_dtype.isStructured()) {
        m_form = m_shape.empty() ? Form::Fields : Form::Records;
        m_rows = m_shape.empty() ? m_fields.size() : m_shape.back();
        m_columns = m_shape.empty() ? 1 : m_fields.size();
    } else if (m_shape.size() >= 2) {
        m_form = Form::Matrix;
        m_rows = m_shape[m_shape.size() - 2];
        m_columns = m_shape.back();
    } else if (m_shape.size() == 1 && m_count > 1) {
        m_form = Form::Vector;
        m_columns = std::min(m_count, kVectorColumns);
        m_rows = (m_count - 1) / kVectorColumns + 1;
    } else {
        m_form = Form::Scalar;
        m_rows = m_columns = 1;
    }
}

std::size_t ValueLayout::slicedDimensions(const DType& dtype, std::size_t rank) {
    const std::size_t shown = dtype.isStructured() ? 1 : 2;
    return rank > shown ? rank - shown : 0;
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
        return fieldText(m_base, m_fields[row]);
    }
    if (m_form == Form::Records) {
        return fieldText(m_base + row, m_fields[column]);
    }
    const std::uint64_t size = m_dtype.itemSize();
    return fromStd(valueText(m_dtype, m_bytes.subspan(element(row, column) * size, size)));
}

QString ValueLayout::rowHeader(std::uint64_t row) const {
    switch (m_form) {
    case Form::Fields: return fromStd(m_dtype.fields()[m_fields[row]].name);
    case Form::Vector: return QString::number(row * kVectorColumns);
    case Form::Matrix:
    case Form::Records: return QString::number(row);
    default: return {};
    }
}

QString ValueLayout::columnHeader(std::uint64_t column) const {
    switch (m_form) {
    case Form::Records: return fromStd(m_dtype.fields()[m_fields[column]].name);
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
    for (const std::uint64_t place : m_slice) {
        places += QString::number(place);
    }
    switch (m_form) {
    case Form::Vector: places += QString::number(element(row, column)); break;
    case Form::Matrix: places += QString::number(row); places += QString::number(column); break;
    case Form::Records: places += QString::number(row); break;
    case Form::Scalar:
        if (!m_shape.empty()) {
            places += QStringLiteral("0");
        }
        break;
    default: break;
    }
    QString text = places.isEmpty() ? QString() : QStringLiteral("[%1]").arg(places.join(QStringLiteral(", ")));
    if (m_form == Form::Fields || m_form == Form::Records) {
        const std::size_t field = m_fields[m_form == Form::Fields ? row : column];
        text += QStringLiteral("['%1']").arg(fromStd(m_dtype.fields()[field].name));
    }
    return text;
}

std::uint64_t ValueLayout::element(std::uint64_t row, std::uint64_t column) const {
    switch (m_form) {
    case Form::Vector: return m_base + row * kVectorColumns + column;
    case Form::Matrix: return m_base + row * m_columns + column;
    default: return m_base;
    }
}

QString ValueLayout::fieldText(std::uint64_t element, std::size_t field) const {
    const DTypeField& f = m_dtype.fields()[field];
    std::uint64_t items = 1;
    for (const std::uint64_t dimension : f.shape) {
        items *= dimension;
    }
    const auto bytes = m_bytes.subspan(element * m_dtype.itemSize() + f.offset, items * f.type.itemSize());
    return fromStd(f.shape.empty() ? valueText(f.type, bytes) : lineText(f.type, f.shape, bytes));
}

const DType& ValueLayout::cellType(std::uint64_t column) const {
    return m_form == Form::Records ? m_dtype.fields()[m_fields[column]].type : m_dtype;
}

}  // namespace zrecord::widgets
