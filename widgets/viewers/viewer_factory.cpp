#include "widgets/viewers/viewer_factory.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

#include "widgets/viewers/hex_viewer.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/line_viewer.h"
#include "widgets/viewers/record/shape_viewer.h"
#include "widgets/viewers/text_viewer.h"
#include "widgets/viewers/value_viewer.h"
#include "workbench/viewdata/element_reader.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord::widgets {
namespace {

/// Smaller pictures say less than their numbers.
constexpr std::uint64_t kSmallestSide = 8;
/// Larger ones take noticeable time to draw and are left to be asked for.
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 26;

bool isByteVector(const DType& dtype, std::size_t rank) {
    return dtype.itemSize() == 1 && rank == 1 && (dtype.kind() == ScalarKind::UInt || dtype.kind() == ScalarKind::Int);
}

}  // namespace

std::span<const ViewKind> allViewKinds() {
    static constexpr std::array kAll{ViewKind::Image, ViewKind::Plot, ViewKind::Values, ViewKind::Text, ViewKind::Bytes, ViewKind::Shape};
    return kAll;
}

QString viewKindName(ViewKind kind) {
    switch (kind) {
    case ViewKind::Image: return QStringLiteral("image");
    case ViewKind::Plot: return QStringLiteral("plot");
    case ViewKind::Values: return QStringLiteral("values");
    case ViewKind::Text: return QStringLiteral("text");
    case ViewKind::Bytes: return QStringLiteral("bytes");
    case ViewKind::Shape: return QStringLiteral("shape");
    }
    return {};
}

QString viewKindTitle(ViewKind kind) {
    switch (kind) {
    case ViewKind::Image: return QCoreApplication::translate("ViewerFactory", "Image");
    case ViewKind::Plot: return QCoreApplication::translate("ViewerFactory", "Plot");
    case ViewKind::Values: return QCoreApplication::translate("ViewerFactory", "Values");
    case ViewKind::Text: return QCoreApplication::translate("ViewerFactory", "Text");
    case ViewKind::Bytes: return QCoreApplication::translate("ViewerFactory", "Bytes");
    case ViewKind::Shape: return QCoreApplication::translate("ViewerFactory", "Shape");
    }
    return {};
}

std::vector<ViewKind> possibleViews(const DType& dtype, std::span<const std::uint64_t> shape, bool ragged) {
    std::vector<ViewKind> views;
    const bool pictured = workbench::ElementReader::create(dtype).has_value();
    using workbench::ImageLayout;
    if (pictured && std::ranges::any_of(std::array{ImageLayout::Row, ImageLayout::Hw, ImageLayout::Hwc, ImageLayout::Chw},
                                        [&](ImageLayout layout) { return workbench::isLayoutPossible(shape, layout); })) {
        views.push_back(ViewKind::Image);
    }
    if (pictured && !shape.empty() && shape.back() > 1 && std::ranges::find(shape, std::uint64_t{0}) == shape.end()) {
        views.push_back(ViewKind::Plot);
    }
    views.push_back(ViewKind::Values);
    const bool bytes = isByteVector(dtype, shape.size()) || (dtype.kind() == ScalarKind::Bytes && !dtype.isStructured());
    if (bytes || TextViewer::holdsTokens(dtype, shape.size())) {
        views.push_back(ViewKind::Text);
    }
    views.push_back(ViewKind::Bytes);
    if (ragged) {
        views.push_back(ViewKind::Shape);
    }
    return views;
}

ViewKind defaultView(const workbench::DecodedRecord& record) {
    const auto shape = record.shape();
    if (isByteVector(record.dtype(), shape.size())) {
        return TextViewer::readsAsText(record.bytes()) ? ViewKind::Text : ViewKind::Values;
    }
    if (record.elementCount() <= kMostPixels) {
        const auto layout = workbench::guessImageLayout(record.dtype(), shape);
        const auto geometry = workbench::imageGeometry(shape, layout);
        if (geometry.ok() && geometry->isImage() && std::min(geometry->width, geometry->height) >= kSmallestSide) {
            return ViewKind::Image;
        }
    }
    return ViewKind::Values;
}

std::unique_ptr<RecordView> makeView(ViewKind kind, workbench::TaskRunner& runner) {
    switch (kind) {
    case ViewKind::Image: return std::make_unique<ImageViewer>(runner);
    case ViewKind::Plot: return std::make_unique<LineViewer>();
    case ViewKind::Values: return std::make_unique<ValueViewer>();
    case ViewKind::Text: return std::make_unique<TextViewer>();
    case ViewKind::Bytes: return std::make_unique<HexViewer>();
    case ViewKind::Shape: return std::make_unique<ShapeViewer>(runner);
    }
    return nullptr;
}

}  // namespace zrecord::widgets
