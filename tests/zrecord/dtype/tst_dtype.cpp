#include <QTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "zrecord/dtype.h"

namespace zrecord {

class TestDType : public QObject {
    Q_OBJECT
private slots:
    void agreesWithNumPy_data();
    void agreesWithNumPy();
    void defaultIsUint8();
    void structsFromFields();
    void paddingIsPadding();
    void makersRefuseWhatDoesNotExist();
    void depthIsBounded();
    void equalityTellsEverythingApart();
    void namesForPeople();
};

namespace {

Result<DType> struct1(DTypeField field)
{
    return DType::makeStruct({std::move(field)});
}

DTypeField field(std::string name, std::string_view type, Shape shape = {})
{
    return {std::move(name), {}, *DType::parse(type), std::move(shape), 0};
}

}  // namespace

void TestDType::agreesWithNumPy_data()
{
    QTest::addColumn<QJsonObject>("row");
    QFile file(QStringLiteral(ZR_TEST_DATA "/npy/dtypes.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
    QVERIFY(rows.size() > 130);
    for (const QJsonValue& row : rows)
        QTest::newRow(row[QStringLiteral("text")].toString().left(60).toUtf8().constData()) << row.toObject();
}

void TestDType::agreesWithNumPy()
{
    QFETCH(QJsonObject, row);
    const auto text = [&](const char* key) { return row[QLatin1String(key)].toString().toStdString(); };
    const auto type = DType::parse(text("text"));
    QVERIFY2(type.ok(), type.status().message().c_str());
    QCOMPARE(type->str(), text("str"));
    QCOMPARE(type->descr(), text("descr"));
    QCOMPARE(type->itemSize(), static_cast<std::uint64_t>(row[QStringLiteral("itemsize")].toDouble()));
    QCOMPARE(type->isStructured(), row[QStringLiteral("structured")].toBool());

    const QJsonArray names = row[QStringLiteral("names")].toArray();
    const QJsonArray offsets = row[QStringLiteral("offsets")].toArray();
    qsizetype at = 0;
    for (const DTypeField& f : type->fields()) {
        if (f.isPadding())
            continue;
        QVERIFY(at < names.size());
        QCOMPARE(f.name, names[at].toString().toStdString());
        QCOMPARE(f.offset, static_cast<std::uint64_t>(offsets[at].toDouble()));
        ++at;
    }
    QCOMPARE(at, names.size());

    const auto again = DType::parse(type->descr());
    QVERIFY2(again.ok(), again.status().message().c_str());
    QVERIFY(*again == *type);
    QVERIFY(!type->displayName().empty());
}

void TestDType::defaultIsUint8()
{
    QVERIFY(DType() == *DType::parse("uint8"));
    QCOMPARE(DType().itemSize(), UINT64_C(1));
    QVERIFY(DType().kind() == ScalarKind::UInt);
    QVERIFY(DType().byteOrder() == ByteOrder::NotApplicable);
    QVERIFY(DType().fields().empty());
}

void TestDType::structsFromFields()
{
    const auto type = DType::makeStruct({field("a", "<u2"), field("b", ">f4", {2, 3}), {"c", "title", DType(), {}, 99}});
    QVERIFY(type.ok());
    QCOMPARE(type->itemSize(), UINT64_C(27));
    QCOMPARE(type->fields()[1].offset, UINT64_C(2));
    QCOMPARE(type->fields()[2].offset, UINT64_C(26));
    QCOMPARE(type->descr(), std::string("[('a', '<u2'), ('b', '>f4', (2, 3)), (('title', 'c'), '|u1')]"));
    QVERIFY(type->kind() == ScalarKind::Void);
    QCOMPARE(type->str(), std::string("|V27"));

    QCOMPARE(struct1(field("", "<u2"))->descr(), std::string("[('f0', '<u2')]"));
    QVERIFY(DType::makeStruct({field("a", "u1"), field("a", "u2")}).code() == ErrorCode::InvalidArgument);
    QVERIFY(DType::makeStruct({field("a", "u1"), {"b", "a", DType(), {}, 0}}).code() == ErrorCode::InvalidArgument);
    QVERIFY(struct1(field("\xFF", "u1")).code() == ErrorCode::InvalidArgument);
    QVERIFY(struct1(field("a", "u1", {UINT64_C(1) << 31})).ok());
    QVERIFY(struct1(field("a", "u1", {(UINT64_C(1) << 31) + 1})).code() == ErrorCode::InvalidArgument);
    QVERIFY(struct1(field("a", "u8", {UINT64_C(1) << 61})).code() == ErrorCode::InvalidArgument);
    QVERIFY(DType::makeStruct({field("a", "u1", {UINT64_C(1) << 31}), field("b", "u1")}).code() == ErrorCode::InvalidArgument);
}

void TestDType::paddingIsPadding()
{
    const auto type = DType::makeStruct({field("a", "u1"), field("", "V3"), field("", "V2", {2}), field("b", "<f8"), field("", "V1")});
    QVERIFY(type.ok());
    QCOMPARE(type->descr(), std::string("[('a', '|u1'), ('', '|V7'), ('b', '<f8'), ('', '|V1')]"));
    QVERIFY(type->fields()[1].isPadding());
    QCOMPARE(type->fields()[2].offset, UINT64_C(8));
    QCOMPARE(type->itemSize(), UINT64_C(17));
    QCOMPARE(type->displayName(), std::string("struct of 2 fields, 17 bytes"));
}

void TestDType::makersRefuseWhatDoesNotExist()
{
    using enum ScalarKind;
    const std::vector<std::pair<ScalarKind, std::uint32_t>> missing{{Bool, 2},    {Int, 3},     {Int, 16},     {UInt, 0},     {Float, 1},
                                                                    {Float, 12},  {Float, 32},  {Complex, 4},  {Complex, 24}, {Unicode, 5},
                                                                    {DateTime, 4}, {TimeDelta, 16}, {Bytes, 0x80000001}};
    for (const auto& [kind, size] : missing)
        QVERIFY2(DType::makeScalar(kind, size).code() == ErrorCode::InvalidArgument, std::to_string(size).c_str());
    QCOMPARE(DType::makeScalar(Unicode, 12, ByteOrder::Big)->str(), std::string(">U3"));
    QCOMPARE(DType::makeScalar(UInt, 1, ByteOrder::Big)->str(), std::string("|u1"));
    QCOMPARE(DType::makeScalar(Bytes, 0)->itemSize(), UINT64_C(0));
    QCOMPARE(DType::makeTime(TimeDelta, "25s", ByteOrder::Big)->str(), std::string(">m8[25s]"));
    QVERIFY(DType::makeTime(Int, "s").code() == ErrorCode::InvalidArgument);
    QVERIFY(DType::makeTime(DateTime, "B").code() == ErrorCode::InvalidArgument);
}

void TestDType::depthIsBounded()
{
    DType type;
    for (int depth = 0; depth < 16; ++depth) {
        auto next = struct1({"n", {}, type, {}, 0});
        QVERIFY(next.ok());
        type = *next;
        QVERIFY(*DType::parse(type.descr()) == type);
    }
    QVERIFY(struct1({"n", {}, type, {}, 0}).code() == ErrorCode::InvalidArgument);
}

void TestDType::equalityTellsEverythingApart()
{
    const std::vector<std::string> texts{"u1", "i1", "<u2", ">u2", "?", "S1", "V1", "<M8", "<M8[s]", "<M8[2s]", "<m8[s]", "<U1", ">U1",
                                         "[('a', 'u1')]", "[('b', 'u1')]", "[(('t', 'a'), 'u1')]", "[('a', 'u1', (1,))]",
                                         "[('a', 'i1')]", "[('a', 'u1'), ('', 'V1')]"};
    for (const std::string& a : texts)
        for (const std::string& b : texts)
            QCOMPARE(*DType::parse(a) == *DType::parse(b), a == b);
}

void TestDType::namesForPeople()
{
    const std::vector<std::pair<std::string, std::string>> names{
        {"|u1", "uint8"},          {"<f4", "float32"},           {">f4", "float32 big-endian"},        {"|b1", "bool"},
        {"<c16", "complex128"},    {"<f16", "float128"},         {"<U1", "text of 1 character"},       {">U3", "text of 3 characters big-endian"},
        {"|S5", "bytes of length 5"}, {"|V1", "1 raw byte"},     {"|V7", "7 raw bytes"},               {"<M8[ns]", "datetime64[ns]"},
        {"<m8", "timedelta64"},    {"<i8", "int64"},             {"[('a', '|u1')]", "struct of 1 field, 1 byte"}};
    for (const auto& [text, name] : names)
        QCOMPARE(DType::parse(text)->displayName(), name);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestDType)
#include "tst_dtype.moc"
