#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include "application.h"
#include "terminal/interruption.h"
#include "terminal/terminal_text.h"

namespace {

/// A standard stream that the caller has closed fails when it is used; its number must not go to a file that is opened later.
void occupyStandardDescriptors()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

int main(int argc, char** argv)
{
    occupyStandardDescriptors();
    // A reader that goes away shows as a failed write, not as a silent end in the middle of a change.
    std::signal(SIGPIPE, SIG_IGN);
    // So does a file that outgrows the limit of the shell.
    std::signal(SIGXFSZ, SIG_IGN);
    std::ios::sync_with_stdio(false);
    zrecord::cli::Interruption interruption;
    zrecord::cli::TerminalText safeText(*std::cout.rdbuf());
    std::ostream terminal(&safeText);
    std::ostream& out = isatty(STDOUT_FILENO) == 1 ? terminal : std::cout;
    zrecord::cli::Session session({STDIN_FILENO, STDOUT_FILENO, out, std::cerr, isatty(STDERR_FILENO) == 1}, &interruption);
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return zrecord::cli::runApplication(arguments, session);
}
