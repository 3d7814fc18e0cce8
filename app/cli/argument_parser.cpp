#include "argument_parser.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "text_layout.h"

namespace zrecord::cli {
namespace {

std::string longName(const std::string& names)
{
    return names.substr(names.find("--"));
}

bool namesPlace(std::string_view valueName)
{
    return valueName == "FILE" || valueName == "FOLDER" || valueName == "STORE";
}

}  // namespace

/// Builds the CLI11 parser for one set of arguments. CLI11 stays in this file: it is the heaviest header of the program.
class ParserBackend {
public:
    explicit ParserBackend(ArgumentParser& parser) : m_parser(parser)
    {
        m_app.set_help_flag("-h,--help");
        m_app.allow_extras();
        m_texts.resize(parser.m_arguments.size());
        for (std::size_t i = 0; i < parser.m_arguments.size(); ++i)
            add(parser.m_arguments[i], m_texts[i]);
    }

    Status parse(std::span<const std::string> arguments)
    {
        // What follows "--" is never an option; CLI11 would not tell it apart from words it does not know.
        const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
        const std::span<const std::string> before(arguments.begin(), dashes);
        const std::span<const std::string> after = arguments.subspan(dashes == arguments.end() ? before.size() : before.size() + 1);
        std::vector<std::string> reversed(before.rbegin(), before.rend());
        try {
            m_app.parse(reversed);
        } catch (const CLI::CallForHelp&) {
            m_parser.m_helpWanted = true;
            return {};
        } catch (const CLI::ArgumentMismatch& error) {
            return mismatch(error.what());
        } catch (const CLI::ParseError& error) {
            return Status(ErrorCode::InvalidArgument, error.what()).withRemedy(seeHelp());
        }
        for (const std::string& extra : m_app.remaining()) {
            if (extra.size() > 1 && extra.front() == '-')
                return m_parser.unknownOption(extra);
            return oneTooMany(extra);
        }
        for (const std::string& word : after)
            ZR_RETURN_IF_ERROR(addPositional(word));
        return store();
    }

private:
    Status oneTooMany(const std::string& word) const
    {
        return Status(ErrorCode::InvalidArgument, "there is one argument too many: '" + word + "'").withRemedy(seeHelp());
    }

    Status addPositional(const std::string& word)
    {
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const ArgumentParser::Argument& argument = m_parser.m_arguments[i];
            if (argument.isPositional && (argument.isMany || m_texts[i].empty())) {
                m_texts[i].push_back(word);
                return {};
            }
        }
        return oneTooMany(word);
    }

    std::string seeHelp() const
    {
        return "See 'zr " + m_parser.m_description.command + " --help'.";
    }

    /// CLI11 begins its text with the option's name and a colon; the rest is about types that nobody sees here.
    Status mismatch(const std::string& text) const
    {
        const std::string name = text.substr(0, text.find(':'));
        const bool missing = text.find("missing") != std::string::npos;
        return Status(ErrorCode::InvalidArgument, name + (missing ? " needs a value" : " is given more than once")).withRemedy(seeHelp());
    }

    void add(ArgumentParser::Argument& argument, std::vector<std::string>& texts)
    {
        if (argument.flag) {
            m_app.add_flag(argument.names, *argument.flag);
            return;
        }
        CLI::Option* option = m_app.add_option(argument.names, texts);
        if (argument.isPositional && argument.isMany) {
            option->expected(-1);
            return;
        }
        // One value each time it is given; without this, CLI11 hands a list all words that follow.
        option->expected(1)->allow_extra_args(false);
        option->multi_option_policy(argument.isMany ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
    }

    Status store()
    {
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const ArgumentParser::Argument& argument = m_parser.m_arguments[i];
            if (argument.need == ArgumentParser::Need::Required && m_texts[i].empty())
                return Status(ErrorCode::InvalidArgument, argument.names + " is missing").withRemedy(seeHelp());
            if (!argument.set)
                continue;
            for (const std::string& text : m_texts[i]) {
                if (text.empty() && (argument.isPositional || namesPlace(argument.valueName)))
                    return Status(ErrorCode::InvalidArgument, (argument.isPositional ? argument.names : longName(argument.names)) + " is empty")
                        .withRemedy(seeHelp());
                ZR_RETURN_IF_ERROR(argument.set(text));
            }
        }
        return {};
    }

