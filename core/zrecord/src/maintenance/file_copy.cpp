#include "maintenance/file_copy.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/checksum.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;

std::vector<std::byte> pieceFor(std::uint64_t bytes)
{
    return std::vector<std::byte>(static_cast<std::size_t>(std::min(kPieceBytes, std::max<std::uint64_t>(bytes, 1))));
}

}  // namespace

Result<std::uint64_t> checksumOfFile(FileSystem& fileSystem, const std::filesystem::path& path, std::uint64_t bytes)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(path, OpenMode::Read));
    StreamChecksum checksum;
    std::vector<std::byte> piece = pieceFor(bytes);
    for (std::uint64_t at = 0; at < bytes;) {
        const std::span<std::byte> wanted = std::span(piece).first(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), bytes - at)));
        ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(at, wanted));
        if (got == 0)
            break;
        checksum.add(wanted.first(got));
        at += got;
    }
    return checksum.value();
}

Result<std::uint64_t> copyFile(FileSystem& fileSystem, const std::filesystem::path& from, const std::filesystem::path& to, std::uint64_t bytes,
                               const std::string& name, ProgressReporter& progress)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> source, fileSystem.open(from, OpenMode::Read));
    StreamChecksum checksum;
    {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> target, fileSystem.open(to, OpenMode::CreateNew));
        std::vector<std::byte> piece = pieceFor(bytes);
        for (std::uint64_t at = 0; at < bytes;) {
            const std::span<std::byte> part = std::span(piece).first(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), bytes - at)));
            ZR_ASSIGN_OR_RETURN(const std::size_t got, source->readAt(at, part));
            if (got != part.size())
                return Status(ErrorCode::BadFormat, "the file became shorter while it was copied; another program changed it").withFile(name, at + got);
            checksum.add(part);
            ZR_RETURN_IF_ERROR(target->writeAt(at, part));
            at += part.size();
            ZR_RETURN_IF_ERROR(progress.advance(part.size()));
        }
        ZR_RETURN_IF_ERROR(target->sync());
    }
    ZR_ASSIGN_OR_RETURN(const std::uint64_t readBack, checksumOfFile(fileSystem, to, bytes));
    if (readBack != checksum.value())
        return Status(ErrorCode::IoError, "what was written does not read back as it was").withFile(name).withRemedy("Check the disk of the target.");
    return checksum.value();
}

}  // namespace zrecord
