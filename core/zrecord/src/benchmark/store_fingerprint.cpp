#include "benchmark/store_fingerprint.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/checksum.h"
#include "concurrency/progress_reporter.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntries = 65'536;
constexpr std::uint64_t kEntriesBetweenLooks = 256;

}  // namespace

Result<std::uint64_t> fingerprintStore(const Store& store, const OperationContext& context)
{
    const StoreSummary& summary = store.summary();
    StreamChecksum checksum;
    const auto addText = [&checksum](const std::string& text) { checksum.add(std::as_bytes(std::span(text))); };
    const auto addNumbers = [&checksum](std::span<const std::uint64_t> numbers) { checksum.add(std::as_bytes(numbers)); };
    addText(std::string(storeKindName(summary.kind)) + '/' + summary.dtype.str() + '/' + std::string(codecName(summary.codec)));
    addNumbers(summary.itemShape);
    addNumbers(std::array{summary.records, summary.chunkBytes, summary.dictionaryBytes});
    checksum.add(store.dictionary());
    const std::uint64_t looked = std::min(summary.records, kEntries);
    for (std::uint64_t i = 0; i < looked; ++i) {
        if (i % kEntriesBetweenLooks == 0)
            ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_ASSIGN_OR_RETURN(const RecordLocation place, store.locate(i * (summary.records / looked)));
        addNumbers(std::array<std::uint64_t, 4>{place.chunk, place.offset, place.storedBytes, place.plainBytes});
    }
    return checksum.value();
}

}  // namespace zrecord
