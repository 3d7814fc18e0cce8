#include <QTest>

#include "zrecord/codec.h"

namespace zrecord {

class TestCodecNames : public QObject {
    Q_OBJECT
private slots:
    void namesAreLoaderxNames();
    void unknownNamesAreRefused();
};

void TestCodecNames::namesAreLoaderxNames()
{
    QCOMPARE(codecName(Codec::Raw), std::string_view("raw"));
    QCOMPARE(codecName(Codec::Zstd), std::string_view("zstd"));
    QCOMPARE(codecName(Codec::ZstdDict), std::string_view("zstd_dict"));
    QCOMPARE(storeKindName(StoreKind::Dense), std::string_view("dense"));
    QCOMPARE(storeKindName(StoreKind::Ragged), std::string_view("ragged"));
    QVERIFY(*parseCodec("zstd_dict") == Codec::ZstdDict);
    QVERIFY(*parseCodec("raw") == Codec::Raw);
    QVERIFY(*parseCodec("zstd") == Codec::Zstd);
}

void TestCodecNames::unknownNamesAreRefused()
{
    for (const std::string_view name : {"", "ZSTD", "gzip", "zstd ", "zstd_dic"}) {
        const auto codec = parseCodec(name);
        QVERIFY(codec.code() == ErrorCode::InvalidArgument);
        QVERIFY(codec.status().message().find("Use raw, zstd or zstd_dict.") != std::string::npos);
    }
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestCodecNames)
#include "tst_codec_names.moc"
