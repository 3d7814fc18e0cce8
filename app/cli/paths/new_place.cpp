#include "paths/new_place.h"

#include <system_error>

#include "zrecord/store.h"

namespace zrecord::cli {

namespace fs = std::filesystem;

bool liesInStore(const fs::path& path)
{
    std::error_code ignored;
    for (fs::path folder = fs::weakly_canonical(fs::absolute(path, ignored), ignored).parent_path(); folder.has_relative_path(); folder = folder.parent_path())
        if (Store::looksLikeStore(folder))
            return true;
    return false;
}

Result<fs::path> placeForNewStore(const fs::path& path)
{
    std::error_code error;
    const fs::path named = path.has_filename() ? path : path.parent_path();
    if (liesInStore(named))
        return Status(ErrorCode::InvalidArgument, "'" + path.string() + "' lies inside a store").withRemedy("Choose a path outside of it.");
    if (!fs::is_symlink(named, error) || !fs::is_directory(named, error))
        return path;
    fs::path target = fs::canonical(named, error);
    return error ? path : target;
}

}  // namespace zrecord::cli
