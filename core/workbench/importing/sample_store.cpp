#include "workbench/importing/sample_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include <zrecord/aligned_set.h>
#include <zrecord/sample_data.h>
#include <zrecord/store.h>

namespace zrecord::workbench {

namespace {

constexpr int kSide = 28;
constexpr std::uint64_t kBatch = 256;

// xorshift: the standard distributions differ between libraries, and the sample must not.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15ULL + 0x5851F42D4C957F2DULL) {}
    std::uint64_t next() {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return m_state;
    }
    double between(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) / 9007199254740992.0; }

private:
    std::uint64_t m_state;
};

struct Point {
    float x;
    float y;
};

struct Drawing {
    std::uint8_t label = 0;
    std::vector<Point> outline;
    std::array<std::uint8_t, kSide * kSide> pixels{};
};

// Corner radii of the ten kinds: regular polygons from the triangle to the circle, and stars from three to seven points.
std::vector<Point> outlineOf(std::uint8_t label, Dice& dice) {
    const bool star = label >= 5;
    const int corners = label == 4 ? 32 : (star ? 2 * (label - 2) : label + 3);
    const double radius = dice.between(8.0, 12.0);
    const double inner = star ? dice.between(0.4, 0.55) : 1.0;
    const double turn = dice.between(0.0, 2.0 * std::numbers::pi);
    const double x = dice.between(12.5, 15.5);
    const double y = dice.between(12.5, 15.5);
    std::vector<Point> outline;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2.0 * std::numbers::pi * i / corners;
        const double reach = (i % 2 == 1 ? inner : 1.0) * radius;
        outline.push_back({static_cast<float>(x + reach * std::cos(angle)), static_cast<float>(y + reach * std::sin(angle))});
    }
    return outline;
}

bool inside(const std::vector<Point>& outline, double x, double y) {
    bool in = false;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const Point& a = outline[i];
        const Point& b = outline[j];
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

Drawing draw(std::uint64_t index) {
    Dice dice(index + 1);
    dice.next();
    Drawing drawing;
    drawing.label = static_cast<std::uint8_t>(dice.next() % 10);
    drawing.outline = outlineOf(drawing.label, dice);
    const double bright = dice.between(150.0, 255.0);
    const double slope = dice.between(-0.5, 0.5);
    for (int row = 0; row < kSide; ++row)
        for (int column = 0; column < kSide; ++column) {
            int hits = 0;
            for (int sub = 0; sub < 4; ++sub)
                hits += inside(drawing.outline, column + 0.25 + 0.5 * (sub % 2), row + 0.25 + 0.5 * (sub / 2)) ? 1 : 0;
            const double shade = bright * (1.0 + slope * (row - kSide / 2) / kSide) * hits / 4.0;
            const double noise = hits > 0 ? dice.between(-14.0, 14.0) : 0.0;
            drawing.pixels[static_cast<std::size_t>(row * kSide + column)] = static_cast<std::uint8_t>(std::clamp(shade + noise, 0.0, 255.0));
        }
    return drawing;
}

std::filesystem::path toPath(const QString& path) { return {path.toStdU16String()}; }

struct Streams {
    Store image;
    Store label;
    Store outline;
};

Result<Streams> createStreams(const std::filesystem::path& folder) {
    StoreDescription image;
    image.itemShape = {kSide, kSide};
    StoreDescription label;
    label.codec = Codec::Raw;
    StoreDescription outline;
    outline.kind = StoreKind::Ragged;
    ZR_ASSIGN_OR_RETURN(outline.dtype, DType::parse("<f4"));
    ZR_ASSIGN_OR_RETURN(Store imageStore, Store::create(folder / "image", image));
    ZR_ASSIGN_OR_RETURN(Store labelStore, Store::create(folder / "label", label));
    ZR_ASSIGN_OR_RETURN(Store outlineStore, Store::create(folder / "outline", outline));
    return Streams{std::move(imageStore), std::move(labelStore), std::move(outlineStore)};
}

Status appendBatch(Streams& streams, std::uint64_t first, std::uint64_t count, const OperationContext& context) {
    std::vector<std::byte> pixels;
    std::vector<std::byte> labels;
    std::vector<Drawing> drawings;
    std::vector<std::array<std::uint64_t, 2>> shapes;
    for (std::uint64_t i = 0; i < count; ++i) {
        drawings.push_back(draw(first + i));
        const Drawing& drawing = drawings.back();
        const auto* from = reinterpret_cast<const std::byte*>(drawing.pixels.data());
        pixels.insert(pixels.end(), from, from + drawing.pixels.size());
        labels.push_back(static_cast<std::byte>(drawing.label));
        shapes.push_back({drawing.outline.size(), 2});
    }
    std::vector<RaggedRecord> outlines;
    for (std::uint64_t i = 0; i < count; ++i)
        outlines.push_back({std::as_bytes(std::span(drawings[i].outline)), std::span<const std::uint64_t>(shapes[i])});
    ZR_RETURN_IF_ERROR(streams.image.append(pixels, context).status());
    ZR_RETURN_IF_ERROR(streams.label.append(labels, context).status());
    return streams.outline.append(outlines, context).status();
}

Status writeAll(const std::filesystem::path& folder, std::uint64_t records, const OperationContext& context) {
    ZR_ASSIGN_OR_RETURN(Streams streams, createStreams(folder));
    for (std::uint64_t first = 0; first < records; first += kBatch) {
        if (context.stop.stop_requested())
            return {ErrorCode::Cancelled, "the sample store was not finished"};
        ZR_RETURN_IF_ERROR(appendBatch(streams, first, std::min(kBatch, records - first), {context.stop, {}, context.executor}));
        if (context.progress)
            context.progress({"drawing", std::min(first + kBatch, records), records, ProgressUnit::Records});
    }
    ZR_RETURN_IF_ERROR(streams.image.close());
    ZR_RETURN_IF_ERROR(streams.label.close());
    return streams.outline.close();
}

}  // namespace

Status makeSampleStore(const QString& folder, std::uint64_t records, const OperationContext& context) {
    if (!AlignedSet::streamNames(toPath(folder)).empty())
        return Status::success();
    // Built beside and renamed, so that a half-made sample is never opened.
    const QString building = folder + QStringLiteral(".new");
    QDir(building).removeRecursively();
    if (!QDir().mkpath(building))
        return Status(ErrorCode::IoError, "the folder of the sample store could not be made").withStore(folder.toStdString());
    Status written = writeAll(toPath(building), records, context);
    if (written.ok() && !QDir().rename(building, folder))
        written = Status(ErrorCode::IoError, "the sample store could not be put into place").withStore(folder.toStdString());
    if (!written.ok())
        QDir(building).removeRecursively();
    return written;
}

Result<SampleSet> provideSample(const QString& folder, const OperationContext& context, const QString& packageFolder) {
    const QString real = folder + QStringLiteral("/fashion/train");
    if (!AlignedSet::streamNames(toPath(real)).empty())
        return SampleSet{real, false};
    const auto sources = findFashionSources(packageFolder.isEmpty() ? std::nullopt : std::optional(toPath(packageFolder)));
    if (sources.ok()) {
        ZR_RETURN_IF_ERROR(writeSamples(toPath(folder), *sources, context).status());
        return SampleSet{real, false};
    }
    const QString drawn = folder + QStringLiteral("/shapes");
    ZR_RETURN_IF_ERROR(makeSampleStore(drawn, kSampleRecords, context));
    return SampleSet{drawn, true};
}

}  // namespace zrecord::workbench
