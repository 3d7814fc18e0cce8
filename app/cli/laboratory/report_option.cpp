#include "laboratory/report_option.h"

#include <algorithm>
#include <cctype>

#include "argument_parser.h"
#include "output_file.h"

namespace zrecord::cli {

void ReportOption::declare(ArgumentParser& parser)
{
    parser.option("--report", m_file, "FILE", "Write plots, tables and all numbers to FILE, one page of HTML that needs nothing else.");
}

Status ReportOption::write(const HtmlReport& report, bool replace) const
{
    OutputFile file;
    ZR_RETURN_IF_ERROR(file.open(*m_file, replace));
    file.stream() << htmlPage(report);
    return file.commit();
}

std::string shellWord(const std::string& word)
{
    const auto plain = [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || std::string_view("-_./:=,+@%").find(letter) != std::string_view::npos; };
    if (!word.empty() && std::ranges::all_of(word, plain))
        return word;
    std::string quoted = "'";
    for (const char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

}  // namespace zrecord::cli