    ArgumentParser& m_parser;
    CLI::App m_app;
    std::vector<std::vector<std::string>> m_texts;
};

void ArgumentParser::positional(std::string name, std::string& target, std::string help, Need need)
{
    Argument& argument = addOption(std::move(name), {}, std::move(help), [&target](const std::string& text) {
        target = text;
        return Status();
    });
    argument.isPositional = true;
    argument.need = need;
}

void ArgumentParser::positionals(std::string name, std::vector<std::string>& target, std::string help, Need need)
{
    Argument& argument = addOption(std::move(name), {}, std::move(help), [&target](const std::string& text) {
        target.push_back(text);
        return Status();
    });
    argument.isPositional = true;
    argument.isMany = true;
    argument.need = need;
}

void ArgumentParser::option(std::string names, std::string& target, std::string valueName, std::string help)
{
    addOption(std::move(names), std::move(valueName), std::move(help), [&target](const std::string& text) {
        target = text;
        return Status();
    });
}

void ArgumentParser::option(std::string names, std::optional<std::string>& target, std::string valueName, std::string help)
{
    addOption(std::move(names), std::move(valueName), std::move(help), [&target](const std::string& text) {
        target = text;
        return Status();
    });
}

void ArgumentParser::option(std::string names, std::uint64_t& target, std::string valueName, std::string help)
{
    const std::string name = longName(names);
    addOption(std::move(names), std::move(valueName), std::move(help), [&target, name](const std::string& text) -> Status {
        Result<std::uint64_t> count = parseCount(text);
        if (!count)
            return Status(ErrorCode::InvalidArgument, name + " takes a whole number, not '" + text + "'");
        target = *count;
        return {};
    });
}

void ArgumentParser::option(std::string names, std::optional<std::uint64_t>& target, std::string valueName, std::string help)
{
    const std::string name = longName(names);
    addOption(std::move(names), std::move(valueName), std::move(help), [&target, name](const std::string& text) -> Status {
        Result<std::uint64_t> count = parseCount(text);
        if (!count)
            return Status(ErrorCode::InvalidArgument, name + " takes a whole number, not '" + text + "'");
        target = *count;
        return {};
    });
}

void ArgumentParser::option(std::string names, std::vector<std::string>& target, std::string valueName, std::string help)
{
    Argument& argument = addOption(std::move(names), std::move(valueName), std::move(help), [&target](const std::string& text) {
        target.push_back(text);
        return Status();
    });
    argument.isMany = true;
}

void ArgumentParser::choice(std::string names, std::string& target, std::vector<std::string> words, std::string help)
{
    const std::string name = longName(names);
    Argument& argument = addOption(std::move(names), joined(words, "|"), std::move(help), [&target, name, words](const std::string& text) -> Status {
        for (const std::string& word : words) {
            if (word == text) {
                target = text;
                return {};
            }
        }
        const auto nearest = nearestWord(text, words);
        return Status(ErrorCode::InvalidArgument, name + " cannot be '" + text + "'")
            .withRemedy(nearest ? "Did you mean '" + *nearest + "'?" : "Choose one of " + joined(words, ", ") + ".");
    });
    argument.words = std::move(words);
}

void ArgumentParser::flag(std::string names, bool& target, std::string help)
{
    addOption(std::move(names), {}, std::move(help), {}).flag = &target;
}

