#include "laboratory/slot_map_output.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "json_writer.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

constexpr std::size_t kLine = 64;  // cells

/// '#' all live, '+' half and more, '-' less, '.' nothing.
char cellMark(std::uint64_t live, std::uint64_t bytes)
{
    if (live == 0)
        return '.';
    return live >= bytes ? '#' : live * 2 >= bytes ? '+' : '-';
}

std::string stripText(const SlotStrip& strip, std::uint64_t cellBytes)
{
    std::string marks;
    for (std::size_t i = 0; i < strip.cells.size(); ++i) {
        if (i != 0 && i % kLine == 0)
            marks += '\n';
        marks += cellMark(strip.cells[i].live, std::min(cellBytes, strip.bytes - i * cellBytes));
    }
    return std::to_string(strip.chunk) + ".chunk, " + byteSize(strip.bytes) + " used, " + byteSize(strip.slack) + " beyond the end\n" + marks + "\n";
}

std::string shapeText(const Shape& shape)
{
    std::string text = "(";
    for (const std::uint64_t extent : shape)
        text += (text.size() == 1 ? "" : ", ") + std::to_string(extent);
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::string secondsText(double seconds)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", seconds);
    return text.data();
}

std::string forecastText(const SlotMap& map, const CompactionOutlook& outlook)
{
    std::string text = "compacting would free " + byteSize(outlook.freedBytes) + "; the new files need " + byteSize(outlook.neededBytes) + ", " + byteSize(map.available) + " are free";
    if (outlook.seconds > 0)
        text += "; it takes about " + secondsText(outlook.seconds) + " s now";
    return text + "\n";
}

}  // namespace

std::string slotMapText(const SlotMap& map, const CompactionOutlook& outlook)
{
    std::string text = "slots    # live, + half live or more, - less, . dead; " + byteSize(map.cellBytes) + " each\n";
    for (const SlotStrip& strip : map.strips)
        text += stripText(strip, map.cellBytes);
    TextTable sizes;
    sizes.column("stored size");
    sizes.column("records", TextTable::Align::Right);
    for (std::size_t bin = 0; bin < map.sizes.size(); ++bin)
        if (map.sizes[bin] != 0)
            sizes.row({byteSize(std::uint64_t{1} << bin) + " and more", groupedCount(map.sizes[bin])});
    TextTable shapes;
    shapes.column("shape");
    shapes.column("records", TextTable::Align::Right);
    for (const ShapeCount& shape : map.shapes)
        shapes.row({shapeText(shape.shape), groupedCount(shape.records)});
    if (map.otherShapes != 0)
        shapes.row({"others", groupedCount(map.otherShapes)});
    return text + "\n" + forecastText(map, outlook) + "\n" + sizes.text() + "\n" + shapes.text();
}

void writeSlotMap(JsonWriter& json, const SlotMap& map, const CompactionOutlook& outlook)
{
    json.beginObject().field("cell_bytes", map.cellBytes).field("live_bytes", map.live).field("dead_bytes", map.dead).field("slack_bytes", map.slack);
    json.key("compacting").beginObject().field("freed_bytes", outlook.freedBytes).field("needed_bytes", outlook.neededBytes);
    json.field("available_bytes", map.available).key("seconds").raw(secondsText(outlook.seconds)).endObject();
    json.key("strips").beginArray();
    for (const SlotStrip& strip : map.strips) {
        const auto column = [&](std::uint64_t SlotCell::* part) {
            std::vector<std::uint64_t> values;
            for (const SlotCell& cell : strip.cells)
                values.push_back(cell.*part);
            return values;
        };
        json.beginObject().field("chunk", std::uint64_t{strip.chunk}).field("bytes", strip.bytes).field("slack", strip.slack);
        json.key("live").numbers(column(&SlotCell::live)).key("records").numbers(column(&SlotCell::records));
        json.key("first").numbers(column(&SlotCell::first)).key("stored").numbers(column(&SlotCell::stored)).key("plain").numbers(column(&SlotCell::plain));
        json.endObject();
    }
    json.endArray().key("sizes").numbers(map.sizes).key("ratios").numbers(map.ratios).key("shapes").beginArray();
    for (const ShapeCount& shape : map.shapes)
        json.beginObject().key("shape").numbers(shape.shape).field("records", shape.records).endObject();
    json.endArray().field("other_shapes", map.otherShapes).endObject();
}

}  // namespace zrecord::cli
