#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/child_process.h"
#include "zrecord/result.h"

namespace zrecord {

/// A Python program that reads the same batches with other packages, see contenders/__main__.py. Used by one thread.
class PeerProcess {
public:
    struct Peer {
        std::string name;
        std::uint64_t batches = 0;  ///< that it does in some tenths of a second
    };
    struct Turn {
        double seconds = 0;  ///< a batch
        std::vector<double> latencies;  ///< seconds of single batches
    };

    /// Starts `python` (empty: what ZRECORD_PYTHON says, or python3) on the data in `folder`, where it writes files of its own,
    /// and waits until it is ready. NotFound when there is no such program; IoError with its last words when it fails.
    static Result<PeerProcess> start(std::string python, const std::filesystem::path& folder, std::string_view codec, const std::stop_token& stop);
    [[nodiscard]] const std::vector<Peer>& peers() const noexcept { return m_peers; }
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return m_notes; }
    /// Cancelled within 50 ms of a stop; the process has then ended and can be asked no more.
    Result<Turn> turn(std::size_t peer, std::uint64_t first, std::uint64_t batches, std::uint64_t singles, const std::stop_token& stop);

private:
    PeerProcess(ChildProcess child, std::filesystem::path folder) : m_child(std::move(child)), m_folder(std::move(folder)) {}
    Result<std::string> answer(const std::stop_token& stop);
    [[nodiscard]] Status lastWords() const;

    ChildProcess m_child;
    std::filesystem::path m_folder;
    std::vector<Peer> m_peers;
    std::vector<std::string> m_notes;
};

}  // namespace zrecord
