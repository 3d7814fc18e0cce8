#include "load/load_report.h"

#include "json_writer.h"
#include "load/decimal.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

std::string milliseconds(double seconds)
{
    return decimal(seconds * 1000, 1) + " ms";
}

}  // namespace

void LoadReport::noteBatch()
{
    if (m_batches++ == 0)
        m_firstBatch = Clock::now() - m_start;
}

void LoadReport::finish(const DataLoader& loader)
{
    m_elapsed = Clock::now() - m_start;
    m_stats = loader.stats();
    m_nextStep = loader.state().step;
}

double LoadReport::meanReady() const
{
    return m_looks == 0 ? 0 : static_cast<double>(m_readySum) / static_cast<double>(m_looks);
}

std::string LoadReport::text(const DataLoader& loader) const
{
    const double rate = seconds() > 0 ? static_cast<double>(m_batches) / seconds() : 0;
    const double byteRate = seconds() > 0 ? static_cast<double>(m_stats.bytes) / seconds() : 0;
    const double stalled = std::chrono::duration<double>(m_stats.stalled).count();
    FieldList fields;
    fields.add("batches", groupedCount(m_batches) + " with " + counted(m_stats.records, "record") + ", " + byteSize(m_stats.bytes));
    fields.add("rate", decimal(rate, 1) + " batches/s, " + byteSize(static_cast<std::uint64_t>(byteRate)) + "/s");
    fields.add("time", decimal(seconds(), 3) + " s, the first batch after " + milliseconds(m_firstBatch.count()));
    fields.add("stalls", groupedCount(m_stats.stalls) + ", " + milliseconds(stalled) + " of waiting");
    fields.add("queue", decimal(meanReady(), 1) + " of " + groupedCount(loader.options().prefetch) + " batches ready on average");
    fields.add("memory", byteSize(m_stats.memoryBytes) + " in " + groupedCount(m_stats.memories) + " buffers for batches");
    if (m_stats.requestedBytes != 0)
        fields.add("look-ahead", byteSize(m_stats.requestedBytes) + " asked of the device ahead of reading");
    if (m_stats.paddedBytes != 0)
        fields.add("padding", decimal(100 - 100 * static_cast<double>(m_stats.raggedBytes) / static_cast<double>(m_stats.paddedBytes), 1) +
                                  " % if ragged records are padded to the longest of their batch: " + byteSize(m_stats.raggedBytes) + " become " +
                                  byteSize(m_stats.paddedBytes));
    if (m_stats.issues != 0)
        fields.add("damaged", counted(m_stats.issues, "record") +
                                  (loader.options().onCorrupt == OnCorrupt::Skip ? " left out" : " replaced"));
    fields.add("next step", groupedCount(m_nextStep));
    return fields.text();
}

void LoadReport::write(JsonWriter& json, const DataLoader& loader) const
{
    json.field("batches", m_batches);
    json.field("records", m_stats.records);
    json.field("bytes", m_stats.bytes);
    json.field("ragged_bytes", m_stats.raggedBytes);
    json.field("padded_bytes", m_stats.paddedBytes);
    json.field("issues", m_stats.issues);
    json.field("next_step", m_nextStep);
    json.key("seconds").raw(decimal(seconds(), 6));
    json.key("first_batch_seconds").raw(decimal(m_firstBatch.count(), 6));
    json.field("stalls", m_stats.stalls);
    json.key("stalled_seconds").raw(decimal(std::chrono::duration<double>(m_stats.stalled).count(), 6));
    json.field("prefetch", loader.options().prefetch);
    json.key("mean_ready").raw(decimal(meanReady(), 3));
    json.field("memory_bytes", m_stats.memoryBytes);
    json.field("requested_bytes", m_stats.requestedBytes);
}

}  // namespace zrecord::cli
