#pragma once

#include <QLatin1String>
#include <QtGlobal>

namespace zrecord::workbench::settings {

/// Name, default and limits of every setting in one place. A name that changes its meaning gets a new name.
template <typename T>
struct Key {
    const char* name;
    T standard;
};

template <typename T>
struct RangedKey {
    const char* name;
    T standard;
    T low;
    T high;
};

inline constexpr Key<const char*> kTheme{"appearance/theme", "system"};
inline constexpr RangedKey<qint64> kFontSize{"appearance/fontSize", 13, 11, 20};
inline constexpr Key<bool> kReducedMotion{"appearance/reducedMotion", false};
inline constexpr RangedKey<qint64> kThumbnailEdge{"browse/thumbnailEdge", 96, 32, 512};
inline constexpr Key<const char*> kColorMap{"browse/colorMap", "gray"};
inline constexpr Key<const char*> kBrowseMode{"browse/mode", "grid"};
inline constexpr RangedKey<qint64> kCacheBytes{"loading/cacheBytes", qint64(256) << 20, qint64(16) << 20, qint64(64) << 30};
inline constexpr const char* kWindowGeometry = "window/geometry";
inline constexpr const char* kWindowState = "window/state";
inline constexpr const char* kWindowLayoutVersion = "window/layoutVersion";
inline constexpr const char* kSession = "session/documents";
inline constexpr Key<bool> kRestoreSession{"session/restore", true};
inline constexpr const char* kShortcuts = "keys";  ///< a group: id of an action → keys
inline constexpr const char* kRecentStores = "files/recentStores";
inline constexpr const char* kLastFolder = "files/lastFolder";

}  // namespace zrecord::workbench::settings
