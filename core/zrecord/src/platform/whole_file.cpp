#include "platform/whole_file.h"

#include <string>

namespace zrecord {

Result<std::vector<std::byte>> readWholeFile(FileSystem& fileSystem, const std::filesystem::path& path, std::uint64_t largest)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(path, OpenMode::Read));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, file->size());
    if (size > largest)
        return Status(ErrorCode::BadFormat, "the file has " + std::to_string(size) + " bytes; at most " + std::to_string(largest) + " are possible")
            .withFile(path.filename().string());
    std::vector<std::byte> bytes(size);
    ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(0, bytes));
    bytes.resize(got);
    return bytes;
}

}  // namespace zrecord
