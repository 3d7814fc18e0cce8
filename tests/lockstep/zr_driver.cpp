// Does to stores what lines on the standard input say, so that a script in Python can drive the library quickly.
// One command a line, words separated by tabs; one answer a line: "ok …" or "error <code name> <message>".
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <zrecord/dictionary.h>
#include <zrecord/store.h>

namespace {

using namespace zrecord;
using Words = std::vector<std::string>;
using Bytes = std::vector<std::byte>;
using Answer = Result<std::string>;

Words splitBy(const std::string& text, char separator)
{
    Words words;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(separator, begin);
        words.push_back(text.substr(begin, end - begin));
    }
    return words;
}

Result<Bytes> readFile(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream && !stream.eof())
        return Status(ErrorCode::IoError, "cannot read").withFile(path);
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return Bytes(begin, begin + text.size());
}

Status writeFile(const std::string& path, std::span<const std::byte> bytes)
{
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return stream.flush() ? Status() : Status(ErrorCode::IoError, "cannot write").withFile(path);
}

std::vector<std::uint64_t> numbers(const std::string& text)
{
    std::vector<std::uint64_t> result;
    if (!text.empty()) {
        for (const std::string& word : splitBy(text, ','))
            result.push_back(std::stoull(word));
    }
    return result;
}

std::string statsText(const StoreStats& stats)
{
    return std::to_string(stats.records) + ' ' + std::to_string(stats.liveBytes) + ' ' + std::to_string(stats.chunkBytes) + ' ' +
           std::to_string(stats.reclaimable);
}

class Driver {
public:
    Answer run(const Words& words)
    {
        static const std::map<std::string, Answer (Driver::*)(const Words&)> kCommands{
            {"create", &Driver::create}, {"open", &Driver::open},       {"append", &Driver::append}, {"delete", &Driver::remove},
            {"compact", &Driver::compact}, {"stats", &Driver::stats},   {"dump", &Driver::dump},     {"describe", &Driver::describe},
            {"verify", &Driver::verify}, {"train", &Driver::train},     {"close", &Driver::close},
        };
        const auto command = kCommands.find(words.front());
        if (command == kCommands.end())
            return Status(ErrorCode::InvalidArgument, "unknown command " + words.front());
        const bool needsStore = words.front() != "create" && words.front() != "open";
        if (needsStore && !m_store)
            return Status(ErrorCode::Closed, "no store is open");
        return (this->*command->second)(words);
    }

private:
    // create PATH dense|ragged CODEC DICTIONARY-FILE-OR-NOTHING SHAPE DTYPE
    Answer create(const Words& words)
    {
        StoreDescription description;
        description.kind = words.at(2) == "dense" ? StoreKind::Dense : StoreKind::Ragged;
        ZR_ASSIGN_OR_RETURN(description.codec, parseCodec(words.at(3)));
        if (!words.at(4).empty()) {
            ZR_ASSIGN_OR_RETURN(description.dictionary, readDictionaryFile(words.at(4)));
        }
        if (description.kind == StoreKind::Dense)
            description.itemShape = numbers(words.at(5));
        ZR_ASSIGN_OR_RETURN(description.dtype, DType::parse(words.at(6)));
        ZR_ASSIGN_OR_RETURN(m_store, Store::create(words.at(1), description));
        return std::string();
    }

    // open PATH r|w
    Answer open(const Words& words)
    {
        OpenOptions options;
        options.access = words.at(2) == "w" ? Access::ReadWrite : Access::ReadOnly;
        ZR_ASSIGN_OR_RETURN(m_store, Store::open(words.at(1), options));
        return std::string();
    }

