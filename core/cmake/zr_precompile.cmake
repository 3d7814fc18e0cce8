# zr_precompile(<target> <headers…>): precompiles what most sources of the target include. Off by default, so that a
# developer's build proves that each file includes what it uses; tests/run and installer/run turn it on for everything
# with Qt, because it halves the time to compile. tests/run --clang proves the includes of the whole product.
include_guard(GLOBAL)
option(ZR_PRECOMPILE_HEADERS "Precompile common headers: a faster build" OFF)

set(zr_standard_headers <algorithm> <array> <atomic> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <mutex>
    <optional> <span> <string> <string_view> <unordered_map> <utility> <vector>)

function(zr_precompile target)
  if(ZR_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} PRIVATE ${zr_standard_headers} ${ARGN})
    # GCC 12 forgets that what it inlines from there is the standard library's, and warns of its own false findings in it.
    target_compile_options(${target} PRIVATE "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>")
    # Without the times of the headers in it, so that a compiler cache can hand it to another checkout.
    target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()
