#pragma once

/// Marks what the library offers; everything else stays hidden when it is built as a shared library.
#if defined(_WIN32)
#define ZRECORD_EXPORT
#else
#define ZRECORD_EXPORT [[gnu::visibility("default")]]
#endif
