#include "zrecord/dtype.h"

#include <algorithm>
#include <unordered_set>

#include "base/checked_math.h"
#include "base/python_literal.h"
#include "base/utf8.h"
#include "dtype/descr_reader.h"
#include "dtype/scalar_text.h"

namespace zrecord {

namespace {

constexpr std::uint64_t kMaxItemSize = UINT64_C(1) << 31;

bool hasByteOrder(ScalarKind kind, std::uint64_t itemSize)
{
    switch (kind) {
    case ScalarKind::Int:
    case ScalarKind::UInt:
    case ScalarKind::Float:
    case ScalarKind::Complex:
        return itemSize > 1;
    case ScalarKind::Unicode:
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta:
        return true;
    default:
        return false;
    }
}

bool sizeExists(ScalarKind kind, std::uint64_t size)
{
    const bool powerOfTwo = size != 0 && (size & (size - 1)) == 0;
    switch (kind) {
    case ScalarKind::Bool:
        return size == 1;
    case ScalarKind::Int:
    case ScalarKind::UInt:
        return powerOfTwo && size <= 8;
    case ScalarKind::Float:
        return powerOfTwo && size >= 2 && size <= 16;
    case ScalarKind::Complex:
        return powerOfTwo && size >= 8 && size <= 32;
    case ScalarKind::DateTime:
    case ScalarKind::TimeDelta:
        return size == 8;
    case ScalarKind::Unicode:
        return size % 4 == 0 && size <= kMaxItemSize;
    case ScalarKind::Bytes:
    case ScalarKind::Void:
        return size <= kMaxItemSize;
    }
    return false;
}

Status tooLarge()
{
    return Status(ErrorCode::InvalidArgument, "the dtype is larger than 2147483648 bytes")
        .withRemedy("Move the large dimension into item_shape or into the number of records.");
}

/// Field text as NumPy's descr shows it: ('a', '<f4', (3,)).
std::string fieldText(const DTypeField& field)
{
    std::string text = "(";
    if (field.title.empty())
        text += pythonQuoted(field.name);
    else
        text += "(" + pythonQuoted(field.title) + ", " + pythonQuoted(field.name) + ")";
    text += ", ";
    text += field.type.isStructured() ? field.type.descr() : pythonQuoted(field.type.str());
    if (!field.shape.empty())
        text += ", " + shapeText(field.shape);
    return text + ")";
}

}  // namespace

struct DType::Data {
    ScalarKind kind = ScalarKind::UInt;
    ByteOrder order = ByteOrder::NotApplicable;
    std::uint64_t itemSize = 1;
    std::string timeUnit;
    std::vector<DTypeField> fields;
    bool structured = false;
    unsigned depth = 0;
};

DType::DType()
{
    static const auto uint8 = std::make_shared<const Data>();
    m_data = uint8;
}

Result<DType> DType::makeScalar(ScalarKind kind, std::uint32_t itemSize, ByteOrder order)
{
    if (!sizeExists(kind, itemSize))
        return Status(ErrorCode::InvalidArgument, "there is no dtype of kind '" + std::string(1, static_cast<char>(kind)) + "' with " +
                                                      std::to_string(itemSize) + (itemSize == 1 ? " byte" : " bytes"));
    Data data;
    data.kind = kind;
    data.itemSize = itemSize;
    if (hasByteOrder(kind, itemSize))
        data.order = order == ByteOrder::Big ? ByteOrder::Big : ByteOrder::Little;
    return DType(std::make_shared<const Data>(std::move(data)));
}

Result<DType> DType::makeTime(ScalarKind kind, std::string_view unit, ByteOrder order)
{
    if (kind != ScalarKind::DateTime && kind != ScalarKind::TimeDelta)
        return Status(ErrorCode::InvalidArgument, "only dates and time differences have a time unit");
    Data data;
    ZR_ASSIGN_OR_RETURN(data.timeUnit, parseTimeUnit(unit));
    data.kind = kind;
    data.itemSize = 8;
    data.order = order == ByteOrder::Big ? ByteOrder::Big : ByteOrder::Little;
    return DType(std::make_shared<const Data>(std::move(data)));
}

namespace {

/// Names the nameless, folds sub-arrays of padding into one run of bytes and joins neighbouring padding.
Result<std::vector<DTypeField>> normalisedFields(std::vector<DTypeField> fields)
{
    std::vector<DTypeField> result;
    result.reserve(fields.size());
    std::size_t position = 0;
    for (DTypeField& field : fields) {
        const std::size_t index = position++;
        const bool plainVoid = field.type.kind() == ScalarKind::Void && !field.type.isStructured();
        if (!field.name.empty() || !plainVoid || !field.title.empty()) {
            if (field.name.empty())
                field.name = "f" + std::to_string(index);
            result.push_back(std::move(field));
            continue;
        }
        ZR_ASSIGN_OR_RETURN(const std::uint64_t count, elementCount(field.shape));
        const auto bytes = checkedMultiply(count, field.type.itemSize());
        const bool joins = !result.empty() && result.back().isPadding();
        const auto total = bytes ? checkedAdd(*bytes, joins ? result.back().type.itemSize() : 0) : std::nullopt;
        if (!total || *total > kMaxItemSize)
            return tooLarge();
        if (*total == 0)
            continue;
        if (!joins)
            result.emplace_back();
        ZR_ASSIGN_OR_RETURN(result.back().type, DType::makeScalar(ScalarKind::Void, static_cast<std::uint32_t>(*total)));
    }
    return result;
}

Status checkNames(const std::vector<DTypeField>& fields)
{
    std::unordered_set<std::string_view> seen;
    for (const DTypeField& field : fields) {
        for (const std::string* name : {&field.name, &field.title}) {
            if (name->empty())
                continue;
            if (findInvalidUtf8(*name))
                return Status(ErrorCode::InvalidArgument, "the name of a field is not UTF-8 text");
            if (!seen.insert(*name).second)
                return Status(ErrorCode::InvalidArgument, "the field name '" + *name + "' is there twice")
                    .withRemedy("Give every field a name of its own.");
        }
    }
    return Status::success();
}

}  // namespace

Result<DType> DType::makeStruct(std::vector<DTypeField> fields)
{
    Data data;
    data.kind = ScalarKind::Void;
    data.structured = true;
    ZR_ASSIGN_OR_RETURN(data.fields, normalisedFields(std::move(fields)));
    ZR_RETURN_IF_ERROR(checkNames(data.fields));
    std::uint64_t offset = 0;
    for (DTypeField& field : data.fields) {
        field.offset = offset;
        ZR_ASSIGN_OR_RETURN(const std::uint64_t count, elementCount(field.shape));
        const auto bytes = checkedMultiply(count, field.type.itemSize());
        if (!bytes || *bytes > kMaxItemSize - offset)
            return tooLarge();
        offset += *bytes;
        data.depth = std::max(data.depth, field.type.m_data->depth);
    }
    if (++data.depth > kMaxStructDepth)
        return Status(ErrorCode::InvalidArgument, "structs are nested more than " + std::to_string(kMaxStructDepth) + " deep");
    data.itemSize = offset;
    return DType(std::make_shared<const Data>(std::move(data)));
}

Result<DType> DType::parse(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return parseScalarText({});
    text = text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
    const bool shapeBefore = text.front() == '(' && text.back() != ')';
    if (!shapeBefore && std::string_view("[({'\"").find(text.front()) != std::string_view::npos) {
        ZR_ASSIGN_OR_RETURN(const PythonLiteral literal, parsePythonLiteral(text));
        return dtypeFromLiteral(literal);
    }
    PythonLiteral literal;
    literal.kind = PythonLiteral::Kind::String;
    literal.text = text;
    if (const auto bad = findInvalidUtf8(text))
        return Status(ErrorCode::InvalidArgument, "the dtype is not UTF-8 text, byte " + std::to_string(*bad + 1));
    return dtypeFromLiteral(literal);
}

ScalarKind DType::kind() const noexcept
{
    return m_data->kind;
}

ByteOrder DType::byteOrder() const noexcept
{
    return m_data->order;
}

std::uint64_t DType::itemSize() const noexcept
{
    return m_data->itemSize;
}

std::string_view DType::timeUnit() const noexcept
{
    return m_data->timeUnit;
}

bool DType::isStructured() const noexcept
{
    return m_data->structured;
}

const std::vector<DTypeField>& DType::fields() const noexcept
{
    return m_data->fields;
}

std::string DType::str() const
{
    std::string text;
    text += static_cast<char>(m_data->order);
    text += static_cast<char>(m_data->kind);
    text += std::to_string(m_data->kind == ScalarKind::Unicode ? m_data->itemSize / 4 : m_data->itemSize);
    if (!m_data->timeUnit.empty())
        text += "[" + m_data->timeUnit + "]";
    return text;
}

std::string DType::descr() const
{
    if (!isStructured())
        return str();
    std::string text = "[";
    for (const DTypeField& field : fields()) {
        if (text.size() > 1)
            text += ", ";
        text += fieldText(field);
    }
    return text + "]";
}

std::string DType::displayName() const
{
    if (!isStructured())
        return scalarDisplayName(*this);
    const auto named = std::count_if(fields().begin(), fields().end(), [](const DTypeField& f) { return !f.isPadding(); });
    return "struct of " + std::to_string(named) + (named == 1 ? " field, " : " fields, ") + std::to_string(itemSize()) +
           (itemSize() == 1 ? " byte" : " bytes");
}

bool operator==(const DType& a, const DType& b)
{
    if (a.m_data == b.m_data)
        return true;
    return a.m_data->kind == b.m_data->kind && a.m_data->order == b.m_data->order && a.m_data->itemSize == b.m_data->itemSize &&
           a.m_data->structured == b.m_data->structured && a.m_data->timeUnit == b.m_data->timeUnit &&
           a.m_data->fields == b.m_data->fields;
}

bool operator==(const DTypeField& a, const DTypeField& b)
{
    return a.name == b.name && a.title == b.title && a.type == b.type && a.shape == b.shape && a.offset == b.offset;
}

}  // namespace zrecord