ArgumentParser::Argument& ArgumentParser::addOption(std::string names, std::string valueName, std::string help, Setter set)
{
    Argument& argument = m_arguments.emplace_back();
    argument.names = std::move(names);
    argument.valueName = std::move(valueName);
    argument.help = std::move(help);
    argument.set = std::move(set);
    return argument;
}

Status ArgumentParser::parse(std::span<const std::string> arguments)
{
    return ParserBackend(*this).parse(arguments);
}

std::vector<std::string> ArgumentParser::optionNames() const
{
    std::vector<std::string> names{"--help"};
    for (const Argument& argument : m_arguments)
        if (!argument.isPositional)
            names.push_back(longName(argument.names));
    return names;
}

Status ArgumentParser::unknownOption(std::string_view given) const
{
    const std::string name(given.substr(0, given.find('=')));
    const auto nearest = nearestWord(name, optionNames());
    return Status(ErrorCode::InvalidArgument, "'zr " + m_description.command + "' has no option '" + name + "'")
        .withRemedy(nearest ? "Did you mean '" + *nearest + "'?" : "See 'zr " + m_description.command + " --help'.");
}

std::string ArgumentParser::help() const
{
    std::string usage = "zr " + m_description.command;
    std::vector<std::pair<std::string, std::string>> positionals;
    std::vector<std::pair<std::string, std::string>> options;
    for (const Argument& argument : m_arguments) {
        if (argument.isPositional) {
            std::string shown = argument.names + (argument.isMany ? "..." : "");
            usage += argument.need == Need::Required ? " " + shown : " [" + shown + "]";
            positionals.emplace_back(argument.names, argument.help);
            continue;
        }
        std::string names = argument.names.front() == '-' && argument.names[1] == '-' ? "    " + argument.names : argument.names;
        if (const std::size_t comma = names.find(','); comma != std::string::npos)
            names.insert(comma + 1, 1, ' ');
        options.emplace_back(argument.valueName.empty() ? names : names + " " + argument.valueName, argument.help);
    }
    options.emplace_back("-h, --help", "Show this page.");

    std::string page = m_description.summary + "\n\nUsage: " + usage + " [options]\n";
    if (!m_description.details.empty())
        page += "\n" + wrapped(m_description.details, 0, kHelpWidth);
    if (!positionals.empty())
        page += "\nArguments:\n" + describedList(positionals);
    page += "\nOptions:\n" + describedList(options);
    page += m_description.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
    for (const std::string& example : m_description.examples)
        page += "  " + example + "\n";
    return page;
}

std::optional<std::string> nearestWord(std::string_view given, std::span<const std::string> words)
{
    std::optional<std::string> best;
    std::size_t bestDistance = given.size() / 3 + 2;
    for (const std::string& word : words) {
        // Levenshtein distance, one row at a time.
        std::vector<std::size_t> row(word.size() + 1);
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = j;
        for (std::size_t i = 1; i <= given.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j < row.size(); ++j) {
                const std::size_t substituted = diagonal + (given[i - 1] == word[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
            }
        }
        if (row.back() < bestDistance) {
            bestDistance = row.back();
            best = word;
        }
    }
    return best;
}

Result<std::uint64_t> parseCount(std::string_view text)
{
    const Status failure(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is not a whole number");
    std::uint64_t unit = 1;
    if (!text.empty() && (text.back() == 'K' || text.back() == 'M' || text.back() == 'G')) {
        unit = text.back() == 'K' ? 1'000 : text.back() == 'M' ? 1'000'000 : 1'000'000'000;
        text.remove_suffix(1);
    }
    std::uint64_t value = 0;
    bool anyDigit = false;
    for (const char c : text) {
        if (c == '_' && anyDigit)
            continue;
        if (c < '0' || c > '9')
            return failure;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return failure;
        value = value * 10 + digit;
        anyDigit = true;
    }
    if (!anyDigit || value > UINT64_MAX / unit)
        return failure;
    return value * unit;
}

}  // namespace zrecord::cli
