#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/laboratory/batch_export.h"
#include "zrecord/data_loader.h"
#include "zrecord/import_source.h"
#include "zrecord/npy_file.h"

using namespace zrecord;
using namespace zrecord::test;

/// A batch written to npz: names, shapes and bytes, and that nothing is replaced unasked.
class TestBatchExport : public QObject {
    Q_OBJECT

private slots:
    void denseAndRagged();
    void refusals();

private:
    static Batch firstBatch(const std::filesystem::path& folder, std::vector<std::string> names);
};

namespace {

/// Bytes of a stored member, found by its header.
Bytes memberBytes(const Bytes& file, const NpzMember& member)
{
    const auto header = makeNpyHeader(member.header.dtype, member.header.shape);
    const auto place = std::search(file.begin(), file.end(), header->begin(), header->end());
    if (place == file.end())
        return {};
    const auto from = place + static_cast<std::ptrdiff_t>(header->size());
    return {from, from + static_cast<std::ptrdiff_t>(*member.header.dataBytes())};
}

}  // namespace

Batch TestBatchExport::firstBatch(const std::filesystem::path& folder, std::vector<std::string> names)
{
    std::vector<LoaderStream> streams;
    for (std::string& name : names) {
        auto store = Store::open(folder / name);
        streams.push_back(LoaderStream::owned(std::move(name), std::move(store).value()));
    }
    LoaderOptions options;
    options.batch = 5;
    options.prefetch = 0;
    auto loader = DataLoader::create(std::move(streams), options);
    return std::move(loader->next()).value();
}

void TestBatchExport::denseAndRagged()
{
    TemporaryFolder folder;
    std::vector<OwnedRagged> ragged;
    for (std::uint64_t i = 0; i < 20; ++i)
        ragged.push_back(patternRagged(i));
    {
        auto dense = Store::create(folder / "a", denseBytes(7));
        ZR_VERIFY_OK(dense->append(patternRecords(0, 20, 7)));
        auto other = Store::create(folder / "b", raggedBytes());
        ZR_VERIFY_OK(appendRagged(*other, ragged));
    }
    const Batch batch = firstBatch(folder.path(), {"a", "b"});
    const auto size = exportBatch(batch, folder / "batch.npz");
    ZR_VERIFY_OK(size);
    QCOMPARE(*size, static_cast<std::uint64_t>(std::filesystem::file_size(folder / "batch.npz")));
    const auto members = listNpzMembers(folder / "batch.npz");
    ZR_VERIFY_OK(members);
    std::map<std::string, NpzMember> byName;
    for (const NpzMember& member : *members)
        byName.emplace(member.name, member);
    QCOMPARE(byName.size(), std::size_t{6});
    QCOMPARE(byName.at("indices").header.dtype.str(), std::string("<u8"));
    QCOMPARE(byName.at("a").header.shape, (Shape{5, 7}));
    Bytes expectedDense;
    Bytes expectedRagged;
    for (const std::uint64_t index : batch.indices()) {
        const Bytes record = patternRecords(index, 1, 7);
        expectedDense.insert(expectedDense.end(), record.begin(), record.end());
        expectedRagged.insert(expectedRagged.end(), ragged[index].bytes.begin(), ragged[index].bytes.end());
    }
    const Bytes file = readAll(folder / "batch.npz");
    QCOMPARE(memberBytes(file, byName.at("a")), expectedDense);
    QCOMPARE(memberBytes(file, byName.at("b_values")), expectedRagged);
    QCOMPARE(byName.at("b_offsets").header.shape, Shape{6});
    QCOMPARE(byName.at("b_shape_offsets").header.shape, Shape{6});
    QVERIFY(byName.contains("b_shapes"));
}

void TestBatchExport::refusals()
{
    TemporaryFolder folder;
    for (const char* name : {"indices", "a"}) {
        auto store = Store::create(folder / name, denseBytes(3));
        ZR_VERIFY_OK(store->append(patternRecords(0, 20, 3)));
    }
    ZR_COMPARE_CODE(exportBatch({}, folder / "x.npz"), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(exportBatch(firstBatch(folder.path(), {"indices"}), folder / "x.npz"), ErrorCode::InvalidArgument);
    QVERIFY(!std::filesystem::exists(folder / "x.npz"));
    const Batch batch = firstBatch(folder.path(), {"a"});
    ZR_VERIFY_OK(exportBatch(batch, folder / "x.npz"));
    ZR_COMPARE_CODE(exportBatch(batch, folder / "x.npz"), ErrorCode::AlreadyExists);
    ZR_VERIFY_OK(exportBatch(batch, folder / "x.npz", true));
}

QTEST_APPLESS_MAIN(TestBatchExport)
#include "tst_batch_export.moc"
