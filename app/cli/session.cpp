#include "session.h"

#include <ostream>

#include <poll.h>

#include "terminal/interruption.h"
#include "terminal/progress_bar.h"
#include "zrecord/value_text.h"

namespace zrecord::cli {

Session::Session(const Streams& streams, Interruption* interruption)
    : m_streams(streams), m_interruption(interruption), m_in(streams.inDescriptor, stopToken())
{
    if (streams.errIsTerminal)
        m_bar = std::make_unique<ProgressBar>(streams.err);
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
    if (m_bar)
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

Status cancelledAfter(std::string done, std::string remedy)
{
    return Status(ErrorCode::Cancelled, "cancelled: " + std::move(done)).withRemedy(remedy);
}

}  // namespace zrecord::cli
