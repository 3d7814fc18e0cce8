#include "application.h"

#include <new>
#include <ostream>

#include "command_line_remedy.h"
#include "command_registry.h"
#include "text_layout.h"
#include "zrecord/value_text.h"
#include "zrecord/version.h"

namespace zrecord::cli {
namespace {

int report(const Status& status, Session& session)
{
    session.endProgress();
    session.out().flush();
    std::string text;
    appendPrintableText(text, status.message());
    session.err() << "zr: " << text << '\n';
    return status.info().exitStatus;
}

/// What was printed has arrived, or that is the failure.
int ended(int exitStatus, Session& session)
{
    session.out().flush();
    if (session.out() || session.readerLeft())
        return exitStatus;
    return report(Status(ErrorCode::IoError, "the output could not be written").withRemedy("Check the disk or the program that reads it."), session);
}

int print(const std::string& text, Session& session)
{
    session.out() << text;
    return ended(kExitOk, session);
}

Status unknownCommand(const std::string& word)
{
    std::vector<std::string> words = commandNames();
    words.emplace_back("help");
    const auto nearest = nearestWord(word, words);
    const bool isOption = word.front() == '-';
    return Status(ErrorCode::InvalidArgument, isOption ? "there is no option '" + word + "' before a command" : "there is no command '" + word + "'")
        .withRemedy(nearest && !isOption ? "Did you mean 'zr " + *nearest + "'?" : "See 'zr help' for the list of commands.");
}

int runCommand(const CommandEntry& entry, std::span<const std::string> arguments, Session& session)
{
    const std::unique_ptr<Command> command = entry.make();
    ArgumentParser parser(command->description());
    command->declare(parser);
    if (const Status status = parser.parse(arguments); !status.ok())
        return report(withCommandLineRemedy(status, entry.name), session);
    if (parser.helpWanted())
        return print(parser.help(), session);
    const Result<int> result = command->run(session);
    session.endProgress();
    if (!result)
        return report(withCommandLineRemedy(session.withWhatWasDone(result.status()), entry.name), session);
    return ended(*result, session);
}

int help(std::span<const std::string> words, Session& session)
{
    if (words.empty() || words.front() == "--help" || words.front() == "-h")
        return print(overview(), session);
    const CommandEntry* entry = findCommand(words.front());
    if (!entry)
        return report(unknownCommand(words.front()), session);
    const std::vector<std::string> wish{"--help"};
    return runCommand(*entry, wish, session);
}

int dispatch(std::span<const std::string> arguments, Session& session)
{
    if (arguments.empty()) {
        session.err() << overview();
        return kExitUsage;
    }
    const std::string& word = arguments.front();
    const auto rest = arguments.subspan(1);
    if (word == "help" || word == "--help" || word == "-h")
        return help(rest, session);
    if (word == "--version" || word == "version")
        return print("zr " + std::string(versionText()) + "\n", session);
    const CommandEntry* entry = findCommand(word);
    if (!entry)
        return report(unknownCommand(word), session);
    return runCommand(*entry, rest, session);
}

}  // namespace

int runApplication(std::span<const std::string> arguments, Session& session)
{
    try {
        return dispatch(arguments, session);
    } catch (const std::bad_alloc&) {
        return report(Status(ErrorCode::OutOfMemory, "there is not enough memory for this"), session);
    }
}

std::string overview()
{
    std::vector<std::pair<std::string, std::string>> commands;
    for (const CommandEntry& entry : commandEntries())
        commands.emplace_back(std::string(entry.name), std::string(entry.summary));
    std::string page = "zr works with record stores: folders of training data that loaderx 1.7.2 reads and writes as well.\n"
                       "\nUsage: zr COMMAND [arguments] [options]\n\nCommands:\n";
    page += describedList(commands);
    page += "\nRecords are named by index (7, -1), by slice as in Python (10:20, ::100, -5:), or by --indices FILE\n"
            "with one of these on each line ('-' reads them from standard input).\n";
    page += "\nExit status:\n";
    page += describedList({{"0", "Done."},
                           {"1", "Done, and damage was found, or something is left to do (verify, repair), or a folder could not be read (ls)."},
                           {"2", "The command line or a value in it is wrong; nothing was changed."},
                           {"3", "A file or store does not exist."},
                           {"4", "Another program is using the store."},
                           {"5", "A store, or a file to read from, is damaged."},
                           {"6", "Reading or writing failed: disk, space, permissions, memory."},
                           {"130", "Ended by Ctrl-C at a record boundary; the message says what was done."}});
    page += "\nExamples:\n  zr demo samples                 write the sample stores\n"
            "  zr get samples/bible/verse 0 --text\n"
            "  zr help get                     everything about one command\n";
    return page;
}

}  // namespace zrecord::cli
