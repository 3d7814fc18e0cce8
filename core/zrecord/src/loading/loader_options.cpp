#include "zrecord/loader_options.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 3> kPolicyNames{"raise", "skip", "replace"};

}  // namespace

LoaderStream LoaderStream::borrowed(std::string name, const Store& store)
{
    return {std::move(name), std::shared_ptr<const Store>(std::shared_ptr<void>(), &store), {}};
}

LoaderStream LoaderStream::owned(std::string name, Store store)
{
    return {std::move(name), std::make_shared<const Store>(std::move(store)), {}};
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

std::uint64_t LoaderStream::records() const
{
    std::uint64_t records = store->size();
    for (const auto& other : following)
        records += other->size();
    return records;
}

Result<std::vector<LoaderStream>> LoaderStream::joined(std::vector<std::vector<LoaderStream>> sets)
{
    if (sets.empty())
        return std::vector<LoaderStream>();
    std::vector<LoaderStream> result = std::move(sets.front());
    for (std::size_t i = 1; i < sets.size(); ++i) {
        for (LoaderStream& stream : sets[i]) {
            const auto same = std::ranges::find(result, stream.name, &LoaderStream::name);
            if (same == result.end())
                return Status(ErrorCode::InvalidArgument, "set " + std::to_string(i) + " has a stream '" + stream.name + "' that set 0 does not have");
            same->following.push_back(std::move(stream.store));
            same->following.insert(same->following.end(), stream.following.begin(), stream.following.end());
        }
        if (sets[i].size() != result.size())
            return Status(ErrorCode::InvalidArgument, "set " + std::to_string(i) + " has " + std::to_string(sets[i].size()) +
                                                          " of the " + std::to_string(result.size()) + " streams of set 0");
    }
    return result;
}

LengthReader readLengthsFrom(std::shared_ptr<const Store> store)
{
    return [store = std::move(store)](std::span<const std::uint64_t> records, std::span<std::uint64_t> lengths, const OperationContext& context) {
        ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store->layout(records, context));
        for (std::size_t i = 0; i < records.size(); ++i)
            lengths[i] = layout.offsets[i + 1] - layout.offsets[i];
        return Status();
    };
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
