#include <algorithm>
#include <vector>

#include "analysis/view_sampler.h"
#include "concurrency/progress_reporter.h"
#include "zrecord/sampler_report.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kMostSteps = 64;
constexpr std::uint64_t kMostRecords = 65'536;
constexpr std::uint64_t kPageBytes = 4'096;

/// Pages [first, last] of all chunk files taken as one row, as loaderx counts bytes.
struct PageSpan {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

struct Pages {
    std::uint64_t count = 0;
    std::uint64_t runs = 0;
};

Pages countPages(std::vector<PageSpan>& spans)
{
    std::sort(spans.begin(), spans.end(), [](const PageSpan& a, const PageSpan& b) { return a.first < b.first; });
    Pages pages;
    std::uint64_t end = 0;  // first page after what is counted
    for (const PageSpan& span : spans) {
        if (pages.runs == 0 || span.first > end)
            ++pages.runs;
        const std::uint64_t from = pages.count == 0 ? span.first : std::max(span.first, end);
        if (span.last >= from)
            pages.count += span.last - from + 1;
        end = std::max(end, span.last + 1);
    }
    return pages;
}

}  // namespace

Result<LocalityFigures> measureLocality(const RecordLocator& locate, const SamplerView& view, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(ViewSampler sampler, ViewSampler::create(view));
    LocalityFigures figures;
    double jumps = 0;
    std::uint64_t pairs = 0;
    std::uint64_t previous = 0;
    ProgressReporter progress(context, "looking records up", 0, ProgressUnit::Records);
    std::vector<PageSpan> spans;
    while (figures.steps < std::min(view.steps, kMostSteps) && figures.records < kMostRecords) {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t>* indices, sampler.next());
        spans.clear();
        const std::size_t count = std::min<std::size_t>(indices->size(), static_cast<std::size_t>(kMostRecords - figures.records));
        for (std::size_t i = 0; i < count; ++i) {
            ZR_ASSIGN_OR_RETURN(const RecordLocation place, locate((*indices)[i]));
            const std::uint64_t at = (std::uint64_t{place.chunk} << 32) + place.offset;
            if (figures.records++ != 0) {
                jumps += static_cast<double>(at > previous ? at - previous : previous - at);
                ++pairs;
            }
            previous = at;
            figures.payloadBytes += static_cast<double>(place.storedBytes);
            if (place.storedBytes != 0)
                spans.push_back({at / kPageBytes, (at + place.storedBytes - 1) / kPageBytes});
            ZR_RETURN_IF_ERROR(progress.advance(1));
        }
        const Pages pages = countPages(spans);
        figures.pageBytes += static_cast<double>(pages.count * kPageBytes);
        figures.runs += static_cast<double>(pages.runs);
        ++figures.steps;
    }
    progress.finish();
    const auto steps = static_cast<double>(std::max<std::uint64_t>(figures.steps, 1));
    figures.meanJumpBytes = pairs == 0 ? 0 : jumps / static_cast<double>(pairs);
    figures.payloadBytes /= steps;
    figures.pageBytes /= steps;
    figures.runs /= steps;
    return figures;
}

}  // namespace zrecord
