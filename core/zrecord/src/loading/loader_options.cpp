#include "zrecord/loader_options.h"

#include <array>
#include <utility>

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 3> kPolicyNames{"raise", "skip", "replace"};

}  // namespace

LoaderStream LoaderStream::borrowed(std::string name, const Store& store)
{
    return {std::move(name), std::shared_ptr<const Store>(std::shared_ptr<void>(), &store)};
}

LoaderStream LoaderStream::owned(std::string name, Store store)
{
    return {std::move(name), std::make_shared<const Store>(std::move(store))};
}

std::vector<LoaderStream> LoaderStream::borrowed(const AlignedSet& set)
{
    std::vector<LoaderStream> streams;
    for (const AlignedSet::Stream& stream : set.streams())
        streams.push_back(borrowed(stream.name, stream.store));
    return streams;
}

std::vector<LoaderStream> LoaderStream::owned(AlignedSet set)
{
    std::vector<LoaderStream> streams;
    for (AlignedSet::Stream& stream : set.streams())
        streams.push_back(owned(std::move(stream.name), std::move(stream.store)));
    return streams;
}

std::string_view onCorruptName(OnCorrupt policy)
{
    const auto number = static_cast<std::size_t>(policy);
    return number < kPolicyNames.size() ? kPolicyNames[number] : std::string_view("unknown");
}

Result<OnCorrupt> parseOnCorrupt(std::string_view name)
{
    for (std::size_t number = 0; number < kPolicyNames.size(); ++number)
        if (name == kPolicyNames[number])
            return static_cast<OnCorrupt>(number);
    return Status(ErrorCode::InvalidArgument, "there is no way to treat damaged records called '" + std::string(name) + "'")
        .withRemedy("Use raise, skip or replace.");
}

}  // namespace zrecord
