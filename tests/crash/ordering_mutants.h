#pragma once

#include <cstdint>

namespace zrecord::test {

/// Leaves out one ordering step after the other (syncs, fence, journal, header; of the change itself and of recovery) and lets
/// the simulator find it. Prints a table. 0 when each was found or is listed as harmless with its reason.
int runMutants(std::uint64_t seed);

}  // namespace zrecord::test
