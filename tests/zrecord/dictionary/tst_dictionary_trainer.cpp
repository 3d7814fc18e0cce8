#include <QTest>

#include <chrono>
#include <random>
#include <string>

#include <zdict.h>

#include "dictionary/dictionary_trainer.h"

using namespace zrecord;

namespace {

constexpr DictionaryTier kSmall{"small", 4'096, 1'048'576};

TrainingSamples sentences(std::size_t count, std::size_t size, unsigned seed)
{
    static const std::string kText = "It is a truth universally acknowledged that a store in possession of many records must be in want of a dictionary. ";
    std::mt19937 random(seed);
    TrainingSamples samples;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t written = 0; written < size;) {
            const std::size_t at = random() % kText.size();
            for (std::size_t j = 0; j < 17 && written < size; ++j, ++written)
                samples.bytes.push_back(static_cast<std::byte>(kText[(at + j) % kText.size()]));
        }
        samples.sizes.push_back(size);
    }
    return samples;
}

TrainingSamples noise(std::size_t count, std::size_t size)
{
    std::mt19937 random(1);
    TrainingSamples samples;
    samples.bytes.resize(count * size);
    for (std::byte& byte : samples.bytes)
        byte = static_cast<std::byte>(random() & 0xff);
    samples.sizes.assign(count, size);
    return samples;
}

}  // namespace

class TestDictionaryTrainer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesAreThoseOfZstd()
    {
        const TrainingSamples samples = sentences(500, 300, 1);
        std::vector<std::byte> expected(kSmall.dictionaryBytes);
        expected.resize(ZDICT_trainFromBuffer(expected.data(), expected.size(), samples.bytes.data(), samples.sizes.data(), 500));
        const auto trained = trainOnSamples(samples, kSmall, {});
        QVERIFY2(trained.ok(), trained.status().message().c_str());
        QCOMPARE(trained.value(), expected);
        QVERIFY(trained.value().size() <= 4'096);
        QVERIFY(dictionaryId(trained.value()) != 0);
        QCOMPARE(trainOnSamples(samples, kSmall, {}).value(), expected);  // again the same
    }

    void sevenRecordsAreEnough()
    {
        QVERIFY(trainOnSamples(sentences(7, 4'000, 2), kSmall, {}).ok());
    }

    void fewerAreNot()
    {
        const auto trained = trainOnSamples(sentences(6, 256, 2), kDictionaryTiers[1], {});
        QVERIFY(trained.code() == ErrorCode::TrainingFailed);
        QCOMPARE(std::string(trained.status().what()),
                 std::string("6 records of 256 B are too few to train a 128 KiB dictionary; at least 7 records are needed, "
                             "and about 5120 of this size for a useful one"));
        // zstd trains on three quarters of the records, and they must hold eight bytes.
        for (const std::size_t count : {7U, 8U, 9U, 10U}) {
            const auto tiny = trainOnSamples(sentences(count, 1, 2), kSmall, {});
            QVERIFY(tiny.status().message().find(" are too few to train a 4 KiB dictionary; at least 11 records are needed") != std::string::npos);
        }
        TrainingSamples late;  // all of the bytes stand in the last record
        late.sizes = {0, 0, 0, 0, 0, 0, 0, 1'000};
        late.bytes.assign(1'000, std::byte{1});
        QCOMPARE(std::string(trainOnSamples(late, kSmall, {}).status().what()),
                 std::string("8 records of 125 B hold too little to train a 4 KiB dictionary; at least 8 B in the first three quarters of them are needed"));
        const auto one = trainOnSamples(sentences(1, 100, 2), kSmall, {});
        QVERIFY(std::string(one.status().what()).starts_with("1 record of 100 B is too few to train a 4 KiB dictionary; "));
        const auto none = trainOnSamples({}, kSmall, {});
        QCOMPARE(std::string(none.status().what()),
                 std::string("no records are too few to train a 4 KiB dictionary; at least 7 records are needed"));
    }

    // Whatever the records are, the answer is a dictionary or a TrainingFailed that names a number, never a crash.
    void oddSamples_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("size");
        QTest::addColumn<bool>("random");
        for (const int count : {7, 8, 9, 10, 11, 12, 100, 2'000}) {
            for (const int size : {0, 1, 2, 7, 8, 9, 1'000}) {
                for (const bool random : {false, true})
                    QTest::addRow("%d of %d %s", count, size, random ? "random" : "text") << count << size << random;
            }
        }
    }

    void oddSamples()
    {
        QFETCH(int, count);
        QFETCH(int, size);
        QFETCH(bool, random);
        const auto n = static_cast<std::size_t>(count);
        const auto width = static_cast<std::size_t>(size);
        const auto trained = trainOnSamples(random ? noise(n, width) : sentences(n, width, 3), kSmall, {});
        if (trained.ok()) {
            QVERIFY(!trained.value().empty());
            QVERIFY(trained.value().size() <= kSmall.dictionaryBytes);
        } else {
            QVERIFY(trained.code() == ErrorCode::TrainingFailed);
            QVERIFY(trained.status().message().find("are needed") != std::string::npos);
        }
    }

    void identicalRecords()
    {
        TrainingSamples samples;
        samples.bytes.assign(200 * 64, std::byte{7});
        samples.sizes.assign(200, 64);
        const auto trained = trainOnSamples(samples, kSmall, {});
        QVERIFY(trained.ok() || trained.code() == ErrorCode::TrainingFailed);
    }

    void stopEndsTheWaitAtOnce()
    {
        std::stop_source source;
        OperationContext context;
        context.stop = source.get_token();
        std::thread stopper([&source] {
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            source.request_stop();
        });
        const auto begin = std::chrono::steady_clock::now();
        const auto trained = trainOnSamples(sentences(20'000, 800, 4), kDictionaryTiers[2], context);
        const auto elapsed = std::chrono::steady_clock::now() - begin;
        stopper.join();
        QVERIFY(trained.code() == ErrorCode::Cancelled);
        QVERIFY(elapsed < std::chrono::milliseconds(400));
    }

    void stoppedBeforehandDoesNotBegin()
    {
        std::stop_source source;
        source.request_stop();
        OperationContext context;
        context.stop = source.get_token();
        QVERIFY(trainOnSamples(sentences(100, 100, 5), kSmall, context).code() == ErrorCode::Cancelled);
    }

    void sizesForPeople()
    {
        QCOMPARE(byteCountText(0), std::string("0 B"));
        QCOMPARE(byteCountText(1'023), std::string("1023 B"));
        QCOMPARE(byteCountText(1'024), std::string("1 KiB"));
        QCOMPARE(byteCountText(1'536), std::string("1.5 KiB"));
        QCOMPARE(byteCountText(131'072), std::string("128 KiB"));
        QCOMPARE(byteCountText(67'108'864), std::string("64 MiB"));
        QCOMPARE(byteCountText(UINT64_MAX), std::string("17179869183.9 GiB"));
    }
};

QTEST_APPLESS_MAIN(TestDictionaryTrainer)
#include "tst_dictionary_trainer.moc"
