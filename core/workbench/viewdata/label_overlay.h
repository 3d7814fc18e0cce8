#pragma once

#include <array>

#include <QImage>
#include <QSize>

#include <zrecord/result.h>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// Colours of labels 1, 2, 3, … over a picture, again and again from the first: the Okabe–Ito colours without black, which
/// colour-blind people can tell apart.
[[nodiscard]] const std::array<QRgb, 7>& labelColors();

/// One record as translucent colours to lay over a picture of `size`: whole numbers and bool as labels (0 is transparent),
/// floats as one colour that is the stronger the larger the value (NaN is transparent). The record's shape is (h, w), with
/// axes of one element anywhere. InvalidArgument: another shape, or no numbers. Any thread.
[[nodiscard]] Result<QImage> labelOverlay(const DecodedRecord& labels, QSize size);

}  // namespace zrecord::workbench
