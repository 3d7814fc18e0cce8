#include "platform/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

extern char** environ;

namespace zrecord {
namespace {

constexpr int kPollMilliseconds = 50;

}  // namespace

Result<ChildProcess> ChildProcess::start(std::vector<std::string> words, const std::filesystem::path& errors)
{
    // A socket, not pipes: writing to a process that has ended must not raise SIGPIPE.
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Status::fromErrno(errno, "no connection to another process could be made", true);
    ChildProcess child;
    child.m_socket = ends[0];
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::pid_t process = -1;
    const int problem = ::posix_spawnp(&process, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (problem != 0)
        return Status(ErrorCode::NotFound, "the program '" + words.front() + "' cannot be started: " + std::generic_category().message(problem));
    child.m_process = process;
    return child;
}

bool ChildProcess::send(const std::string& line)
{
    const std::string text = line + '\n';
    return ::send(m_socket, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<::ssize_t>(text.size());
}

Result<std::optional<std::string>> ChildProcess::readLine(const std::stop_token& stop)
{
    for (;;) {
        if (const std::size_t end = m_unread.find('\n'); end != std::string::npos) {
            std::string line = m_unread.substr(0, end);
            m_unread.erase(0, end + 1);
            return std::optional(std::move(line));
        }
        if (stop.stop_requested()) {
            end();
            return Status(ErrorCode::Cancelled, "stopped while another program was at work");
        }
        ::pollfd ready{m_socket, POLLIN, 0};
        if (::poll(&ready, 1, kPollMilliseconds) <= 0)
            continue;
        std::array<char, 4'096> part{};
        const ::ssize_t got = ::recv(m_socket, part.data(), part.size(), 0);
        if (got > 0)
            m_unread.append(part.data(), static_cast<std::size_t>(got));
        else if ((got == 0 || errno != EINTR) && !stop.stop_requested())
            return std::optional<std::string>();
    }
}

void ChildProcess::end() noexcept
{
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
    if (m_process > 0) {
        const auto process = static_cast<::pid_t>(std::exchange(m_process, -1));
        ::kill(process, SIGKILL);
        while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

}  // namespace zrecord
