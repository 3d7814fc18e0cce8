#include "workbench/find/facts_file.h"

#include <cstring>
#include <memory>
#include <type_traits>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <zrecord/record_finder.h>

#include "workbench/document/stream_set.h"

namespace zrecord::workbench::facts_file {
namespace {

constexpr char kMagic[8] = {'z', 'r', 'f', 'a', 'c', 't', 's', '1'};
static_assert(std::is_trivially_copyable_v<RecordFacts>);

/// A block as it lies in the file, followed by its facts, shape offsets and dimensions.
struct BlockHeader {
    std::uint64_t stream = 0;
    std::uint64_t first = 0;
    std::uint64_t facts = 0;
    std::uint64_t shapeOffsets = 0;
    std::uint64_t dimensions = 0;
    std::uint32_t stored = 0;
    std::uint32_t values = 0;
};

struct FileHeader {
    char magic[8] = {};
    std::uint64_t factBytes = sizeof(RecordFacts);  ///< another compiler, another file
    char identity[20] = {};
    char reserved[4] = {};
};

class Writer {
public:
    explicit Writer(QSaveFile& file) : m_file(file), m_hash(QCryptographicHash::Sha1) {}
    void put(const void* bytes, std::size_t size) {
        const QByteArrayView view(static_cast<const char*>(bytes), static_cast<qsizetype>(size));
        m_good = m_good && m_file.write(view.data(), view.size()) == view.size();
        m_hash.addData(view);
    }
    template <typename T>
    void putAll(const std::vector<T>& values) { put(values.data(), values.size() * sizeof(T)); }
    bool finish() {
        const QByteArray sum = m_hash.result();
        return m_good && m_file.write(sum) == sum.size() && m_file.commit();
    }

private:
    QSaveFile& m_file;
    QCryptographicHash m_hash;
    bool m_good = true;
};

class Reader {
public:
    explicit Reader(QByteArrayView bytes) : m_bytes(bytes) {}
    bool take(void* into, std::size_t size) {
        if (size > static_cast<std::size_t>(m_bytes.size()))
            return false;
        if (size > 0)
            std::memcpy(into, m_bytes.data(), size);
        m_bytes = m_bytes.sliced(static_cast<qsizetype>(size));
        return true;
    }
    template <typename T>
    bool takeAll(std::vector<T>& values, std::uint64_t count) {
        if (count > static_cast<std::uint64_t>(m_bytes.size()) / sizeof(T))
            return false;
        values.resize(count);
        return take(values.data(), count * sizeof(T));
    }
    [[nodiscard]] bool atEnd() const { return m_bytes.isEmpty(); }

private:
    QByteArrayView m_bytes;
};

bool takeBlock(Reader& reader, const FactsTable& table, std::uint64_t& stream, std::shared_ptr<const FactsBlock>& into) {
    BlockHeader header;
    auto block = std::make_shared<FactsBlock>();
    if (!reader.take(&header, sizeof header) || !reader.takeAll(block->facts, header.facts) || !reader.takeAll(block->shapeOffsets, header.shapeOffsets) ||
        !reader.takeAll(block->dimensions, header.dimensions))
        return false;
    const bool fits = header.stream < table.streamCount() && header.first % FactsTable::kBlockRecords == 0 && header.first + header.facts <= table.recordCount() &&
                      (header.shapeOffsets == 0 || header.shapeOffsets == header.facts + 1);
    block->first = header.first;
    block->known = {header.stored != 0, header.values != 0};
    stream = header.stream;
    into = std::move(block);
    return fits;
}

}  // namespace

QByteArray identity(const StreamSet& streams) {
    const auto summaries = streams.summaries();
    if (!summaries.ok())
        return {};
    QCryptographicHash identity(QCryptographicHash::Sha1);
    for (const StoreSummary& summary : *summaries) {
        const QFileInfo meta(QString::fromStdString((summary.path / "meta.zr").string()));
        identity.addData(QStringLiteral("%1\n%2\n%3\n%4\n").arg(QString::fromStdString(summary.path.string())).arg(summary.records).arg(summary.chunkBytes).arg(meta.lastModified().toMSecsSinceEpoch()).toUtf8());
    }
    return identity.result();
}

FactsPlace place(const StreamSet& streams, const QString& folder) {
    const QByteArray state = identity(streams);
    if (streams.recordCount() == 0 || streams.recordCount() > kMostRecords || state.isEmpty())
        return {};
    const QString path = QString::fromStdString(streams.path().string());
    const QString parent = folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/zrecord-workbench/facts") : folder;
    const QByteArray name = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return {parent + u'/' + QString::fromLatin1(name) + QStringLiteral(".facts"), state};
}

Status write(const FactsPlace& place, const FactsTable& table) {
    QDir().mkpath(QFileInfo(place.file).path());
    QSaveFile file(place.file);
    const auto failed = [&] { return Status(ErrorCode::IoError, "statistics cannot be kept: " + file.errorString().toStdString()).withFile(place.file.toStdString()); };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    Writer writer(file);
    FileHeader header;
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    std::memcpy(header.identity, place.identity.constData(), std::min<std::size_t>(sizeof header.identity, static_cast<std::size_t>(place.identity.size())));
    writer.put(&header, sizeof header);
    for (std::size_t stream = 0; stream < table.streamCount(); ++stream) {
        for (std::uint64_t first = 0; first < table.recordCount(); first += FactsTable::kBlockRecords) {
            const auto block = table.block(stream, first / FactsTable::kBlockRecords, {});
            if (!block)
                continue;
            const BlockHeader head{stream, block->first, block->facts.size(), block->shapeOffsets.size(), block->dimensions.size(), block->known.stored ? 1U : 0U, block->known.values ? 1U : 0U};
            writer.put(&head, sizeof head);
            writer.putAll(block->facts);
            writer.putAll(block->shapeOffsets);
            writer.putAll(block->dimensions);
        }
    }
    return writer.finish() ? Status() : failed();
}

std::uint64_t read(const FactsPlace& place, FactsTable& table) {
    QFile file(place.file);
    constexpr qsizetype kSum = 20;
    if (place.isEmpty() || !file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray all = file.readAll();
    FileHeader header;
    if (all.size() < static_cast<qsizetype>(sizeof header) + kSum)
        return 0;
    const QByteArrayView body = QByteArrayView(all).chopped(kSum);
    QCryptographicHash sum(QCryptographicHash::Sha1);
    sum.addData(body);
    Reader reader(body);
    static_cast<void>(reader.take(&header, sizeof header));
    if (sum.result() != all.last(kSum) || std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.factBytes != sizeof(RecordFacts) ||
        QByteArrayView(header.identity, sizeof header.identity) != place.identity)
        return 0;
    std::uint64_t records = 0;
    std::uint64_t stream = 0;
    std::shared_ptr<const FactsBlock> block;
    while (!reader.atEnd() && takeBlock(reader, table, stream, block)) {
        records += block->facts.size();
        table.insert(stream, block->first / FactsTable::kBlockRecords, block);
    }
    return records;
}

}  // namespace zrecord::workbench::facts_file
