#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/result.h"
#include "zrecord/shape.h"

namespace zrecord {

/// NumPy's kind letter. Values are part of the format text, frozen.
enum class ScalarKind : char {
    Bool = 'b', Int = 'i', UInt = 'u', Float = 'f', Complex = 'c',
    Bytes = 'S', Unicode = 'U', DateTime = 'M', TimeDelta = 'm', Void = 'V'
};

enum class ByteOrder : char { NotApplicable = '|', Little = '<', Big = '>' };

class DType;
struct DTypeField;
ZRECORD_EXPORT bool operator==(const DType& a, const DType& b);
ZRECORD_EXPORT bool operator==(const DTypeField& a, const DTypeField& b);

/// The element type of a store: every dtype that NumPy can persist except object. Immutable value, cheap to copy,
/// safe to read from several threads. Itemsize ≤ 2^31 bytes, nesting depth ≤ 16.
class ZRECORD_EXPORT DType {
public:
    /// "<f4", "|u1", ">i2", "<U3", "<M8[ns]", "|V7", plain names ("uint8", "float32", "bool"), or a structured
    /// descr as Python text: "[('a', '<f4'), ('', '|V4'), ('b', '>i2', (3,))]", or as NumPy prints gaps:
    /// "{'names': …, 'formats': …, 'offsets': …, 'itemsize': …}". InvalidArgument with a sentence otherwise; object
    /// dtypes, overlapping or out-of-order fields and a top-level sub-array ("(3,)f4") are refused by name.
    static Result<DType> parse(std::string_view text);
    /// Fields in order without gaps; padding is a field with an empty name and kind Void (neighbouring padding is joined).
    /// An empty name on another type becomes "f<position>", as in NumPy. Duplicate names are refused.
    /// A struct of zero bytes is good only as a field.
    static Result<DType> makeStruct(std::vector<DTypeField> fields);
    /// Scalar of that kind; size in bytes (Unicode: 4 per character). Zero bytes are allowed for Bytes, Unicode and Void,
    /// but only a field of a struct may have them. `order` is ignored where it means nothing.
    static Result<DType> makeScalar(ScalarKind kind, std::uint32_t itemSize, ByteOrder order = ByteOrder::Little);
    /// DateTime or TimeDelta of 8 bytes; unit "ns", "25s", … or empty for generic.
    static Result<DType> makeTime(ScalarKind kind, std::string_view unit, ByteOrder order = ByteOrder::Little);
    /// uint8.
    DType();

    [[nodiscard]] ScalarKind kind() const noexcept;         ///< Void for structured
    [[nodiscard]] ByteOrder byteOrder() const noexcept;     ///< NotApplicable for one-byte, bytes, void, structured
    [[nodiscard]] std::uint64_t itemSize() const noexcept;  ///< bytes, ≥ 1 (a field's type may have 0: "|S0")
    [[nodiscard]] std::string_view timeUnit() const noexcept;  ///< "ns", "25s", … ; empty for generic and other kinds
    [[nodiscard]] bool isStructured() const noexcept;
    [[nodiscard]] const std::vector<DTypeField>& fields() const noexcept;  ///< padding included; empty unless structured

    /// NumPy's dtype.str for scalars ("<f4"); "|V<itemSize>" for structured.
    [[nodiscard]] std::string str() const;
    /// Scalars: like str(). Structured: the descr as Python text, which parse() reads back to an equal value.
    [[nodiscard]] std::string descr() const;
    /// A short name for people: "uint8", "float32 big-endian", "struct of 3 fields, 11 bytes".
    [[nodiscard]] std::string displayName() const;

    friend bool operator==(const DType& a, const DType& b);

private:
    struct Data;
    explicit DType(std::shared_ptr<const Data> data) : m_data(std::move(data)) {}
    std::shared_ptr<const Data> m_data;
};

/// One field of a structured dtype.
struct DTypeField {
    std::string name;    ///< empty = padding
    std::string title;   ///< usually empty
    DType type;
    Shape shape;         ///< sub-array dimensions, empty for a plain field
    std::uint64_t offset = 0;  ///< bytes from the start of the item; set by makeStruct()

    [[nodiscard]] bool isPadding() const noexcept { return name.empty(); }
    friend bool operator==(const DTypeField& a, const DTypeField& b);
};

}  // namespace zrecord
