#include <QTest>

#include "maintenance/backup_manifest.h"
#include "support/status_checks.h"

using namespace zrecord;

namespace {

std::vector<BackedUpFile> sampleFiles()
{
    return {{"store.zr", 71, 0xdeadbeefcafef00d, {71, 1700000000123456789, -5, {1, 2}}, 1700000009000000000},
            {"0.chunk", 1ULL << 32, 7, {1ULL << 32, 0, 0, {~0ULL, ~0ULL}}, 3},
            {".zrx/sums.3", 0, 0, {}, 0}};
}

}  // namespace

class TestBackupManifest : public QObject {
    Q_OBJECT

private slots:
    void everythingComesBack();
    void damageIsRefused();
    void namesNeverLeaveTheFolder();
    void recentFilesAreNotTrusted();
};

void TestBackupManifest::everythingComesBack()
{
    const auto back = decodeManifest(encodeManifest(sampleFiles()));
    ZR_VERIFY_OK(back);
    QVERIFY(*back == sampleFiles());
    QVERIFY(decodeManifest(encodeManifest({}))->empty());
}

void TestBackupManifest::damageIsRefused()
{
    std::string text = encodeManifest(sampleFiles());
    for (std::size_t size = 0; size < text.size(); ++size)
        ZR_COMPARE_CODE(decodeManifest(std::string_view(text).substr(0, size)), ErrorCode::BadFormat);
    for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
        ZR_COMPARE_CODE(decodeManifest(text), ErrorCode::BadFormat);
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
    }
}

void TestBackupManifest::namesNeverLeaveTheFolder()
{
    for (const char* good : {"store.zr", "dict.zr", "0.chunk", "4294967294.chunk", "17.loc", ".zrx/sums.0", ".zrx/sums.12"})
        QVERIFY2(isBackupName(good), good);
    for (const char* bad : {"", "meta.zr", "../0.chunk", "/etc/passwd", "00.chunk", "-1.loc", ".zrx/sums.../x", ".zrx/sums.", ".zrx/journal", "0.chunk/..", ".zrx/sums.1/../../x"})
        QVERIFY2(!isBackupName(bad), bad);
    // With a right checksum, too.
    ZR_COMPARE_CODE(decodeManifest(encodeManifest({{"../x", 1, 2, {}, 3}})), ErrorCode::BadFormat);
}

void TestBackupManifest::recentFilesAreNotTrusted()
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    BackedUpFile file{"0.loc", 160, 1, {200, 100 * kSecond, 100 * kSecond, {1, 2}}, 103 * kSecond};
    FileStamp stamp = file.source;
    QVERIFY(file.stillHolds(stamp, 160));
    QVERIFY(!file.stillHolds(stamp, 176));
    stamp.modified += 1;
    QVERIFY(!file.stillHolds(stamp, 160));
    stamp = file.source;
    stamp.identity.inode = 3;
    QVERIFY(!file.stillHolds(stamp, 160));
    // Written a second before it was copied: a write just after may have left the same time.
    file.copied = 101 * kSecond;
    QVERIFY(!file.stillHolds(file.source, 160));
}

QTEST_APPLESS_MAIN(TestBackupManifest)
#include "tst_backup_manifest.moc"
