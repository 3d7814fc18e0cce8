#pragma once

#include <cstddef>
#include <span>

namespace zrecord::fuzz {

/// A part of the library that takes bytes from strangers. A target returns for every input: what must never happen ends the
/// process, by a sanitizer, by the limit of memory, or by require().
struct FuzzTarget {
    const char* name;
    void (*run)(std::span<const std::byte> input);
};

std::span<const FuzzTarget> fuzzTargets();
/// nullptr when there is none of that name.
const FuzzTarget* findTarget(const char* name);

/// Ends the process when a promise is broken.
void require(bool promise, const char* what);

void fuzzStore(std::span<const std::byte> input);
void fuzzHeaders(std::span<const std::byte> input);
void fuzzDescription(std::span<const std::byte> input);
void fuzzJournal(std::span<const std::byte> input);
void fuzzNpy(std::span<const std::byte> input);
void fuzzNpz(std::span<const std::byte> input);
void fuzzText(std::span<const std::byte> input);
void fuzzIdx(std::span<const std::byte> input);
void fuzzOperations(std::span<const std::byte> input);
void fuzzFrame(std::span<const std::byte> input);
void fuzzShape(std::span<const std::byte> input);
void fuzzSideFiles(std::span<const std::byte> input);

}  // namespace zrecord::fuzz
