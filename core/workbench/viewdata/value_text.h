#pragma once

#include <cstdint>
#include <span>

#include <QString>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// Exact text of one element: every digit that distinguishes it ("1.000000000001", "-0.0"), structured as "(1, 2.5)".
/// `element` < record.elementCount(); the record has its bytes.
[[nodiscard]] QString elementText(const DecodedRecord& record, std::uint64_t element);
/// One line for a table cell: "7", "[0 0 12 255 … 784 values]", "“In the beginning …”", "4.01 MiB, not loaded". Looks at the
/// first `maximumElements` elements, or a few hundred bytes of text, and no more.
[[nodiscard]] QString previewText(const DecodedRecord& record, int maximumElements = 6);
/// A record that looksLikeText() in quotes for a tool tip: whole up to 2,000 bytes. Anything else as previewText(), with more elements.
[[nodiscard]] QString toolTipText(const DecodedRecord& record);
/// One-dimensional uint8 whose beginning is printable UTF-8: shown as text where there is a choice.
[[nodiscard]] bool looksLikeText(const DecodedRecord& record);
/// "(28, 28)".
[[nodiscard]] QString shapeQString(std::span<const std::uint64_t> shape);

}  // namespace zrecord::workbench
