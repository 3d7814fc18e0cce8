#pragma once

#include <memory>

#include "zrecord/record_finder.h"

namespace zrecord {

/// Blocks of facts from the table of a target, or gathered and put there.
class FactsSource {
public:
    explicit FactsSource(const FindTarget& target) : m_target(target) {}
    [[nodiscard]] Result<std::shared_ptr<const FactsBlock>> block(std::size_t stream, std::uint64_t block, const FactNeeds& needs, const OperationContext& context) const;

private:
    const FindTarget& m_target;
};

}  // namespace zrecord
