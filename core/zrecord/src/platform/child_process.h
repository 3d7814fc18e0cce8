#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// Another program that answers lines with lines. Killed when its owner goes. Used by one thread.
class ChildProcess {
public:
    /// Looks for the first of `words` as a shell would; the program's errors go into the file. NotFound when it is not there.
    static Result<ChildProcess> start(std::vector<std::string> words, const std::filesystem::path& errors);
    ChildProcess(ChildProcess&& other) noexcept
        : m_process(std::exchange(other.m_process, -1)), m_socket(std::exchange(other.m_socket, -1)), m_unread(std::move(other.m_unread))
    {
    }
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess() { end(); }

    /// False when it has ended; never raises SIGPIPE.
    bool send(const std::string& line);
    /// The next line, without its end; nothing once it has ended. Cancelled within 50 ms of a stop, and the program is killed.
    Result<std::optional<std::string>> readLine(const std::stop_token& stop);
    void end() noexcept;

private:
    ChildProcess() = default;

    std::int64_t m_process = -1;
    int m_socket = -1;
    std::string m_unread;
};

}  // namespace zrecord
