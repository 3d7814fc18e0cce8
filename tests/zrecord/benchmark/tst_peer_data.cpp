#include <QTest>

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stop_token>
#include <vector>

#include "benchmark/peer_data.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/npy_file.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

struct Array {
    NpyHeader header;
    std::vector<std::byte> data;

    [[nodiscard]] std::vector<std::uint64_t> numbers() const
    {
        std::vector<std::uint64_t> values(data.size() / sizeof(std::uint64_t));
        std::memcpy(values.data(), data.data(), data.size());
        return values;
    }
};

Array readArray(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    Array array;
    array.header = parseNpyHeader(bytes).value();
    array.data.assign(bytes.begin() + static_cast<std::ptrdiff_t>(array.header.headerBytes), bytes.end());
    return array;
}

}  // namespace

/// What NumPy reads: each record of the plan once, and the plan in places among them.
class TestPeerData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto dense = Store::create(m_folder / "dense", denseBytes(5));
        ZR_VERIFY_OK(dense->append(patternRecords(0, 40, 5)));
        m_dense.emplace(std::move(*dense));
        auto ragged = Store::create(m_folder / "ragged", raggedBytes());
        std::vector<OwnedRagged> records;
        for (std::uint64_t i = 0; i < 40; ++i)
            records.push_back(patternRagged(i));
        ZR_VERIFY_OK(appendRagged(*ragged, records));
        m_ragged.emplace(std::move(*ragged));
        m_options.batch = 8;
    }

    void denseRecords()
    {
        std::filesystem::create_directory(m_folder / "a");
        const auto plan = RecordPlan::make(m_dense->summary(), m_options, {});
        ZR_VERIFY_OK(writePeerData(*m_dense, *plan, m_folder / "a", {}));
        const Array records = readArray(m_folder / "a" / "records.npy");
        QCOMPARE(records.header.shape, (Shape{40, 5}));
        const Array places = readArray(m_folder / "a" / "plan.npy");
        QCOMPARE(places.header.shape, (Shape{5, 8}));
        checkOrder(*m_dense, *plan, places, [&records](std::uint64_t place) {
            return std::vector<std::byte>(records.data.begin() + static_cast<std::ptrdiff_t>(place * 5), records.data.begin() + static_cast<std::ptrdiff_t>(place * 5 + 5));
        });
    }

    void raggedRecords()
    {
        std::filesystem::create_directory(m_folder / "b");
        const auto plan = RecordPlan::make(m_ragged->summary(), m_options, {});
        ZR_VERIFY_OK(writePeerData(*m_ragged, *plan, m_folder / "b", {}));
        const Array values = readArray(m_folder / "b" / "values.npy");
        const auto offsets = readArray(m_folder / "b" / "offsets.npy").numbers();
        QCOMPARE(offsets.size(), std::size_t{41});
        QCOMPARE(values.data.size(), static_cast<std::size_t>(offsets.back()));
        checkOrder(*m_ragged, *plan, readArray(m_folder / "b" / "plan.npy"), [&](std::uint64_t place) {
            return std::vector<std::byte>(values.data.begin() + static_cast<std::ptrdiff_t>(offsets[place]), values.data.begin() + static_cast<std::ptrdiff_t>(offsets[place + 1]));
        });
    }

    void canBeStopped()
    {
        std::filesystem::create_directory(m_folder / "c");
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        ZR_COMPARE_CODE(writePeerData(*m_dense, *RecordPlan::make(m_dense->summary(), m_options, {}), m_folder / "c", context), ErrorCode::Cancelled);
    }

private:
    template <typename RecordAt>
    static void checkOrder(const Store& store, const RecordPlan& plan, const Array& places, const RecordAt& recordAt)
    {
        const auto numbers = places.numbers();
        QCOMPARE(numbers.size(), plan.all().size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            ResultMemory memory;
            const auto bytes = gatherInto(store, plan.all().subspan(i, 1), memory, {});
            ZR_VERIFY_OK(bytes);
            QCOMPARE(recordAt(numbers[i]), std::vector<std::byte>(memory.data(), memory.data() + *bytes));
        }
    }

    TemporaryFolder m_folder;
    std::optional<Store> m_dense;
    std::optional<Store> m_ragged;
    BenchmarkOptions m_options;
};

QTEST_APPLESS_MAIN(TestPeerData)
#include "tst_peer_data.moc"
