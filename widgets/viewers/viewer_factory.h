#pragma once

#include <QString>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "widgets/viewers/record_view.h"
#include "zrecord/dtype.h"

namespace zrecord::workbench {
class TaskRunner;
}

namespace zrecord::widgets {

enum class ViewKind { Image, Plot, Values, Text, Bytes, Shape };

/// In the order of the switch.
[[nodiscard]] std::span<const ViewKind> allViewKinds();
/// "image", "plot", "values", "text", "bytes", "shape": stable, for settings and object names.
[[nodiscard]] QString viewKindName(ViewKind kind);
/// Translated, for the switch above the view.
[[nodiscard]] QString viewKindTitle(ViewKind kind);

/// The views that make sense for records of that type and shape, in the order of the switch. Never empty. Where every record
/// has a shape of its own, that one among the others can be looked at, too.
[[nodiscard]] std::vector<ViewKind> possibleViews(const DType& dtype, std::span<const std::uint64_t> shape, bool ragged = false);
/// The cheap right one: pictures for numeric arrays that are large enough to see and small enough to draw at once, text for
/// bytes that read as UTF-8, otherwise the table of values, whose cost is what is visible.
[[nodiscard]] ViewKind defaultView(const workbench::DecodedRecord& record);

/// `runner` draws large pictures and outlives the view.
[[nodiscard]] std::unique_ptr<RecordView> makeView(ViewKind kind, workbench::TaskRunner& runner);

}  // namespace zrecord::widgets
