#include "crash/kill_script.h"

#include <algorithm>

#include "support/store_builder.h"

namespace zrecord::test {

KillScript::KillScript(Kind kind, Records before, std::uint64_t next, std::size_t steps, std::uint64_t seed)
    : m_kind(kind), m_random(seed), m_before(std::move(before)), m_next(next)
{
    for (std::size_t i = 0; i < steps; ++i) {
        Step step = nextStep(stateAfter(i));
        m_steps.push_back(std::move(step));
    }
}

void KillScript::chooseTargets(Step& step, std::uint64_t records)
{
    const std::uint64_t chance = m_kind == Kind::TogetherOnly ? 0 : 1 + m_random() % 5;
    for (std::uint64_t i = 0; i < records; ++i)
        if (m_random() % 8 < chance)
            step.targets.push_back(i);
    if (step.targets.empty())
        step.targets.push_back(m_random() % records);
}

KillScript::Step KillScript::nextStep(const Records& now)
{
    Step step;
    step.after = now;
    const bool together = m_kind == Kind::TogetherOnly;
    const std::uint64_t choice = now.size() < 8 ? (together ? 9 : 0) : m_random() % 10;
    if (choice < 3 && !together) {
        step.first = m_next;
        step.count = 1 + m_random() % 30;
        m_next += step.count;
        for (std::uint64_t i = 0; i < step.count; ++i)
            step.after.push_back(step.first + i);
        return step;
    }
    if (choice < 7) {
        step.action = Action::Delete;
        chooseTargets(step, now.size());
        // The rule of the format: from the highest target down, each takes what lies in the last place.
        for (auto target = step.targets.rbegin(); target != step.targets.rend(); ++target) {
            step.after[*target] = step.after.back();
            step.after.pop_back();
        }
        return step;
    }
    step.action = choice < 9 ? Action::Compact : Action::Reopen;
    return step;
}

Contents contentsOf(const StoreDescription& description, const KillScript::Records& records)
{
    Contents contents;
    for (const std::uint64_t number : records) {
        if (description.kind == StoreKind::Dense) {
            contents.push_back(patternRecord(number, kCrashWidth));
            continue;
        }
        const OwnedRagged ragged = patternRagged(number);
        Bytes record;
        for (const std::uint64_t extent : ragged.shape) {
            const auto raw = std::as_bytes(std::span(&extent, 1));
            record.insert(record.end(), raw.begin(), raw.end());
        }
        record.insert(record.end(), ragged.bytes.begin(), ragged.bytes.end());
        contents.push_back(std::move(record));
    }
    return contents;
}

}  // namespace zrecord::test
