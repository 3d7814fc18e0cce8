# Interface targets that carry the language level, the warnings and the sanitizers.
#   zr_flags     for everything
#   zr_qt_flags  zr_flags and the strict Qt definitions
include_guard(GLOBAL)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(zr_flags INTERFACE)
target_compile_options(zr_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wcast-align -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap in "text" + std::string when it optimises (its bug 105651).
  target_compile_options(zr_flags INTERFACE -Wno-restrict)
endif()
if(ZR_WARNINGS_AS_ERRORS)
  target_compile_options(zr_flags INTERFACE -Werror)
endif()
if(ZR_SANITIZE)
  list(JOIN ZR_SANITIZE "," zr_sanitizers)
  target_compile_options(zr_flags INTERFACE -fsanitize=${zr_sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(zr_flags INTERFACE -fsanitize=${zr_sanitizers})
endif()

add_library(zr_qt_flags INTERFACE)
target_link_libraries(zr_qt_flags INTERFACE zr_flags)
target_compile_definitions(zr_qt_flags INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_CAST_FROM_BYTEARRAY
  QT_USE_QSTRINGBUILDER QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_KEYWORDS QT_NO_FOREACH
  QT_STRICT_ITERATORS QT_DEPRECATED_WARNINGS)
