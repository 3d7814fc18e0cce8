#include "zrecord/version.h"

namespace zrecord {

std::string_view versionText()
{
    return ZR_VERSION_TEXT;
}

}  // namespace zrecord
