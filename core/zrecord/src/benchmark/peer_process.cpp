#include "benchmark/peer_process.h"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "benchmark/contender_files.h"

namespace zrecord {
namespace {

constexpr const char* kErrors = "errors.txt";

/// Writes the program beside the data; gives the path to start.
Result<std::string> writeProgram(const std::filesystem::path& folder)
{
    const std::filesystem::path package = folder / "contenders";
    std::error_code error;
    std::filesystem::create_directory(package, error);
    for (const ContenderFile& part : contenderFiles()) {
        std::ofstream file(package / part.name, std::ios::binary);
        file << part.text;
        if (!file.flush())
            return Status(ErrorCode::IoError, "it cannot be written").withFile((package / part.name).string());
    }
    return (package / "__main__.py").string();
}

std::string pythonProgram(std::string python)
{
    if (!python.empty())
        return python;
    const char* const named = std::getenv("ZRECORD_PYTHON");
    return named && *named != '\0' ? named : "python3";
}

}  // namespace

Result<PeerProcess> PeerProcess::start(std::string python, const std::filesystem::path& folder, std::string_view codec, const std::stop_token& stop)
{
    ZR_ASSIGN_OR_RETURN(std::string program, writeProgram(folder));
    auto child = ChildProcess::start({pythonProgram(std::move(python)), std::move(program), folder.string(), std::string(codec)}, folder / kErrors);
    if (!child.ok())
        return std::move(child).status().withRemedy("Install Python with NumPy, or name the program in ZRECORD_PYTHON.");
    PeerProcess process(std::move(child).value(), folder);
    for (;;) {
        ZR_ASSIGN_OR_RETURN(const std::string line, process.answer(stop));
        if (line == "ready")
            return process;
        const std::size_t name = line.find('\t') + 1;
        const std::size_t count = line.rfind('\t') + 1;
        if (line.starts_with("peer") && count > name)
            process.m_peers.push_back({line.substr(name, count - 1 - name), std::strtoull(line.c_str() + count, nullptr, 10)});
        else
            process.m_notes.push_back(line.substr(name));
    }
}

Result<std::string> PeerProcess::answer(const std::stop_token& stop)
{
    ZR_ASSIGN_OR_RETURN(std::optional<std::string> line, m_child.readLine(stop));
    if (!line)
        return lastWords();
    return std::move(*line);
}

Status PeerProcess::lastWords() const
{
    std::ifstream file(m_folder / kErrors);
    std::string last;
    for (std::string line; std::getline(file, line);)
        if (!line.empty())
            last = line;
    return Status(ErrorCode::IoError, "the Python program that reads with other packages has ended" + (last.empty() ? std::string() : ": " + last));
}

Result<PeerProcess::Turn> PeerProcess::turn(std::size_t peer, std::uint64_t first, std::uint64_t batches, std::uint64_t singles, const std::stop_token& stop)
{
    std::ostringstream question;
    question << peer << ' ' << first << ' ' << batches << ' ' << singles;
    if (!m_child.send(question.str()))
        return lastWords();
    ZR_ASSIGN_OR_RETURN(const std::string line, answer(stop));
    std::istringstream figures(line);
    Turn turn;
    if (!(figures >> turn.seconds))
        return Status(ErrorCode::IoError, "the Python program that reads with other packages gave no figures but '" + line + "'");
    for (double seconds = 0; figures >> seconds;)
        turn.latencies.push_back(seconds);
    return turn;
}

}  // namespace zrecord
