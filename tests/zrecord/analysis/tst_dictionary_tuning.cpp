#include <QTest>

#include <cmath>
#include <numeric>
#include <optional>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/dictionary.h"
#include "zrecord/dictionary_tuning.h"

using namespace zrecord;

namespace {

TuneOptions smallComparison(const std::filesystem::path& folder)
{
    TuneOptions options;
    options.candidates = {*parseTuneCandidate("raw"), *parseTuneCandidate("zstd"), *parseTuneCandidate("4K:9"), *parseTuneCandidate("4K:3")};
    options.rounds = 3;
    options.workFolder = folder;
    return options;
}

}  // namespace

class TestDictionaryTuning : public QObject {
    Q_OBJECT

private:
    test::TemporaryFolder m_folder;
    std::optional<Store> m_store;

private Q_SLOTS:
    void initTestCase()
    {
        m_store.emplace(std::move(Store::create(m_folder / "store", test::denseBytes(200))).value());
        ZR_VERIFY_OK(m_store->append(test::patternRecords(0, 4'000, 200)));
        std::filesystem::create_directory(m_folder / "work");
    }

    void figuresFitTogether()
    {
        const TuneOptions options = smallComparison(m_folder / "work");
        int calls = 0;
        const auto report = tuneDictionary(*m_store, options, [&calls](const TuneReport&) { ++calls; });
        ZR_VERIFY_OK(report);
        QCOMPARE(calls, 4 * (1 + 2 * 3));
        QCOMPARE(report->records, std::uint64_t{4'000});
        QCOMPARE(report->testRecords, std::uint64_t{1'000});
        QCOMPARE(report->trainingRecords, std::uint64_t{3'000});
        QCOMPARE(report->testBytes, std::uint64_t{200'000});
        QCOMPARE(report->rounds, 3U);
        QCOMPARE(report->results.size(), std::size_t{4});
        const TuneResult& raw = report->results[0];
        QCOMPARE(raw.storedBytes, std::uint64_t{200'000});
        QCOMPARE(raw.ratio, 1.0);
        QCOMPARE(raw.storeBytes, 800'000.0);
        QCOMPARE(raw.memoryBytes, std::uint64_t{0});
        for (const TuneResult& result : report->results) {
            ZR_VERIFY_OK(result.status);
            QCOMPARE(std::accumulate(result.against.begin(), result.against.end(), std::uint64_t{0}), report->testRecords);
            QVERIFY(result.gatherMiBs.least > 0 && result.gatherMiBs.least <= result.gatherMiBs.median && result.gatherMiBs.median <= result.gatherMiBs.most);
            QVERIFY(result.p50 > 0 && result.p50 <= result.p95 && result.p95 <= result.p99);
            QVERIFY(result.writeMiBs.median > 0);
        }
        const TuneResult& plain = report->results[1];
        QCOMPARE(plain.bigger, std::uint64_t{0});
        QCOMPARE(plain.against[11], report->testRecords);  // exactly its own size
        const TuneResult& trained = report->results[2];
        QVERIFY(trained.dictionaryBytes > 0 && trained.dictionaryBytes <= 4'096);
        QCOMPARE(trained.dictionary.size(), std::size_t{trained.dictionaryBytes});
        QVERIFY(dictionaryId(trained.dictionary) != 0);
        QVERIFY(trained.memoryBytes > trained.dictionaryBytes);
        QCOMPARE(trained.storeBytes, static_cast<double>(trained.storedBytes) * 4 + static_cast<double>(trained.dictionaryBytes));
        QVERIFY(report->results[3].dictionary == trained.dictionary);  // one training for each size
    }

    void sizesAreReproducible()
    {
        const TuneOptions options = smallComparison(m_folder / "work");
        const auto first = tuneDictionary(*m_store, options);
        const auto second = tuneDictionary(*m_store, options);
        for (std::size_t i = 0; i < options.candidates.size(); ++i) {
            QCOMPARE(second->results[i].storedBytes, first->results[i].storedBytes);
            QVERIFY(second->results[i].dictionary == first->results[i].dictionary);
            QCOMPARE(second->results[i].against, first->results[i].against);
        }
    }

    // The stored size is that of a store that is really written with the dictionary.
    void sizesAreThoseOfARealStore()
    {
        TuneOptions options = smallComparison(m_folder / "work");
        options.testBytes = 200 * 1'000;
        const auto report = tuneDictionary(*m_store, options);
        StoreDescription description = test::denseBytes(200, Codec::ZstdDict);
        description.dictionary = report->results[2].dictionary;
        CreateOptions create;
        create.dictionaryLevel = 9;
        Store real = std::move(Store::create(m_folder / "real", description, create)).value();
        ZR_VERIFY_OK(real.append(*test::readDense(*m_store)));
        const double perRecord = static_cast<double>(real.stats()->liveBytes) / 4'000;
        const double heldOut = static_cast<double>(report->results[2].storedBytes) / 1'000;
        QVERIFY2(std::abs(perRecord / heldOut - 1) < 0.03, qPrintable(QStringLiteral("%1 and %2 bytes").arg(perRecord).arg(heldOut)));
    }

    void trainingThatFailsLeavesTheOthers()
    {
        Store tiny = std::move(Store::create(m_folder / "tiny", test::denseBytes(1))).value();
        ZR_VERIFY_OK(tiny.append(test::patternRecords(0, 12, 1)));
        const auto report = tuneDictionary(tiny, smallComparison(m_folder / "work"));
        ZR_VERIFY_OK(report);
        QVERIFY(report->results[0].status.ok());
        ZR_COMPARE_CODE(report->results[2].status, ErrorCode::TrainingFailed);
        QVERIFY2(report->results[2].status.message().find("needed") != std::string::npos, report->results[2].status.message().c_str());
        QCOMPARE(report->results[2].storedBytes, std::uint64_t{0});
        QVERIFY(report->advice.kind == TuneAdvice::Kind::KeepRaw || report->advice.kind == TuneAdvice::Kind::NoDictionary);
    }

    void raggedStores()
    {
        Store store = std::move(Store::create(m_folder / "ragged", test::raggedBytes())).value();
        std::vector<test::OwnedRagged> records;
        for (std::uint64_t i = 0; i < 500; ++i)
            records.push_back(test::patternRagged(i));
        ZR_VERIFY_OK(test::appendRagged(store, records));
        const auto report = tuneDictionary(store, smallComparison(m_folder / "work"));
        ZR_VERIFY_OK(report);
        QCOMPARE(report->results[0].storedBytes, report->testBytes);
    }

    void stopsAtEveryStep()
    {
        const TuneOptions options = smallComparison(m_folder / "work");
        for (int at = 1; at < 4 * (1 + 2 * 3); at += 3) {
            std::stop_source stop;
            OperationContext context;
            context.stop = stop.get_token();
            int calls = 0;
            const auto outcome = tuneDictionary(
                *m_store, options,
                [&](const TuneReport&) {
                    if (++calls == at)
                        stop.request_stop();
                },
                context);
            ZR_COMPARE_CODE(outcome, ErrorCode::Cancelled);
            QVERIFY(std::filesystem::is_empty(m_folder / "work"));
        }
    }

    void nothingToCompare()
    {
        TuneOptions options;
        options.candidates.clear();
        ZR_COMPARE_CODE(tuneDictionary(*m_store, options), ErrorCode::InvalidArgument);
        options = {};
        options.rounds = 0;
        ZR_COMPARE_CODE(tuneDictionary(*m_store, options), ErrorCode::InvalidArgument);
        options = {};
        options.workFolder = m_folder / "store" / "meta.zr";
        QVERIFY(!tuneDictionary(*m_store, options).ok());
        QVERIFY(std::filesystem::is_empty(m_folder / "work"));
    }
};

QTEST_APPLESS_MAIN(TestDictionaryTuning)
#include "tst_dictionary_tuning.moc"
