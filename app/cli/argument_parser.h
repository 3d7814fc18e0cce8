#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/result.h"

namespace zrecord::cli {

/// The arguments of one command: what it takes, where the values go, and the help that follows from both. Targets are
/// borrowed and must live until parse() has returned. Options are given as "--name" or "-n,--name".
class ArgumentParser {
public:
    enum class Need : std::uint8_t { Optional, Required };

    /// Everything that a help page says beside the arguments.
    struct Description {
        std::string command;                ///< "get"
        std::string summary;                ///< one sentence
        std::string details;                ///< paragraphs, may be empty
        std::vector<std::string> examples;  ///< command lines, at least one
    };

    explicit ArgumentParser(Description description) : m_description(std::move(description)) {}

    void positional(std::string name, std::string& target, std::string help, Need need = Need::Required);
    void positionals(std::string name, std::vector<std::string>& target, std::string help, Need need = Need::Optional);
    void option(std::string names, std::string& target, std::string valueName, std::string help);
    void option(std::string names, std::optional<std::string>& target, std::string valueName, std::string help);
    void option(std::string names, std::uint64_t& target, std::string valueName, std::string help);
    void option(std::string names, std::optional<std::uint64_t>& target, std::string valueName, std::string help);
    void option(std::string names, std::vector<std::string>& target, std::string valueName, std::string help);
    /// The value must be one of `words`.
    void choice(std::string names, std::string& target, std::vector<std::string> words, std::string help);
    void flag(std::string names, bool& target, std::string help);

    /// Fills the targets; InvalidArgument says what is wrong and, where there is one, the nearest valid word.
    /// A help option ends the parsing: helpWanted() is true and no target is checked for being there.
    Status parse(std::span<const std::string> arguments);
    [[nodiscard]] bool helpWanted() const noexcept { return m_helpWanted; }
    [[nodiscard]] std::string help() const;

private:
    friend class ParserBackend;
    /// Stores one text; an error names the value.
    using Setter = std::function<Status(const std::string&)>;

    struct Argument {
        std::string names;       ///< "STORE" or "-n,--name"
        std::string valueName;   ///< empty for flags and positionals
        std::string help;
        std::vector<std::string> words;
        Setter set;              ///< unset for flags
        bool* flag = nullptr;
        bool isPositional = false;
        bool isMany = false;
        Need need = Need::Optional;
    };

    Argument& addOption(std::string names, std::string valueName, std::string help, Setter set);
    [[nodiscard]] std::vector<std::string> optionNames() const;
    [[nodiscard]] Status unknownOption(std::string_view given) const;

    Description m_description;
    std::vector<Argument> m_arguments;
    bool m_helpWanted = false;
};

/// The word nearest to `given`, if any is near enough to be meant.
std::optional<std::string> nearestWord(std::string_view given, std::span<const std::string> words);
/// A whole number without a sign; digits may be grouped by '_', and K, M, G stand for 10^3, 10^6, 10^9.
Result<std::uint64_t> parseCount(std::string_view text);

}  // namespace zrecord::cli
