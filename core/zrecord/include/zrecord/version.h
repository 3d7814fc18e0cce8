#pragma once

#include <string_view>

#include "zrecord/export.h"

namespace zrecord {

/// "0.1.0"
ZRECORD_EXPORT std::string_view versionText();

}  // namespace zrecord
