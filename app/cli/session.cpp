#include "session.h"

#include <ostream>
#include <string_view>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/interruption.h"
#include "terminal/progress_bar.h"
#include "zrecord/value_text.h"

namespace zrecord::cli {
namespace {

constexpr std::string_view kCancelled = "cancelled: ";

std::size_t terminalColumns()
{
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

Session::Session(const Streams& streams, Interruption* interruption)
    : m_streams(streams), m_interruption(interruption), m_in(streams.inDescriptor, stopToken())
{
    if (streams.errIsTerminal)
        m_bar = std::make_unique<ProgressBar>(streams.err, terminalColumns);
}

Session::~Session()
{
    endProgress();
}

bool Session::readerLeft() const
{
    pollfd output{m_streams.outDescriptor, POLLOUT, 0};
    return output.fd >= 0 && poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

std::stop_token Session::stopToken() const
{
    return m_interruption ? m_interruption->stopToken() : std::stop_token();
}

OperationContext Session::context()
{
    OperationContext context = quietContext();
    context.progress = [this](const Progress& progress) { showProgress(progress); };
    return context;
}

OperationContext Session::quietContext() const
{
    OperationContext context;
    context.stop = stopToken();
    return context;
}

void Session::showProgress(const Progress& progress)
{
    {
        const std::lock_guard lock(m_progressMutex);
        m_lastProgress = progress;
    }
    if (m_bar)
        m_bar->show(progress);
}

void Session::endProgress()
{
    if (m_bar)
        m_bar->clear();
}

void Session::note(const std::string& sentence)
{
    endProgress();
    m_streams.out.flush();
    std::string text;
    appendPrintableText(text, sentence);
    m_streams.err << "zr: note: " << text << '\n';
}

Status Session::withWhatWasDone(const Status& status) const
{
    if (status.code() != ErrorCode::Cancelled || status.what().starts_with(kCancelled))
        return status;
    const std::lock_guard lock(m_progressMutex);
    if (m_lastProgress.total == 0 && m_lastProgress.done == 0)
        return status;
    return cancelledAfter(std::string(m_lastProgress.stage) + ", " + ProgressBar::amountDone(m_lastProgress), std::string(status.remedy()));
}

Status cancelledAfter(std::string done, std::string remedy)
{
    return Status(ErrorCode::Cancelled, std::string(kCancelled) + std::move(done)).withRemedy(remedy);
}

}  // namespace zrecord::cli
