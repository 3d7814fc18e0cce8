#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const zrecord::fuzz::FuzzTarget* const target = zrecord::fuzz::findTarget(ZR_FUZZ_TARGET);
    target->run(std::as_bytes(std::span(data, size)));
    return 0;
}
