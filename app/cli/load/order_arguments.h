#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
        LengthBuckets buckets;
    };

    void declare(ArgumentParser& parser);
    [[nodiscard]] bool hasMode() const { return !m_mode.empty(); }
    /// What is meant when the command line names no mode.
    void assumeMode(std::string_view mode) { m_mode = mode; }
    /// True when several targets are one after the other, mixed by shares, and not side by side.
    [[nodiscard]] bool isMixture() const { return !m_mix.empty(); }
    /// For sets of so many records one after the other (one of them without isMixture()), cut into batches of `batch`.
    [[nodiscard]] Result<Choice> resolve(const std::vector<std::uint64_t>& lengths, std::uint64_t batch, Session& session) const;

private:
    /// The records to draw from: all when there are no ranges.
    struct Records {
        std::uint64_t count;
        std::vector<IndexRange> ranges;
    };
    [[nodiscard]] Result<Choice> chooseOrder(const std::vector<std::uint64_t>& lengths, std::uint64_t batch, Session& session) const;
    [[nodiscard]] Result<SharedOrder> makeOrder(const Records& records, std::uint64_t length, std::uint64_t batch, Session& session) const;
    [[nodiscard]] Result<SharedOrder> makeWeighted(const Records& records, std::uint64_t length, Session& session) const;
    [[nodiscard]] Result<SharedOrder> makeMixture(const std::vector<std::uint64_t>& lengths, Session& session) const;
    [[nodiscard]] Status checkNeeds() const;
    [[nodiscard]] bool isMode(std::string_view name) const { return m_mode == name || (m_mode.empty() && name == "cyclic"); }

    std::string m_mode;
    LocalityOptions m_locality;
    std::string m_weights;
    std::string m_zeroWeights;
    std::string m_classes;
    RecordChoice m_only;
    std::string m_cycleEnd;
    std::optional<std::uint64_t> m_epochs;
    std::string m_mix;
    std::string m_bucket;
    std::uint64_t m_bucketWindow = LengthBuckets().window;
};

}  // namespace zrecord::cli
