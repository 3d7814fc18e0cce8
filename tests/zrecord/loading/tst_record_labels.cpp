#include <QTest>
#include <QTemporaryDir>

#include <cstring>

#include "zrecord/record_labels.h"

using namespace zrecord;

namespace {

template <typename Value>
std::vector<std::byte> bytesOf(const std::vector<Value>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(Value));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

}  // namespace

class TestRecordLabels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersOfEveryType()
    {
        using Numbers = std::vector<double>;
        QCOMPARE(*readNumbers(dense("|u1", bytesOf<std::uint8_t>({0, 255}))), (Numbers{0, 255}));
        QCOMPARE(*readNumbers(dense("|i1", bytesOf<std::int8_t>({-1, 7}))), (Numbers{-1, 7}));
        QCOMPARE(*readNumbers(dense("|b1", bytesOf<std::uint8_t>({1, 0}))), (Numbers{1, 0}));
        QCOMPARE(*readNumbers(dense("<i2", bytesOf<std::int16_t>({-300, 300}))), (Numbers{-300, 300}));
        QCOMPARE(*readNumbers(dense(">u2", bytesOf<std::uint16_t>({0x0100, 0x0201}))), (Numbers{1, 258}));
        QCOMPARE(*readNumbers(dense("<u4", bytesOf<std::uint32_t>({4'000'000'000}))), (Numbers{4e9}));
        QCOMPARE(*readNumbers(dense("<i8", bytesOf<std::int64_t>({-5, 1LL << 50}))), (Numbers{-5, 1125899906842624.0}));
        QCOMPARE(*readNumbers(dense("<f4", bytesOf<float>({0.5F, -2.25F}))), (Numbers{0.5, -2.25}));
        QCOMPARE(*readNumbers(dense("<f8", bytesOf<double>({0.1, 1e300}))), (Numbers{0.1, 1e300}));
    }

    void otherStoresAreRefused()
    {
        const auto refused = readNumbers(dense("<f2", bytesOf<std::uint16_t>({1})));
        QCOMPARE(refused.code(), ErrorCode::WrongKind);
        QVERIFY(refused.status().message().find("its records are not single numbers") != std::string::npos);
        QCOMPARE(readNumbers(dense("|S3", bytesOf<std::uint8_t>({1, 2, 3}))).code(), ErrorCode::WrongKind);
        QCOMPARE(readNumbers(dense("|u1", bytesOf<std::uint8_t>({1, 2, 3, 4}), {2})).code(), ErrorCode::WrongKind);
        QCOMPARE(readNumbers(ragged({"a"})).code(), ErrorCode::WrongKind);
    }

    // By value, also where the bytes would sort otherwise; more records than are read at once.
    void classesOfNumbers()
    {
        using Classes = std::vector<std::uint32_t>;
        QCOMPARE(*readClasses(dense("<u4", bytesOf<std::uint32_t>({256, 1, 255, 256}))), (Classes{2, 0, 1, 2}));
        QCOMPARE(*readClasses(dense(">u2", bytesOf<std::uint16_t>({0x0001, 0x0100, 0x0001}))), (Classes{1, 0, 1}));
        QCOMPARE(*readClasses(dense("|u1", bytesOf<std::uint8_t>({1, 2, 1, 2, 9, 9}), {2})), (Classes{0, 0, 1}));
        std::vector<std::uint8_t> many(40'000);
        for (std::size_t i = 0; i < many.size(); ++i)
            many[i] = static_cast<std::uint8_t>(i * 7 % 5 * 10);
        const Classes classes = *readClasses(dense("|u1", bytesOf(many)));
        for (std::size_t i = 0; i < many.size(); ++i)
            QCOMPARE(classes[i], std::uint32_t{many[i] / 10U});
    }

    void classesOfTexts()
    {
        QCOMPARE(*readClasses(ragged({"dog", "cat", "dog", "bird", "do"})), (std::vector<std::uint32_t>{3, 1, 3, 0, 2}));
    }

private:
    Store dense(const char* dtype, const std::vector<std::byte>& bytes, Shape shape = {})
    {
        StoreDescription description;
        description.kind = StoreKind::Dense;
        description.dtype = *DType::parse(dtype);
        description.itemShape = shape;
        return filled(description, [&bytes](Store& store) { return store.append(bytes).ok(); });
    }

    Store ragged(const std::vector<std::string>& texts)
    {
        StoreDescription description;
        description.kind = StoreKind::Ragged;
        return filled(description, [&texts](Store& store) {
            std::vector<std::uint64_t> lengths;
            for (const std::string& text : texts)
                lengths.push_back(text.size());
            std::vector<RaggedRecord> records;
            for (std::size_t i = 0; i < texts.size(); ++i)
                records.push_back({std::as_bytes(std::span(texts[i])), {&lengths[i], 1}});
            return store.append(records).ok();
        });
    }

    template <typename Fill>
    Store filled(const StoreDescription& description, Fill fill)
    {
        auto store = Store::create((m_folder.path() + QStringLiteral("/") + QString::number(m_count++)).toStdString(), description);
        Q_ASSERT(store.ok());
        const bool done = fill(*store);
        Q_ASSERT(done);
        static_cast<void>(done);
        return std::move(store).value();
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

QTEST_APPLESS_MAIN(TestRecordLabels)
#include "tst_record_labels.moc"
