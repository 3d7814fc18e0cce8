#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "zrecord/dtype.h"
#include "zrecord/export.h"

/// Exact text of values, for people and for machines. Everything here is a pure function: thread-safe, never fails.
///
/// People's text of one item:
///   bool          True, False
///   int, uint     decimal
///   float         the shortest decimal that reads back to the same value, at least one digit after the point:
///                 0.1, 1.0, 1e-05, 1.5e+16, nan, inf, -inf
///   complex       1.0+2.5j
///   bytes         b'ab\x00c', without NumPy's trailing zero bytes
///   Unicode       'Zürich', without trailing zero characters; control characters escaped
///   datetime      ISO 8601 in the unit's precision: 2024-02-29T12:30:00.125, NaT
///   timedelta     the count and its unit: 75 s, NaT; a generic one is the bare count
///   structured    (1, 2.5, [1, 2]) in field order; padding is left out
///   void          0x00ff10
/// JSON: numbers for bool (true, false), int and float (nan, inf, -inf are strings), [re, im] for complex, strings for
/// bytes (0x… when they are not UTF-8), Unicode and datetime, the count for timedelta ("NaT" is a string), an object for
/// structured, 0x… for void; nested arrays for shapes.
namespace zrecord {

struct ArrayTextOptions {
    std::uint64_t threshold = 1000;  ///< more items than that are shown by their edges; 0 = never
    std::uint64_t edgeItems = 3;     ///< items kept at each end of a dimension that is shortened
};

/// `item` holds at least dtype.itemSize() bytes.
ZRECORD_EXPORT void appendValueText(std::string& out, const DType& dtype, std::span<const std::byte> item);
ZRECORD_EXPORT std::string valueText(const DType& dtype, std::span<const std::byte> item);

/// A C-ordered array as NumPy lays it out: one line per innermost row, columns aligned, "..." for what is left out.
/// `bytes` holds product(shape) · itemSize bytes.
ZRECORD_EXPORT std::string arrayText(const DType& dtype, std::span<const std::uint64_t> shape,
                                     std::span<const std::byte> bytes, const ArrayTextOptions& options = {});
/// The same on one line, for a table cell: "[[1 2] [3 4]]". Stops early, with "…", after about `limit` bytes of text.
ZRECORD_EXPORT std::string lineText(const DType& dtype, std::span<const std::uint64_t> shape,
                                    std::span<const std::byte> bytes, std::size_t limit = 256);

ZRECORD_EXPORT void appendJsonValue(std::string& out, const DType& dtype, std::span<const std::uint64_t> shape,
                                    std::span<const std::byte> bytes);
/// A quoted JSON string. Bytes that are not UTF-8 become U+FFFD.
ZRECORD_EXPORT void appendJsonString(std::string& out, std::string_view text);
ZRECORD_EXPORT bool isValidUtf8(std::string_view text);
/// Text safe for a terminal: control characters, bidirectional marks and bytes that are not UTF-8 are escaped.
ZRECORD_EXPORT void appendPrintableText(std::string& out, std::string_view text);

}  // namespace zrecord
