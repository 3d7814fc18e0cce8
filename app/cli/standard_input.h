#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "zrecord/result.h"

namespace zrecord::cli {

/// Reads a descriptor in a way that a stop request can break: Cancelled within 100 ms, whoever is at the other end.
class StandardInput {
public:
    /// The descriptor is not owned.
    StandardInput(int descriptor, std::stop_token stop) : m_descriptor(descriptor), m_stop(std::move(stop)) {}

    /// Fills `out` unless the input ends before; returns how many bytes there were.
    Result<std::size_t> read(std::span<std::byte> out);
    /// The next line without its line feed; false at the end.
    Result<bool> readLine(std::string& line);

private:
    /// False at the end of the input.
    Result<bool> fill();

    int m_descriptor;
    std::stop_token m_stop;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
};

}  // namespace zrecord::cli
