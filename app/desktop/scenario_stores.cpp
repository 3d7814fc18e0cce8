#include "desktop/scenario_stores.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <QByteArray>
#include <QFile>
#include <QtEndian>

#include <zrecord/store.h>

namespace zrecord::desktop {

namespace {

constexpr std::uint64_t kEntryBytes = 16;
constexpr std::uint64_t kEntriesPerFile = UINT64_C(1) << 28;
constexpr std::uint64_t kFilled = 8192;  // entries at each end
constexpr std::uint64_t kCycle = 251;

QByteArray entriesFor(std::uint64_t first, std::uint64_t count) {
    QByteArray bytes(static_cast<qsizetype>(count * kEntryBytes), '\0');
    for (std::uint64_t i = 0; i < count; ++i) {
        char* entry = bytes.data() + i * kEntryBytes;
        qToLittleEndian<quint32>(static_cast<quint32>(first + i), entry);  // offset; all lie in chunk 0
        qToLittleEndian<quint32>(1, entry + 4);
        qToLittleEndian<quint32>(1, entry + 8);
    }
    return bytes;
}

QByteArray valuesFor(std::uint64_t first, std::uint64_t count) {
    QByteArray bytes(static_cast<qsizetype>(count), '\0');
    for (std::uint64_t i = 0; i < count; ++i)
        bytes[static_cast<qsizetype>(i)] = static_cast<char>((first + i) % kCycle);
    return bytes;
}

bool writeAt(const QString& path, std::uint64_t size, std::uint64_t at, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::ReadWrite) && file.resize(static_cast<qint64>(size)) && file.seek(static_cast<qint64>(at)) &&
           file.write(bytes) == bytes.size();
}

}  // namespace

bool makeSparseStore(const QString& folder, std::uint64_t records) {
    StoreDescription description;
    description.codec = Codec::Raw;
    Result<Store> store = Store::create(folder.toStdU16String(), description);
    if (!store.ok() || !store->close().ok())
        return false;
    QByteArray meta;
    {
        QFile file(folder + QStringLiteral("/meta.zr"));
        if (!file.open(QIODevice::ReadWrite))
            return false;
        meta = file.readAll();
        qToLittleEndian<quint32>(static_cast<quint32>(records), meta.data() + 10);  // tail offset: one byte a record
        qToLittleEndian<quint64>(records, meta.data() + 14);
        if (!file.seek(0) || file.write(meta) != meta.size())
            return false;
    }
    const std::uint64_t filled = std::min(kFilled, records / 2);
    bool fine = writeAt(folder + QStringLiteral("/0.chunk"), records, 0, valuesFor(0, filled)) &&
                writeAt(folder + QStringLiteral("/0.chunk"), records, records - filled, valuesFor(records - filled, filled));
    for (std::uint64_t first = 0; fine && first < records; first += kEntriesPerFile) {
        const std::uint64_t count = std::min(kEntriesPerFile, records - first);
        const QString path = folder + QStringLiteral("/%1.loc").arg(first / kEntriesPerFile);
        fine = writeAt(path, count * kEntryBytes, 0, first == 0 ? entriesFor(0, filled) : QByteArray());
        const std::uint64_t from = std::max(first, records - filled);
        if (fine && from < first + count)
            fine = writeAt(path, count * kEntryBytes, (from - first) * kEntryBytes, entriesFor(from, first + count - from));
    }
    return fine;
}

bool makeTensorStore(const QString& folder) {
    constexpr std::uint64_t kRecords = 20;
    StoreDescription description;
    description.dtype = DType::parse("<f4").value();
    description.itemShape = {3, 120, 25, 2};
    description.codec = Codec::Zstd;
    Result<Store> store = Store::create(folder.toStdU16String(), description);
    if (!store.ok())
        return false;
    std::vector<float> values;
    for (std::uint64_t i = 0; i < kRecords * 18'000; ++i) {
        const auto person = static_cast<float>(i % 2), joint = static_cast<float>(i / 2 % 25), frame = static_cast<float>(i / 50 % 120);
        const auto axis = static_cast<float>(i / 6'000 % 3), record = static_cast<float>(i / 18'000);
        values.push_back(std::sin(frame * (0.05F + 0.01F * axis) + joint * 0.3F + record) + person * 0.5F);
    }
    return store->append(std::as_bytes(std::span(values))).ok() && store->close().ok();
}

bool makeNpyFile(const QString& path, int count) {
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + QByteArray::number(count) + ", 4, 3), }";
    while ((10 + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    QByteArray bytes("\x93NUMPY\x01\x00", 8);
    QByteArray length(2, '\0');
    qToLittleEndian<quint16>(static_cast<quint16>(header.size()), length.data());
    bytes += length + header;
    for (int i = 0; i < count * 12; ++i) {
        QByteArray value(4, '\0');
        qToLittleEndian<float>(static_cast<float>(i) * 0.25F, value.data());
        bytes += value;
    }
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace zrecord::desktop
