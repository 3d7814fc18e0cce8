#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "zrecord/sample_data.h"

namespace zrecord {
namespace {

namespace fs = std::filesystem;

/// An idx file of unsigned bytes: two zero bytes, type 8, number of axes, the axes big-endian, the values.
void writeIdx(const fs::path& path, const std::vector<std::uint8_t>& axes, const std::vector<std::uint8_t>& values)
{
    std::ofstream file(path, std::ios::binary);
    file.put(0).put(0).put(8).put(static_cast<char>(axes.size()));
    for (const std::uint8_t axis : axes)
        file.put(0).put(0).put(0).put(static_cast<char>(axis));
    for (const std::uint8_t value : values)
        file.put(static_cast<char>(value));
}

class Package {
public:
    Package()
    {
        writeIdx(path() / "train-images-idx3-ubyte", {3, 1, 2}, {1, 2, 3, 4, 5, 6});
        writeIdx(path() / "train-labels-idx1-ubyte", {3}, {7, 8, 9});
        writeIdx(path() / "t10k-images-idx3-ubyte", {1, 1, 2}, {10, 11});
        writeIdx(path() / "t10k-labels-idx1-ubyte", {1}, {5});
    }
    [[nodiscard]] fs::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] fs::path target() const { return fs::path(m_target.path().toStdString()) / "samples"; }

private:
    QTemporaryDir m_folder;
    QTemporaryDir m_target;
};

std::vector<int> bytesOf(const fs::path& store, std::uint64_t record)
{
    const Result<Store> opened = Store::open(store);
    if (!opened.ok())
        return {};
    std::vector<std::byte> bytes(opened->summary().recordBytes);
    if (!opened->gather(std::vector<std::uint64_t>{record}, bytes).ok())
        return {};
    std::vector<int> values;
    for (const std::byte byte : bytes)
        values.push_back(std::to_integer<int>(byte));
    return values;
}

}  // namespace

class TestSampleData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTheImagesOfThePackage()
    {
        const Package package;
        const Result<SampleSources> sources = findFashionSources(package.path());
        QVERIFY2(sources.ok(), sources.status().message().c_str());
        QCOMPARE(sources->trainImages, package.path() / "train-images-idx3-ubyte");
        QVERIFY(sources->bible.empty());
        const auto stores = writeSamples(package.target(), *sources);
        QVERIFY2(stores.ok(), stores.status().message().c_str());
        QCOMPARE(stores->size(), std::size_t{4});
        QCOMPARE(stores->front().name, std::string("fashion/train/image"));
        QCOMPARE(stores->front().summary.records, std::uint64_t{3});
        QCOMPARE(stores->front().plainBytes, std::uint64_t{6});
        QCOMPARE(bytesOf(package.target() / "fashion/train/image", 2), (std::vector<int>{5, 6}));
        QCOMPARE(bytesOf(package.target() / "fashion/train/label", 1), (std::vector<int>{8}));
        QCOMPARE(bytesOf(package.target() / "fashion/test/image", 0), (std::vector<int>{10, 11}));
        QVERIFY(!fs::exists(package.target() / "bible"));
        std::ifstream names(package.target() / "fashion/train/label.names.txt");
        std::string first;
        std::getline(names, first);
        QCOMPARE(first, std::string("T-shirt/top"));
        QVERIFY(writeSamples(package.target(), *sources).code() == ErrorCode::AlreadyExists);
    }

    void aCancelLeavesNothing()
    {
        const Package package;
        std::stop_source stop;
        stop.request_stop();
        const auto stores = writeSamples(package.target(), *findFashionSources(package.path()), {stop.get_token(), {}, nullptr});
        QVERIFY(stores.code() == ErrorCode::Cancelled);
        QVERIFY(!fs::exists(package.target()));
    }

    void aDamagedPackageLeavesNothing()
    {
        const Package package;
        fs::resize_file(package.path() / "t10k-images-idx3-ubyte", 17);  // one of two pixels
        const auto stores = writeSamples(package.target(), *findFashionSources(package.path()));
        QVERIFY(stores.code() == ErrorCode::BadFormat);
        QVERIFY(stores.status().message().find("t10k-images-idx3-ubyte") != std::string::npos);
        QVERIFY(!fs::exists(package.target()));
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestSampleData)
#include "tst_sample_data.moc"
