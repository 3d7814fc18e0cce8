#include "workbench/importing/sample_store.h"

#include <fstream>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <zrecord/aligned_set.h>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

void writeIdx(const QString& path, const std::vector<char>& axes, const std::vector<char>& values) {
    std::ofstream file(path.toStdString(), std::ios::binary);
    file.put(0).put(0).put(8).put(static_cast<char>(axes.size()));
    for (const char axis : axes)
        file.put(0).put(0).put(0).put(axis);
    file.write(values.data(), static_cast<std::streamsize>(values.size()));
}

std::uint64_t recordsOf(const QString& folder) {
    const Result<AlignedSet> set = AlignedSet::open(folder.toStdString());
    return set.ok() ? set->size() : 0;
}

}  // namespace

class SampleStoreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void picturesOfThePackage() {
        const QTemporaryDir package;
        const QTemporaryDir target;
        writeIdx(package.filePath(QStringLiteral("train-images-idx3-ubyte")), {2, 1, 2}, {1, 2, 3, 4});
        writeIdx(package.filePath(QStringLiteral("train-labels-idx1-ubyte")), {2}, {7, 8});
        writeIdx(package.filePath(QStringLiteral("t10k-images-idx3-ubyte")), {1, 1, 2}, {5, 6});
        writeIdx(package.filePath(QStringLiteral("t10k-labels-idx1-ubyte")), {1}, {9});
        const auto sample = provideSample(target.path(), {}, package.path());
        QVERIFY2(sample.ok(), sample.status().message().c_str());
        QVERIFY(!sample->drawn);
        QCOMPARE(sample->path, target.path() + QStringLiteral("/fashion/train"));
        QCOMPARE(recordsOf(sample->path), std::uint64_t{2});
        // Made once: the second time the package is not even looked for.
        const auto again = provideSample(target.path(), {}, QStringLiteral("/nowhere"));
        QVERIFY(again.ok());
        QCOMPARE(again->path, sample->path);
    }

    void drawsTheSameEveryTime() {
        const QTemporaryDir folder;
        const QString first = folder.filePath(QStringLiteral("first"));
        const QString second = folder.filePath(QStringLiteral("second"));
        QVERIFY(makeSampleStore(first, 20).ok());
        QVERIFY(makeSampleStore(second, 20).ok());
        QCOMPARE(recordsOf(first), std::uint64_t{20});
        const auto read = [](const QString& set) {
            const Result<Store> store = Store::open((set + QStringLiteral("/image")).toStdString());
            std::vector<std::byte> bytes(20 * 28 * 28);
            std::vector<std::uint64_t> all(20);
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = i;
            return store.ok() && store->gather(all, bytes).ok() ? bytes : std::vector<std::byte>();
        };
        QVERIFY(!read(first).empty());
        QVERIFY(read(first) == read(second));
    }

    void aCancelLeavesNothing() {
        const QTemporaryDir folder;
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(makeSampleStore(folder.filePath(QStringLiteral("set")), 20, {stop.get_token(), {}, nullptr}).code(), ErrorCode::Cancelled);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(SampleStoreTest)
#include "tst_sample_store.moc"
