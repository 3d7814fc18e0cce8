#include "maintenance/backup_manifest.h"

#include <charconv>
#include <span>

#include "base/checksum.h"
#include "base/hex_text.h"
#include "format/file_names.h"

namespace zrecord {
namespace {

constexpr std::string_view kHead = "ZRXB0001\n";
constexpr std::string_view kChecksumWord = "checksum ";
constexpr std::int64_t kTooRecent = 2'000'000'000;  // nanoseconds: more than the clock of any file system

std::uint64_t checksumOf(std::string_view text)
{
    StreamChecksum checksum;
    checksum.add(std::as_bytes(std::span(text)));
    return checksum.value();
}

/// Cuts the text up to the separator off its front.
std::string_view take(std::string_view& text, char separator)
{
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return part;
}

template <typename T>
bool readNumber(std::string_view& line, T& value)
{
    const std::string_view word = take(line, ' ');
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
}

Status damaged()
{
    return Status(ErrorCode::BadFormat, "the list of the files of a backup is damaged");
}

bool readFile(std::string_view line, BackedUpFile& file)
{
    file.name = take(line, ' ');
    return isBackupName(file.name) && readNumber(line, file.bytes) && readNumber(line, file.checksum) && readNumber(line, file.source.bytes) &&
           readNumber(line, file.source.modified) && readNumber(line, file.source.changed) && readNumber(line, file.source.identity.device) &&
           readNumber(line, file.source.identity.inode) && readNumber(line, file.copied) && line.empty();
}

}  // namespace

bool BackedUpFile::stillHolds(const FileStamp& stamp, std::uint64_t wanted) const noexcept
{
    return bytes == wanted && source == stamp && stamp.modified < copied - kTooRecent && stamp.changed < copied - kTooRecent;
}

bool isBackupName(std::string_view name)
{
    constexpr std::string_view kSums = ".zrx/sums.";
    if (name == kStoreFileName || name == kDictionaryFileName || parseNumberedName(name, "chunk") || parseNumberedName(name, "loc"))
        return true;
    // How the store is written and what its bytes are called. Deletes cannot be undone in a copy, nor is an open change taken along.
    if (name == ".zrx/encoder" || name == ".zrx/dtype")
        return true;
    return name.starts_with(kSums) && parseNumberedName(std::string(name.substr(kSums.size())) + ".loc", "loc").has_value();
}

std::string encodeManifest(const std::vector<BackedUpFile>& files)
{
    std::string text(kHead);
    for (const BackedUpFile& file : files) {
        text += file.name;
        for (const std::uint64_t number : {file.bytes, file.checksum, file.source.bytes})
            text += ' ' + std::to_string(number);
        for (const std::int64_t number : {file.source.modified, file.source.changed})
            text += ' ' + std::to_string(number);
        for (const std::uint64_t number : {file.source.identity.device, file.source.identity.inode})
            text += ' ' + std::to_string(number);
        text += ' ' + std::to_string(file.copied) + '\n';
    }
    return text + std::string(kChecksumWord) + hexText(checksumOf(text)) + '\n';
}

Result<std::vector<BackedUpFile>> decodeManifest(std::string_view text)
{
    const std::size_t tail = kChecksumWord.size() + 17;
    if (!text.starts_with(kHead) || text.size() < kHead.size() + tail)
        return damaged();
    std::string_view body = text.substr(0, text.size() - tail);
    if (text.substr(body.size()) != std::string(kChecksumWord) + hexText(checksumOf(body)) + '\n')
        return damaged();
    body.remove_prefix(kHead.size());
    std::vector<BackedUpFile> files;
    while (!body.empty()) {
        BackedUpFile file;
        if (!readFile(take(body, '\n'), file))
            return damaged();
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace zrecord
