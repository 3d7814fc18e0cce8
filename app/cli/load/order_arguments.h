#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "argument_parser.h"
#include "record_choice.h"
#include "session.h"
#include "zrecord/batch_order.h"
#include "zrecord/sampler.h"

namespace zrecord::cli {

/// The options that say in which order records come; the same for all commands that have them.
class OrderArguments {
public:
    /// Either a mode of loaderx, or an order.
    struct Choice {
        SamplerMode mode = SamplerMode::Cyclic;
        SharedOrder order;
        CycleEnd cycleEnd = CycleEnd::Drop;
        std::optional<std::uint64_t> epochs;
    };

    void declare(ArgumentParser& parser);
    [[nodiscard]] bool hasMode() const { return !m_mode.empty(); }
    /// What is meant when the command line names no mode.
    void assumeMode(std::string_view mode) { m_mode = mode; }
    /// For streams of `length` records.
    [[nodiscard]] Result<Choice> resolve(std::uint64_t length, Session& session) const;

private:
    [[nodiscard]] Result<Choice> chooseOrder(std::uint64_t length, Session& session) const;
    [[nodiscard]] Result<SharedOrder> makeOrder(std::uint64_t length) const;
    [[nodiscard]] bool isMode(std::string_view name) const { return m_mode == name || (m_mode.empty() && name == "cyclic"); }

    std::string m_mode;
    LocalityOptions m_locality;
    RecordChoice m_only;
    std::string m_cycleEnd;
    std::optional<std::uint64_t> m_epochs;
};

}  // namespace zrecord::cli
