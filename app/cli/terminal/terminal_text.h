#pragma once

#include <streambuf>
#include <string>

namespace zrecord::cli {

/// Between a program and a terminal: lets line feeds, tabs and printable text through and escapes everything else, since names
/// of files, streams and fields come from whoever made them. Text is passed on at each line feed and when it is flushed.
class TerminalText final : public std::streambuf {
public:
    /// `below` is not owned.
    explicit TerminalText(std::streambuf& below) : m_below(below) {}
    ~TerminalText() override;
    TerminalText(const TerminalText&) = delete;
    TerminalText& operator=(const TerminalText&) = delete;

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;
    int sync() override;

private:
    bool pass(std::size_t count);

    std::streambuf& m_below;
    std::string m_waiting;
};

}  // namespace zrecord::cli
