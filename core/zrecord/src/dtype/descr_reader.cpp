#include "dtype/descr_reader.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/checked_math.h"
#include "dtype/scalar_text.h"

namespace zrecord {
namespace {

using Kind = PythonLiteral::Kind;

Status badDescr(std::string what)
{
    return Status(ErrorCode::InvalidArgument, std::move(what))
        .withRemedy("Write fields as NumPy does: [('name', '<f4'), ('other', '>i2', (3,))].");
}

/// A type and the sub-array dimensions that came with it.
struct ShapedType {
    DType type;
    Shape shape;
};

Result<Shape> readShape(const PythonLiteral& literal)
{
    if (literal.kind == Kind::Integer)
        return Shape{literal.integer};
    if (!literal.isSequence())
        return badDescr("the shape of a field must be a number or a tuple of numbers");
    Shape shape;
    for (const PythonLiteral& item : literal.items) {
        if (item.kind != Kind::Integer)
            return badDescr("the shape of a field must hold whole numbers only");
        shape.push_back(item.integer);
    }
    return shape;
}

Result<ShapedType> readFormat(const PythonLiteral& literal, unsigned depth);

/// NumPy's short form of a sub-array, "3u1" or "(2,3)<f4".
Result<ShapedType> readShapedText(const std::string& text)
{
    const std::size_t close = text.front() == '(' ? text.find(')') : text.find_first_not_of("0123456789");
    if (close == std::string::npos)
        return badDescr("'" + text + "' is not a dtype");
    const std::size_t typeAt = text.front() == '(' ? close + 1 : close;
    ShapedType result;
    ZR_ASSIGN_OR_RETURN(result.shape, parseShape(text.substr(0, typeAt)));
    ZR_ASSIGN_OR_RETURN(result.type, parseScalarText(std::string_view(text).substr(typeAt)));
    return result;
}

Result<ShapedType> readPlainText(const std::string& text)
{
    if (!text.empty() && (text[0] == '(' || (text[0] >= '0' && text[0] <= '9')))
        return readShapedText(text);
    ShapedType result;
    ZR_ASSIGN_OR_RETURN(result.type, parseScalarText(text));
    return result;
}

/// Where the part that begins `text` ends: at a comma outside brackets or at the end.
std::size_t partEnd(std::string_view text)
{
    std::size_t end = 0;
    for (int depth = 0; end < text.size() && (depth > 0 || text[end] != ','); ++end)
        depth += text[end] == '(' ? 1 : (text[end] == ')' ? -1 : 0);
    return end;
}

/// "u1,(2,)<f4,i8": fields f0, f1, f2. Commas inside brackets do not count.
Result<DType> readCommaText(std::string_view text)
{
    std::vector<DTypeField> fields;
    while (true) {
        const std::size_t end = partEnd(text);
        const std::string_view part = text.substr(0, end);
        const std::size_t first = part.find_first_not_of(' ');
        ZR_ASSIGN_OR_RETURN(ShapedType format, readPlainText(std::string(first == std::string_view::npos ? "" : part.substr(first))));
        DTypeField& field = fields.emplace_back();
        field.name = "f" + std::to_string(fields.size() - 1);
        field.type = std::move(format.type);
        field.shape = std::move(format.shape);
        if (end == text.size())
            return DType::makeStruct(std::move(fields));
        text.remove_prefix(end + 1);
    }
}

Status readName(const PythonLiteral& literal, DTypeField& field)
{
    if (literal.kind == Kind::String) {
        field.name = literal.text;
        return Status::success();
    }
    if (literal.isSequence() && literal.items.size() == 2 && literal.items[0].kind == Kind::String &&
        literal.items[1].kind == Kind::String) {
        field.title = literal.items[0].text;
        field.name = literal.items[1].text;
        return Status::success();
    }
    return badDescr("the name of a field must be a string or a pair of title and name");
}

Result<DTypeField> readField(const PythonLiteral& literal, unsigned depth)
{
    if (!literal.isSequence() || literal.items.size() < 2 || literal.items.size() > 3)
        return badDescr("a field must be (name, format) or (name, format, shape)");
    DTypeField field;
    ZR_RETURN_IF_ERROR(readName(literal.items[0], field));
    ZR_ASSIGN_OR_RETURN(ShapedType format, readFormat(literal.items[1], depth));
    field.type = std::move(format.type);
    if (literal.items.size() == 3) {
        ZR_ASSIGN_OR_RETURN(field.shape, readShape(literal.items[2]));
    }
    field.shape.insert(field.shape.end(), format.shape.begin(), format.shape.end());
    return field;
}

Result<DType> readFieldList(const PythonLiteral& literal, unsigned depth)
{
    std::vector<DTypeField> fields;
    fields.reserve(literal.items.size());
    for (const PythonLiteral& item : literal.items) {
        ZR_ASSIGN_OR_RETURN(fields.emplace_back(), readField(item, depth));
    }
    return DType::makeStruct(std::move(fields));
}

Result<DTypeField> padding(std::uint64_t bytes)
{
    if (bytes > UINT32_MAX)
        return badDescr("the dtype is larger than 2147483648 bytes");
    DTypeField field;
    ZR_ASSIGN_OR_RETURN(field.type, DType::makeScalar(ScalarKind::Void, static_cast<std::uint32_t>(bytes)));
    return field;
}

Result<std::uint64_t> fieldBytes(const DTypeField& field)
{
    ZR_ASSIGN_OR_RETURN(const std::uint64_t count, elementCount(field.shape));
    const auto bytes = checkedMultiply(count, field.type.itemSize());
    return bytes ? Result<std::uint64_t>(*bytes) : badDescr("the dtype is larger than 2147483648 bytes");
}

/// The lists of the dict form, checked for type and equal length.
struct FieldLists {
    const PythonLiteral* names;
    const PythonLiteral* formats;
    const PythonLiteral* offsets;
    const PythonLiteral* titles;
};

Result<FieldLists> readFieldLists(const PythonLiteral& dict)
{
    for (std::size_t i = 0; i < dict.items.size(); i += 2) {
        constexpr std::array<std::string_view, 6> kKnown{"names", "formats", "offsets", "titles", "itemsize", "aligned"};
        bool known = false;
        for (const std::string_view key : kKnown)
            known = known || key == dict.items[i].text;
        if (!known)
            return badDescr("'" + dict.items[i].text + "' does not belong into a dtype");
    }
    const FieldLists lists{dict.find("names"), dict.find("formats"), dict.find("offsets"), dict.find("titles")};
    if (!lists.names || !lists.formats)
        return badDescr("a dtype written as a dict needs 'names' and 'formats'");
    for (const PythonLiteral* list : {lists.names, lists.formats, lists.offsets, lists.titles})
        if (list && (!list->isSequence() || list->items.size() != lists.names->items.size()))
            return badDescr("'names', 'formats', 'offsets' and 'titles' must be lists of one length");
    return lists;
}

/// One entry of the dict form; gaps before it become padding.
Status appendListed(const FieldLists& lists, std::size_t i, unsigned depth, std::vector<DTypeField>& fields, std::uint64_t& end)
{
    DTypeField field;
    ZR_RETURN_IF_ERROR(readName(lists.names->items[i], field));
    if (field.name.empty())
        return badDescr("a field of the dict form needs a name");
    if (lists.titles && lists.titles->items[i].kind == Kind::String)
        field.title = lists.titles->items[i].text;
    ZR_ASSIGN_OR_RETURN(ShapedType format, readFormat(lists.formats->items[i], depth));
    field.type = std::move(format.type);
    field.shape = std::move(format.shape);
    if (lists.offsets) {
        const PythonLiteral& offset = lists.offsets->items[i];
        if (offset.kind != Kind::Integer)
            return badDescr("'offsets' must hold whole numbers");
        if (offset.integer < end)
            return badDescr("field '" + field.name + "' overlaps another or stands before it, which cannot be stored");
        if (offset.integer > end) {
            ZR_ASSIGN_OR_RETURN(fields.emplace_back(), padding(offset.integer - end));
            end = offset.integer;
        }
    }
    ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, fieldBytes(field));
    const auto next = checkedAdd(end, bytes);
    if (!next)
        return badDescr("the dtype is larger than 2147483648 bytes");
    end = *next;
    fields.push_back(std::move(field));
    return Status::success();
}

Result<DType> readDictForm(const PythonLiteral& dict, unsigned depth)
{
    ZR_ASSIGN_OR_RETURN(const FieldLists lists, readFieldLists(dict));
    const PythonLiteral* aligned = dict.find("aligned");
    if (aligned && (aligned->kind != Kind::Bool || (aligned->boolean && !lists.offsets)))
        return badDescr("'aligned' is only understood together with 'offsets'");
    std::vector<DTypeField> fields;
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < lists.names->items.size(); ++i)
        ZR_RETURN_IF_ERROR(appendListed(lists, i, depth, fields, end));
    if (const PythonLiteral* itemSize = dict.find("itemsize")) {
        if (itemSize->kind != Kind::Integer || itemSize->integer < end)
            return badDescr("'itemsize' must be a number that is not smaller than the fields");
        if (itemSize->integer > end) {
            ZR_ASSIGN_OR_RETURN(fields.emplace_back(), padding(itemSize->integer - end));
        }
    }
    return DType::makeStruct(std::move(fields));
}

