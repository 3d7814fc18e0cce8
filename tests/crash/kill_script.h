#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "crash/crash_scenario.h"

namespace zrecord::test {

/// What a process does to a store until it is killed: a fixed sequence for each seed, with the state after each step.
class KillScript {
public:
    /// Numbers of the records of patternRecord() that a store holds, in order.
    using Records = std::vector<std::uint64_t>;
    enum class Action : std::uint8_t { Append, Delete, Compact, Reopen };
    struct Step {
        Action action = Action::Append;
        std::uint64_t first = 0;             ///< Append: the first number
        std::uint64_t count = 0;
        std::vector<std::uint64_t> targets;  ///< Delete
        Records after;
    };

    enum class Kind : std::uint8_t {
        Everything,
        TogetherOnly  ///< what all streams of a set do as one: small deletes, and compact
    };
    /// New records are numbered from `next` on.
    KillScript(Kind kind, Records before, std::uint64_t next, std::size_t steps, std::uint64_t seed);

    [[nodiscard]] const std::vector<Step>& steps() const noexcept { return m_steps; }
    /// After so many steps.
    [[nodiscard]] const Records& stateAfter(std::size_t steps) const { return steps == 0 ? m_before : m_steps.at(steps - 1).after; }

private:
    Step nextStep(const Records& now);
    void chooseTargets(Step& step, std::uint64_t records);

    Kind m_kind;
    std::mt19937_64 m_random;
    Records m_before;
    std::uint64_t m_next;
    std::vector<Step> m_steps;
};

/// The bytes of those records as contentsOf() gives them.
Contents contentsOf(const StoreDescription& description, const KillScript::Records& records);

}  // namespace zrecord::test
