#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/little_endian.h"
#include "codec/record_codec.h"
#include "fuzz/fuzz_targets.h"
#include "maintenance/store_checker.h"
#include "maintenance/store_cleaner.h"
#include "maintenance/store_repairer.h"
#include "store/store_access.h"
#include "support/memory_file_system.h"
#include "support/store_builder.h"

namespace zrecord::fuzz {
namespace {

using test::Bytes;
using test::MemoryFileSystem;

/// Small, so that rollovers happen within an input.
constexpr StoreLimits kLimits{4096, 16};
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 22;
const std::filesystem::path kStore = "/s";

constexpr std::array<const char*, 12> kNames{"meta.zr", "store.zr", "dict.zr", "0.chunk", "0.loc", "1.chunk", "1.loc", "2.chunk", ".zrx/journal",
                                             ".zrx/tmp-00112233445566778899/0.chunk", "7.chunk", "3.loc"};

void put(MemoryFileSystem& fileSystem, const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    static_cast<void>(fileSystem.createFolders(path.parent_path()).ok());
    const auto file = fileSystem.open(path, OpenMode::OpenOrCreate);
    if (file.ok())
        static_cast<void>((*file)->writeAt(0, bytes).ok());
}

/// An archive: for each file the number of its name, its size (u16, little-endian), its bytes.
void unpack(MemoryFileSystem& fileSystem, std::span<const std::byte> input)
{
    static_cast<void>(fileSystem.createFolders(kStore).ok());
    while (input.size() >= 3) {
        const char* const name = kNames[std::to_integer<std::size_t>(input[0]) % kNames.size()];
        const std::size_t size = std::min<std::size_t>(loadLittleEndian<std::uint16_t>(input.data() + 1), input.size() - 3);
        put(fileSystem, kStore / name, input.subspan(3, size));
        input = input.subspan(3 + size);
    }
}

/// Every record on its own: one that is damaged must not keep another from being read.
void readAll(const Store& store)
{
    const std::uint64_t records = std::min<std::uint64_t>(store.size(), 64);
    for (std::uint64_t record = 0; record < records; ++record) {
        static_cast<void>(store.locate(record).ok());
        const std::array indices{record};
        if (store.summary().kind == StoreKind::Dense) {
            if (store.summary().recordBytes > kMostBytes)
                return;
            Bytes bytes(store.summary().recordBytes);
            static_cast<void>(store.gather(indices, bytes).ok());
            continue;
        }
        const auto layout = store.layout(indices);
        if (!layout.ok() || layout->offsets.back() > kMostBytes)
            continue;
        Bytes bytes(layout->offsets.back());
        static_cast<void>(store.gather(indices, *layout, bytes).ok());
    }
}

/// Records of huge sizes would only measure the memory of the machine.
bool isModest(const Store& store)
{
    const auto stats = store.stats();
    return store.summary().recordBytes <= kMostBytes && (!stats.ok() || stats->plainBytes <= kMostBytes);
}

}  // namespace

void fuzzStore(std::span<const std::byte> input)
{
    MemoryFileSystem fileSystem;
    unpack(fileSystem, input);
    const auto before = fileSystem.contents();
    bool modest = true;
    {
        const auto store = StoreAccess::open(kStore, {}, fileSystem, kLimits);
        if (store.ok()) {
            modest = isModest(*store);
            readAll(*store);
        }
    }
    require(fileSystem.contents() == before, "a reader writes nothing");
    if (!modest)
        return;
    const auto check = checkStoreOn(fileSystem, kLimits, kStore, {}, {});
    const auto plan = planRepairOn(fileSystem, kLimits, kStore, {}, {});
    static_cast<void>(cleanStoreOn(fileSystem, kLimits, kStore, {}, {}).ok());
    require(fileSystem.contents() == before, "checking and planning write nothing");
    if (!plan.ok() || !plan->blocked.ok())
        return;
    require(check.ok(), "what can be repaired can be checked");
    // A chunk is extended without taking space on a disk; in memory it takes what the header says.
    const auto meta = before.find("s/meta.zr");
    if (meta == before.end() || (meta->second.size() >= 14 && loadLittleEndian<std::uint32_t>(meta->second.data() + 10) > kMostBytes))
        return;
    RepairOptions options;
    options.removeDamaged = true;
    if (!repairStoreOn(fileSystem, kLimits, kStore, options, {}).ok())
        return;
    const auto again = planRepairOn(fileSystem, kLimits, kStore, options, {});
    require(again.ok() && again->steps.empty(), "a second repair finds nothing to do");
    require(StoreAccess::open(kStore, {}, fileSystem, kLimits).ok(), "a repaired store opens");
}

void fuzzFrame(std::span<const std::byte> input)
{
    if (input.size() < 4)
        return;
    const std::size_t plainBytes = loadLittleEndian<std::uint16_t>(input.data()) + std::size_t{1};
    const std::size_t dictionaryBytes = std::min<std::size_t>(loadLittleEndian<std::uint16_t>(input.data() + 2), input.size() - 4);
    const std::span<const std::byte> dictionary = input.subspan(4, dictionaryBytes);
    const std::span<const std::byte> frame = input.subspan(4 + dictionaryBytes);
    for (const Codec kind : {Codec::Raw, Codec::Zstd, Codec::ZstdDict}) {
        const auto codec = makeRecordCodec(kind, kind == Codec::ZstdDict ? dictionary : std::span<const std::byte>());
        if (!codec.ok())
            continue;
        Bytes plain(plainBytes);
        if (!(*codec)->decode(frame, plain).ok())
            continue;
        Bytes stored((*codec)->encodeBound(plain.size()));
        const auto size = (*codec)->encode(plain, stored);
        require(size.ok(), "what was decoded can be encoded");
        Bytes again(plainBytes);
        require((*codec)->decode(std::span(stored).first(*size), again).ok() && again == plain, "a record survives its codec");
    }
}

void fuzzOperations(std::span<const std::byte> input)
{
    if (input.empty())
        return;
    constexpr std::size_t kWidth = 7;
    MemoryFileSystem fileSystem;
    const Codec codec = (std::to_integer<unsigned>(input[0]) & 1U) != 0 ? Codec::Zstd : Codec::Raw;
    auto created = StoreAccess::create(kStore, test::denseBytes(kWidth, codec), {}, fileSystem, kLimits);
    if (!created.ok())
        return;
    std::vector<std::uint64_t> model;
    std::uint64_t next = 0;
    OpenOptions writing;
    writing.access = Access::ReadWrite;
    Store store = std::move(created).value();
    for (std::size_t at = 1; at + 1 < input.size() && at < 200; at += 2) {
        const unsigned what = std::to_integer<unsigned>(input[at]);
        const unsigned argument = std::to_integer<unsigned>(input[at + 1]);
        if (what % 4 == 0) {
            const std::size_t count = argument % 20 + 1;
            require(store.append(test::patternRecords(next, count, kWidth)).ok(), "an append succeeds");
            for (std::size_t i = 0; i < count; ++i)
                model.push_back(next++);
        } else if (what % 4 == 1 && !model.empty()) {
            const std::uint64_t target = argument % model.size();
            require(store.remove(std::array{target}).ok(), "a delete succeeds");
            model[target] = model.back();
            model.pop_back();
        } else if (what % 4 == 2) {
            require(store.compact().ok(), "a compact succeeds");
        } else {
            require(store.close().ok(), "closing succeeds");
            auto opened = StoreAccess::open(kStore, writing, fileSystem, kLimits);
            require(opened.ok(), "a closed store opens");
            store = std::move(opened).value();
        }
        require(store.size() == model.size(), "the store has as many records as the model");
    }
    Bytes expected;
    for (const std::uint64_t number : model) {
        const Bytes record = test::patternRecord(number, kWidth);
        expected.insert(expected.end(), record.begin(), record.end());
    }
    require(test::readDense(store).value() == expected, "the store holds what the model holds");
    require(store.verify()->clean(), "the store has no fault");
}

}  // namespace zrecord::fuzz
