#include "terminal/terminal_text.h"

#include <algorithm>
#include <string_view>

#include "zrecord/value_text.h"

namespace zrecord::cli {
namespace {

constexpr std::size_t kLongestWait = 1 << 16;

/// Where a character begins that may not be complete yet.
std::size_t wholeCharacters(std::string_view text)
{
    std::size_t end = text.size();
    for (int back = 0; back < 3 && end > 0 && (static_cast<unsigned char>(text[end - 1]) & 0xC0) == 0x80; ++back)
        --end;
    return end > 0 && (static_cast<unsigned char>(text[end - 1]) & 0xC0) == 0xC0 ? end - 1 : text.size();
}

}  // namespace

TerminalText::~TerminalText()
{
    pass(m_waiting.size());
}

TerminalText::int_type TerminalText::overflow(int_type character)
{
    if (traits_type::eq_int_type(character, traits_type::eof()))
        return traits_type::not_eof(character);
    const char byte = traits_type::to_char_type(character);
    return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
}

std::streamsize TerminalText::xsputn(const char* bytes, std::streamsize count)
{
    m_waiting.append(bytes, static_cast<std::size_t>(count));
    std::size_t ready = m_waiting.rfind('\n') + 1;
    if (ready == 0 && m_waiting.size() > kLongestWait)
        ready = wholeCharacters(m_waiting);
    return ready == 0 || pass(ready) ? count : 0;
}

int TerminalText::sync()
{
    const bool passed = pass(m_waiting.size());
    return passed && m_below.pubsync() == 0 ? 0 : -1;
}

bool TerminalText::pass(std::size_t count)
{
    std::string safe;
    const std::string_view text = std::string_view(m_waiting).substr(0, count);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\t", at), text.size());
        appendPrintableText(safe, text.substr(at, end - at));
        if (end < text.size())
            safe += text[end];
        at = end + 1;
    }
    m_waiting.erase(0, count);
    return m_below.sputn(safe.data(), static_cast<std::streamsize>(safe.size())) == static_cast<std::streamsize>(safe.size());
}

}  // namespace zrecord::cli