    // append DATA-FILE [SHAPE;SHAPE;…]     shapes of ragged records: "2,3;;5", empty for a scalar
    Answer append(const Words& words)
    {
        ZR_ASSIGN_OR_RETURN(const Bytes data, readFile(words.at(1)));
        if (m_store->summary().kind == StoreKind::Dense) {
            ZR_ASSIGN_OR_RETURN(const std::uint64_t first, m_store->append(data));
            return std::to_string(first);
        }
        std::vector<Shape> shapes;
        for (const std::string& text : splitBy(words.at(2), ';'))
            shapes.push_back(numbers(text));
        std::vector<RaggedRecord> records;
        std::size_t at = 0;
        for (const Shape& shape : shapes) {
            ZR_ASSIGN_OR_RETURN(const std::uint64_t elements, elementCount(shape));
            const auto size = static_cast<std::size_t>(elements * m_store->summary().dtype.itemSize());
            records.push_back({std::span(data).subspan(at, size), shape});
            at += size;
        }
        ZR_ASSIGN_OR_RETURN(const std::uint64_t first, m_store->append(records));
        return std::to_string(first);
    }

    // delete INDEX,INDEX,…
    Answer remove(const Words& words)
    {
        ZR_ASSIGN_OR_RETURN(const RemovalResult result, m_store->remove(numbers(words.at(1))));
        return std::to_string(result.removed);
    }

    Answer compact(const Words&)
    {
        ZR_ASSIGN_OR_RETURN(const CompactionResult result, m_store->compact());
        return statsText(result.after);
    }

    Answer stats(const Words&)
    {
        ZR_ASSIGN_OR_RETURN(const StoreStats stats, m_store->stats());
        return statsText(stats);
    }

    // dump FILE: all records one after the other into the file; answers the shapes of a ragged store
    Answer dump(const Words& words)
    {
        std::vector<std::uint64_t> indices(static_cast<std::size_t>(m_store->size()));
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = i;
        if (m_store->summary().kind == StoreKind::Dense) {
            Bytes data(indices.size() * static_cast<std::size_t>(m_store->summary().recordBytes));
            ZR_RETURN_IF_ERROR(m_store->gather(indices, data));
            ZR_RETURN_IF_ERROR(writeFile(words.at(1), data));
            return std::string();
        }
        ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, m_store->layout(indices));
        Bytes data(static_cast<std::size_t>(layout.offsets.empty() ? 0 : layout.offsets.back()));
        ZR_RETURN_IF_ERROR(m_store->gather(indices, layout, data));
        ZR_RETURN_IF_ERROR(writeFile(words.at(1), data));
        std::string shapes;
        for (std::size_t i = 0; i < layout.size(); ++i) {
            shapes += i == 0 ? "" : ";";
            for (std::size_t d = 0; d < layout.shape(i).size(); ++d)
                shapes += (d == 0 ? "" : ",") + std::to_string(layout.shape(i)[d]);
        }
        return shapes;
    }

    Answer describe(const Words&)
    {
        const StoreSummary& summary = m_store->summary();
        return std::string(storeKindName(summary.kind)) + '\t' + std::string(codecName(summary.codec)) + '\t' +
               shapeText(summary.itemShape) + '\t' + summary.dtype.descr();
    }

    Answer verify(const Words&)
    {
        ZR_ASSIGN_OR_RETURN(const VerifyReport report, m_store->verify());
        return report.clean() ? std::string("clean") : report.issues.front().message;
    }

    // train TIER FILE
    Answer train(const Words& words)
    {
        ZR_ASSIGN_OR_RETURN(const DictionaryTier tier, parseDictionaryTier(words.at(1)));
        ZR_ASSIGN_OR_RETURN(const Bytes dictionary, trainDictionary(*m_store, tier));
        ZR_RETURN_IF_ERROR(writeFile(words.at(2), dictionary));
        return std::to_string(dictionary.size());
    }

    Answer close(const Words&)
    {
        const Status status = m_store->close();
        m_store.reset();
        if (!status.ok())
            return status;
        return std::string();
    }

    std::optional<Store> m_store;
};

std::string oneLine(std::string text)
{
    for (char& c : text)
        c = c == '\n' ? ' ' : c;
    return text;
}

}  // namespace

int main()
{
    Driver driver;
    for (std::string line; std::getline(std::cin, line);) {
        const Answer answer = driver.run(splitBy(line, '\t'));
        if (answer.ok())
            std::cout << "ok\t" << oneLine(*answer) << std::endl;
        else
            std::cout << "error\t" << errorInfo(answer.code()).name << '\t' << oneLine(answer.status().message()) << std::endl;
    }
    return 0;
}