Result<ShapedType> readFormat(const PythonLiteral& literal, unsigned depth)
{
    ShapedType result;
    switch (literal.kind) {
    case Kind::String: {
        if (partEnd(literal.text) == literal.text.size())
            return readPlainText(literal.text);
        ZR_ASSIGN_OR_RETURN(result.type, readCommaText(literal.text));
        return result;
    }
    case Kind::List:
    case Kind::Dict: {
        if (depth >= kMaxStructDepth)
            return badDescr("structs are nested more than " + std::to_string(kMaxStructDepth) + " deep");
        ZR_ASSIGN_OR_RETURN(result.type, literal.kind == Kind::List ? readFieldList(literal, depth + 1) : readDictForm(literal, depth + 1));
        return result;
    }
    case Kind::Tuple: {
        if (literal.items.size() != 2)
            return badDescr("a tuple as format must be (format, shape)");
        if (depth >= kMaxStructDepth)
            return badDescr("formats are nested more than " + std::to_string(kMaxStructDepth) + " deep");
        ZR_ASSIGN_OR_RETURN(ShapedType inner, readFormat(literal.items[0], depth + 1));
        ZR_ASSIGN_OR_RETURN(result.shape, readShape(literal.items[1]));
        result.type = std::move(inner.type);
        result.shape.insert(result.shape.end(), inner.shape.begin(), inner.shape.end());
        return result;
    }
    default:
        return badDescr("a format must be a string or a list of fields");
    }
}

}  // namespace

Result<DType> dtypeFromLiteral(const PythonLiteral& literal)
{
    ZR_ASSIGN_OR_RETURN(ShapedType read, readFormat(literal, 0));
    if (!read.shape.empty())
        return Status(ErrorCode::InvalidArgument, "a sub-array " + shapeText(read.shape) + " of " + read.type.displayName() +
                                                      " cannot be the dtype of a store")
            .withRemedy("Put its dimensions into item_shape and keep the element type as dtype.");
    if (read.type.itemSize() == 0)
        return Status(ErrorCode::InvalidArgument, "a dtype of zero bytes cannot be stored")
            .withRemedy("Give the width, for example S5 or U3.");
    return std::move(read.type);
}

}  // namespace zrecord
