#include <fstream>

#include "zrecord/record_finder.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::size_t kMostNames = 65'536;

std::vector<std::string> readNames(const std::filesystem::path& file)
{
    std::vector<std::string> names;
    std::ifstream input(file);
    for (std::string line; names.size() < kMostNames && std::getline(input, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        names.push_back(std::move(line));
    }
    return names;
}

}  // namespace

FilterSchema::Stream filterStream(const std::string& name, const Store& store)
{
    const StoreSummary& summary = store.summary();
    std::filesystem::path names = summary.path;
    if (!names.has_filename())
        names = names.parent_path();
    names += ".names.txt";
    return {name, summary.kind, summary.dtype, summary.itemShape, readNames(names)};
}

std::size_t likelyMainStream(const FilterSchema& schema)
{
    for (std::size_t i = 0; i < schema.streams.size(); ++i) {
        const FilterSchema::Stream& stream = schema.streams[i];
        const auto elements = elementCount(stream.itemShape);
        if (stream.kind == StoreKind::Ragged || (elements.ok() && *elements != 1))
            return i;
    }
    return 0;
}

}  // namespace zrecord
