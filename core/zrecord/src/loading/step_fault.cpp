#include "loading/step_fault.h"

#include <utility>

namespace zrecord {
namespace {

// The finaliser of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t z) noexcept
{
    z += 0x9E37'79B9'7F4A'7C15;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EB;
    return z ^ (z >> 31);
}

}  // namespace

Status prefixed(const std::string& where, const Status& fault)
{
    if (fault.ok())
        return fault;
    Status named(fault.code(), where + ": " + std::string(fault.what()));
    if (fault.offset())
        named = std::move(named).withFile(fault.file(), *fault.offset());
    else
        named = std::move(named).withFile(fault.file());
    if (fault.record())
        named = std::move(named).withRecord(*fault.record());
    return std::move(named).withStore(fault.store()).withRemedy(fault.remedy());
}

Status atStep(const Status& fault, std::uint64_t step)
{
    return prefixed("step " + std::to_string(step), fault);
}

std::uint64_t transformSeed(std::uint64_t seed, std::uint64_t step, std::uint64_t rank) noexcept
{
    return mixed(mixed(mixed(seed) ^ step) ^ rank);
}

}  // namespace zrecord
