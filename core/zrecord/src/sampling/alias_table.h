#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "zrecord/record_order.h"

namespace zrecord {

/// Walker's alias method in whole numbers: one place and one coin give a record with exactly its share. The table is made as
/// in M. D. Vose: "A linear algorithm for generating random numbers with a given distribution", IEEE TSE 17 (1991). 16 bytes
/// for each record.
class AliasTable {
public:
    /// InvalidArgument names the first weight that is negative, infinite, NaN or, unless allowed, zero.
    static Result<AliasTable> create(std::span<const double> weights, ZeroWeights zeros);

    [[nodiscard]] std::uint64_t size() const noexcept { return m_columns.size(); }
    /// Coins are below it; the share of a record is a whole multiple of 1 / coinBound().
    [[nodiscard]] std::uint64_t coinBound() const noexcept { return m_total; }
    /// place < size(), coin < coinBound().
    [[nodiscard]] std::uint64_t record(std::uint64_t place, std::uint64_t coin) const noexcept
    {
        const Column& column = m_columns[place];
        return coin < column.threshold ? place : column.other;
    }
    /// XXH3-64 over the shares.
    [[nodiscard]] std::uint64_t checksum() const noexcept { return m_checksum; }

private:
    struct Column {
        std::uint64_t threshold;  ///< coins below it mean the place itself
        std::uint64_t other;
    };
    void build(std::span<const std::uint64_t> shares);

    std::vector<Column> m_columns;
    std::uint64_t m_total = 0;
    std::uint64_t m_checksum = 0;
};

}  // namespace zrecord
