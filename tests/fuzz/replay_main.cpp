// Runs inputs through fuzz targets without libFuzzer.
//
//   fuzz_replay TARGET FILE…                          those inputs
//   fuzz_replay --corpus FOLDER                       every input of every target, FOLDER/TARGET/*
//   fuzz_replay --corpus FOLDER --mutations N [--seed S] [--only TARGET]   and N altered ones of each target
//
// A broken promise ends the process; the altered input that did it is left in the working folder as "fuzz-failure".

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "fuzz/fuzz_targets.h"

namespace {

using zrecord::fuzz::FuzzTarget;
using Bytes = std::vector<std::byte>;

Bytes readFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::vector<Bytes> corpusOf(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Bytes> inputs;
    for (const auto& path : paths)
        inputs.push_back(readFile(path));
    return inputs;
}

/// Changes what fuzzers change: bits, bytes, interesting numbers, lengths, pieces of other inputs.
Bytes mutated(const std::vector<Bytes>& corpus, std::mt19937_64& random)
{
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % std::max<std::size_t>(limit, 1)); };
    Bytes bytes = corpus[below(corpus.size())];
    static constexpr std::uint64_t kNumbers[]{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};
    for (std::size_t change = below(6) + 1; change > 0; --change) {
        const std::size_t at = below(bytes.size());
        switch (below(7)) {
        case 0:
            if (!bytes.empty())
                bytes[at] ^= std::byte{1} << below(8);
            break;
        case 1:
            if (!bytes.empty())
                bytes[at] = static_cast<std::byte>(below(256));
            break;
        case 2: {
            const std::uint64_t number = kNumbers[below(std::size(kNumbers))];
            const std::size_t width = std::size_t{1} << below(4);
            for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
                bytes[at + i] = static_cast<std::byte>(number >> (8 * i));
            break;
        }
        case 3:
            bytes.resize(at);
            break;
        case 4:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), below(40), static_cast<std::byte>(below(256)));
            break;
        case 5: {
            const std::size_t count = below(bytes.size() - at);
            bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(at + count));
            break;
        }
        default: {
            const Bytes& other = corpus[below(corpus.size())];
            const std::size_t from = below(other.size());
            const std::size_t count = below(other.size() - from);
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), other.begin() + static_cast<std::ptrdiff_t>(from), other.begin() + static_cast<std::ptrdiff_t>(from + count));
            break;
        }
        }
    }
    return bytes;
}

/// The input that is tried, in a file: what breaks a promise takes the process along. Written over what was there, since a file system
/// that sees a file emptied and filled again waits for the disk.
class CurrentInput {
public:
    CurrentInput() : m_descriptor(::open(kName, O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {}
    ~CurrentInput()
    {
        ::close(m_descriptor);
        ::unlink(kName);
    }
    CurrentInput(const CurrentInput&) = delete;
    CurrentInput& operator=(const CurrentInput&) = delete;

    [[nodiscard]] bool write(const Bytes& bytes) const
    {
        return ::pwrite(m_descriptor, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
               ::ftruncate(m_descriptor, static_cast<off_t>(bytes.size())) == 0;
    }

private:
    static constexpr char kName[] = "fuzz-failure";
    int m_descriptor;
};

struct Arguments {
    std::string corpus;
    std::string only;
    std::uint64_t mutations = 0;
    std::uint64_t seed = 1;
};

int runCorpus(const Arguments& arguments)
{
    int targets = 0;
    for (const FuzzTarget& target : zrecord::fuzz::fuzzTargets()) {
        if (!arguments.only.empty() && arguments.only != target.name)
            continue;
        std::vector<Bytes> corpus = corpusOf(std::filesystem::path(arguments.corpus) / target.name);
        if (corpus.empty()) {
            std::fprintf(stderr, "target %s has no corpus in %s\n", target.name, arguments.corpus.c_str());
            return 1;
        }
        for (const Bytes& input : corpus)
            target.run(input);
        std::mt19937_64 random(arguments.seed);
        const CurrentInput current;
        for (std::uint64_t i = 0; i < arguments.mutations; ++i) {
            const Bytes input = mutated(corpus, random);
            if (!current.write(input)) {
                std::fprintf(stderr, "the input cannot be written to the working folder\n");
                return 1;
            }
            target.run(input);
        }
        std::printf("%s: %zu inputs, %llu altered ones\n", target.name, corpus.size(), static_cast<unsigned long long>(arguments.mutations));
        std::fflush(stdout);
        ++targets;
    }
    return targets > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    std::vector<std::string> words(argv + 1, argv + argc);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool hasValue = i + 1 < words.size();
        if (words[i] == "--corpus" && hasValue)
            arguments.corpus = words[++i];
        else if (words[i] == "--only" && hasValue)
            arguments.only = words[++i];
        else if (words[i] == "--mutations" && hasValue)
            arguments.mutations = std::strtoull(words[++i].c_str(), nullptr, 10);
        else if (words[i] == "--seed" && hasValue)
            arguments.seed = std::strtoull(words[++i].c_str(), nullptr, 10);
        else
            files.push_back(words[i]);
    }
    if (!arguments.corpus.empty())
        return runCorpus(arguments);
    const FuzzTarget* const target = files.size() < 2 ? nullptr : zrecord::fuzz::findTarget(files.front().c_str());
    if (target == nullptr) {
        std::fprintf(stderr, "usage: fuzz_replay TARGET FILE... | fuzz_replay --corpus FOLDER [--only TARGET] [--mutations N] [--seed S]\n");
        return 2;
    }
    for (std::size_t i = 1; i < files.size(); ++i)
        target->run(readFile(files[i]));
    return 0;
}
