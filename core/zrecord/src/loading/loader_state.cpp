#include "zrecord/loader_state.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>
#include <vector>

#include "base/hex_text.h"
#include "loading/flat_object.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::string_view kVersionKey = "zrecord_loader";
constexpr std::array<std::string_view, 2> kSplitNames{"strided", "blocked"};
constexpr std::array<std::string_view, 3> kRemainderNames{"drop", "wrap", "uneven"};
constexpr std::size_t kHexDigits = 16;

template <typename Value, std::size_t count>
Result<Value> parseName(std::string_view name, const std::array<std::string_view, count>& names, const std::string& what,
                        std::string_view remedy)
{
    for (std::size_t number = 0; number < count; ++number)
        if (name == names[number])
            return static_cast<Value>(number);
    return Status(ErrorCode::InvalidArgument, "there is no " + what + " called '" + std::string(name) + "'").withRemedy(remedy);
}

template <std::size_t count>
std::string_view nameOf(std::size_t number, const std::array<std::string_view, count>& names)
{
    return number < count ? names[number] : std::string_view("unknown");
}

std::string generatorText(const std::array<std::uint64_t, 4>& numbers)
{
    std::string text;
    for (const std::uint64_t number : numbers)
        text += hexText(number);
    return text;
}

Status notAState(const std::string& why)
{
    return Status(ErrorCode::BadFormat, "this is not the state of a loader: " + why)
        .withRemedy("Use a state that a loader of this version has saved.");
}

Result<std::array<std::uint64_t, 4>> parseHex(std::string_view text)
{
    std::array<std::uint64_t, 4> numbers{};
    const bool digits = text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!digits || text.size() != numbers.size() * kHexDigits)
        return notAState("the generator is not made of 64 hexadecimal digits");
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::from_chars(text.data() + i * kHexDigits, text.data() + (i + 1) * kHexDigits, numbers[i], 16);
    return numbers;
}

/// Takes members out by name, so that what is left over is unknown.
class MemberList {
public:
    explicit MemberList(std::vector<FlatMember> members) : m_members(std::move(members)) {}

    template <typename Value>
    Result<std::optional<Value>> take(std::string_view name)
    {
        const auto found = std::ranges::find(m_members, name, &FlatMember::name);
        if (found == m_members.end())
            return std::optional<Value>();
        Value* value = std::get_if<Value>(&found->value);
        if (!value)
            return notAState("\"" + std::string(name) + "\" is not a " + (std::is_same_v<Value, std::string> ? "text" : "number"));
        std::optional<Value> taken(std::move(*value));
        m_members.erase(found);
        return taken;
    }

    Status takeNumber(std::string_view name, std::uint64_t& target, bool required)
    {
        ZR_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> number, take<std::uint64_t>(name));
        if (!number && required)
            return notAState("\"" + std::string(name) + "\" is missing");
        target = number.value_or(target);
        return {};
    }

    [[nodiscard]] const std::vector<FlatMember>& left() const noexcept { return m_members; }

private:
    std::vector<FlatMember> m_members;
};

Status readNames(MemberList& members, LoaderState& state)
{
    ZR_ASSIGN_OR_RETURN(const std::optional<std::string> mode, members.take<std::string>("mode"));
    ZR_ASSIGN_OR_RETURN(std::optional<std::string> order, members.take<std::string>("order"));
    state.order = std::move(order).value_or("");
    if (mode.has_value() != state.order.empty())
        return notAState(mode ? "it has a mode and an order" : "\"mode\" is missing");
    if (mode) {
        ZR_ASSIGN_OR_RETURN(state.mode, parseSamplerMode(*mode));
    }
    ZR_ASSIGN_OR_RETURN(const std::optional<std::string> split, members.take<std::string>("split"));
    if (split) {
        ZR_ASSIGN_OR_RETURN(state.split, parseRankSplit(*split));
    }
    ZR_ASSIGN_OR_RETURN(const std::optional<std::string> remainder, members.take<std::string>("remainder"));
    if (remainder) {
        ZR_ASSIGN_OR_RETURN(state.remainder, parseRankRemainder(*remainder));
    }
    ZR_ASSIGN_OR_RETURN(const std::optional<std::string> generator, members.take<std::string>("generator"));
    if (generator) {
        ZR_ASSIGN_OR_RETURN(state.generator, parseHex(*generator));
    }
    return {};
}

