#include <cmath>
#include <fstream>
#include <random>

#include "fact_stores.h"
#include "zrecord/finding/record_likeness.h"

namespace zrecord {

using Groups = std::vector<std::vector<std::uint64_t>>;

namespace {

Groups recordsOf(const NearDuplicates& found)
{
    Groups groups;
    for (const LikeGroup& group : found.groups)
        groups.push_back(group.records);
    return groups;
}

/// Smooth and different for every seed.
std::vector<double> drawing(unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(0, 1);
    std::vector<double> pixels(24 * 24, 0);
    for (int blob = 0; blob < 6; ++blob) {
        const double x = 24 * any(random);
        const double y = 24 * any(random);
        const double size = 2 + 3 * any(random);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] += 40 * std::exp(-(std::pow(static_cast<double>(i % 24) - x, 2) + std::pow(static_cast<double>(i / 24) - y, 2)) / (2 * size * size));
    }
    return pixels;
}

void addPicture(std::vector<std::uint8_t>& all, const std::vector<double>& pixels, double contrast, double offset)
{
    for (const double value : pixels)
        all.push_back(static_cast<std::uint8_t>(std::clamp(value * contrast + offset, 0.0, 255.0)));
}

}  // namespace

class TestNearDuplicates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 100 drawings; 7 again at 100, with less contrast; 7 again at 101, brighter; 50 again at 102, as it is.
    void picturesThatAreTheSameDrawing()
    {
        std::vector<std::uint8_t> pixels;
        for (unsigned seed = 0; seed < 100; ++seed)
            addPicture(pixels, drawing(seed), 1, 10);
        addPicture(pixels, drawing(7), 0.6, 10);
        addPicture(pixels, drawing(7), 1, 40);
        addPicture(pixels, drawing(50), 1, 10);
        pixels.insert(pixels.end(), 24 * 24, 77);  // flat
        test::FactStores stores;
        const Store store = stores.dense("p", "|u1", {24, 24}, pixels, Codec::Zstd);
        const auto found = findNearDuplicates({{&store}, 104, nullptr}, 0);
        QVERIFY2(found.ok(), found.status().message().c_str());
        QVERIFY(found->measure == LikenessMeasure::Picture);
        QCOMPARE(found->threshold, kPictureLikeness);
        QCOMPARE(recordsOf(*found), (Groups{{7, 100, 101}, {50, 102}}));
        QCOMPARE(found->groups[0].likeness.front(), 1.0);
        QVERIFY(found->groups[0].likeness[1] >= kPictureLikeness && found->groups[0].likeness[1] <= 1);
        QVERIFY(std::abs(found->groups[1].likeness[1] - 1) < 1e-12);
        QCOMPARE(found->unmeasured, std::uint64_t{1});
    }

    void sequencesThatShareMost()
    {
        std::vector<std::vector<std::int32_t>> records;
        std::mt19937 random(1);
        for (int i = 0; i < 40; ++i) {
            records.emplace_back();
            for (int k = 0; k < 60; ++k)
                records.back().push_back(static_cast<std::int32_t>(random() % 1000));
        }
        records.push_back(records[3]);
        records.back()[20] = -1;  // 55 pieces in common of 61
        records.push_back(records[5]);
        records.back().resize(30);  // half of it
        test::FactStores stores;
        const Store store = stores.ragged("t", records);
        const FindTarget target{{&store}, 42, nullptr};
        const auto found = findNearDuplicates(target, 0);
        QVERIFY2(found.ok(), found.status().message().c_str());
        QVERIFY(found->measure == LikenessMeasure::Sequence);
        QCOMPARE(recordsOf(*found), (Groups{{3, 40}}));
        QCOMPARE(found->groups[0].likeness[1], 55.0 / 61);
        QCOMPARE(found->unmeasured, std::uint64_t{0});
        QVERIFY(findNearDuplicates(target, 0, {.threshold = 0.95})->groups.empty());
    }

    /// However alike they are, every member is like the first.
    void noChains()
    {
        std::vector<std::vector<std::int32_t>> records(1);
        for (int k = 0; k < 40; ++k)
            records[0].push_back(k);
        for (int step = 1; step < 12; ++step) {
            records.push_back(records.back());
            records.back()[static_cast<std::size_t>(step * 3)] = 1000 + step;
        }
        test::FactStores stores;
        const Store store = stores.ragged("c", records);
        const auto found = findNearDuplicates({{&store}, 12, nullptr}, 0);
        for (const LikeGroup& group : found->groups)
            for (const double likeness : group.likeness)
                QVERIFY(likeness >= kSequenceLikeness);
        QVERIFY(found->groups.size() > 1);
    }

    void whatCannotBeCompared()
    {
        test::FactStores stores;
        const Store store = stores.dense<float>("v", "<f4", {3}, {1, 2, 3, 4, 5, 6});
        const FindTarget target{{&store}, 2, nullptr};
        QCOMPARE(findNearDuplicates(target, 0).code(), ErrorCode::Unsupported);
        QCOMPARE(findNearDuplicates(target, 0, {.threshold = 1.5}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(findNearDuplicates(target, 0, {.threshold = std::nan("")}).code(), ErrorCode::InvalidArgument);
    }

    void aDamagedRecordIsLeftOut()
    {
        test::FactStores stores;
        std::vector<std::uint8_t> pixels;
        for (unsigned seed : {1U, 2U, 1U, 1U})
            addPicture(pixels, drawing(seed), 1, 10);
        std::uint64_t at = 0;
        {
            const Store store = stores.dense("d", "|u1", {24, 24}, pixels, Codec::Zstd);
            at = store.locate(2)->offset;
        }
        std::fstream chunk(stores.path("d") / "0.chunk", std::ios::in | std::ios::out | std::ios::binary);
        chunk.seekp(static_cast<std::streamoff>(at));
        chunk.write("\xff\xff\xff\xff", 4);  // no Zstandard frame begins so
        chunk.close();
        const Store store = std::move(Store::open(stores.path("d"))).value();
        const auto found = findNearDuplicates({{&store}, 4, nullptr}, 0);
        QVERIFY2(found.ok(), found.status().message().c_str());
        QCOMPARE(recordsOf(*found), (Groups{{0, 3}}));
        QCOMPARE(found->unreadable, std::uint64_t{1});
    }

    void canBeStopped()
    {
        test::FactStores stores;
        const Store store = stores.ragged("s", {{1, 2, 3}, {1, 2, 3}});
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        QCOMPARE(findNearDuplicates({{&store}, 2, nullptr}, 0, {}, context).code(), ErrorCode::Cancelled);
    }
};

}  // namespace zrecord

QTEST_GUILESS_MAIN(zrecord::TestNearDuplicates)
#include "tst_near_duplicates.moc"