Status checkValues(const LoaderState& state)
{
    if (state.length == 0 || state.batch == 0)
        return notAState("length and batch are at least 1");
    if (state.rank >= state.world)
        return notAState("rank " + std::to_string(state.rank) + " is not below the world size " + std::to_string(state.world));
    if (state.generator && (state.mode != SamplerMode::Iid || !state.order.empty()))
        return notAState("only the mode iid has a generator");
    return {};
}

}  // namespace

std::string_view rankSplitName(RankSplit split)
{
    return nameOf(static_cast<std::size_t>(split), kSplitNames);
}

std::string_view rankRemainderName(RankRemainder remainder)
{
    return nameOf(static_cast<std::size_t>(remainder), kRemainderNames);
}

Result<RankSplit> parseRankSplit(std::string_view name)
{
    return parseName<RankSplit>(name, kSplitNames, "split between ranks", "Use strided or blocked.");
}

Result<RankRemainder> parseRankRemainder(std::string_view name)
{
    return parseName<RankRemainder>(name, kRemainderNames, "rule for the remainder", "Use drop, wrap or uneven.");
}

std::string LoaderState::toJson() const
{
    std::string text = "{";
    const auto member = [&text](std::string_view name, const std::string& value) {
        text.append(text.size() > 1 ? ", \"" : "\"").append(name).append("\": ").append(value);
    };
    const auto quoted = [](std::string_view value) { return "\"" + std::string(value) + "\""; };
    member(kVersionKey, std::to_string(kVersion));
    member("step", std::to_string(step));
    if (order.empty())
        member("mode", quoted(samplerModeName(mode)));
    else
        member("order", quoted(order));
    member("seed", std::to_string(seed));
    member("length", std::to_string(length));
    member("batch", std::to_string(batch));
    member("rank", std::to_string(rank));
    member("world", std::to_string(world));
    member("split", quoted(rankSplitName(split)));
    member("remainder", quoted(rankRemainderName(remainder)));
    if (generator)
        member("generator", quoted(generatorText(*generator)));
    return text + "}";
}

Result<LoaderState> LoaderState::fromJson(std::string_view text)
{
    auto read = readFlatObject(text);
    if (!read.ok())
        return notAState(std::string(read.status().what()));
    MemberList members(std::move(read).value());
    std::uint64_t version = 0;
    ZR_RETURN_IF_ERROR(members.takeNumber(kVersionKey, version, true));
    if (version != kVersion)
        return notAState("its version is " + std::to_string(version) + ", and this library reads version " + std::to_string(kVersion));
    LoaderState state;
    ZR_RETURN_IF_ERROR(members.takeNumber("step", state.step, true));
    ZR_RETURN_IF_ERROR(members.takeNumber("seed", state.seed, true));
    ZR_RETURN_IF_ERROR(members.takeNumber("length", state.length, true));
    ZR_RETURN_IF_ERROR(members.takeNumber("batch", state.batch, true));
    ZR_RETURN_IF_ERROR(members.takeNumber("rank", state.rank, false));
    ZR_RETURN_IF_ERROR(members.takeNumber("world", state.world, false));
    if (Status status = readNames(members, state); !status.ok())
        return status.code() == ErrorCode::BadFormat ? status : notAState(std::string(status.what()));
    if (!members.left().empty())
        return notAState("\"" + members.left().front().name + "\" is unknown");
    ZR_RETURN_IF_ERROR(checkValues(state));
    return state;
}

}  // namespace zrecord
