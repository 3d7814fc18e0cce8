#include <QTest>

#include <QDir>
#include <QTemporaryDir>

#include "exchange/new_store.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

namespace {

const StoreDescription kLabels{StoreKind::Dense, DType(), {}, Codec::Raw, {}};

QStringList everything(const QString& path)
{
    return QDir(path).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

}  // namespace

class TestNewStore : public QObject {
    Q_OBJECT
private slots:
    void appearsOnCommit();
    void leavesNothingWithoutCommit();
    void refusesWhatIsThere();
    void removesLeftovers();
    void knowsWhatLiesInside();
};

void TestNewStore::appearsOnCommit()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("deep/er/") + QString(250, QLatin1Char('n')));
    {
        auto created = NewStore::create(path.toStdString() + "/", kLabels, {});
        QVERIFY2(created.ok(), created.status().message().c_str());
        QVERIFY(created->store().append(std::span<const std::byte>(bytesOf("labels"))).ok());
        QVERIFY(!QFile::exists(path));
        const Status status = created->commit();
        QVERIFY2(status.ok(), status.message().c_str());
    }
    QCOMPARE(everything(folder.filePath(QStringLiteral("deep/er"))).size(), 1);
    const auto store = Store::open(path.toStdString());
    QVERIFY(store.ok());
    QCOMPARE(arrayOf(denseContents(*store)), QByteArray("labels"));
}

void TestNewStore::leavesNothingWithoutCommit()
{
    QTemporaryDir folder;
    {
        auto created = NewStore::create(folder.filePath(QStringLiteral("made/for/it")).toStdString(), kLabels, {});
        QVERIFY(created.ok());
        QVERIFY(created->store().append(std::span<const std::byte>(bytesOf("labels"))).ok());
        const NewStore moved = std::move(*created);
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("made/for"))));
    }
    QVERIFY(everything(folder.path()).isEmpty());
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("kept")));
    {
        const auto created = NewStore::create(folder.filePath(QStringLiteral("kept/x")).toStdString(), kLabels, {});
        QVERIFY(created.ok());
    }
    QCOMPARE(everything(folder.path()), QStringList{QStringLiteral("kept")});
    StoreDescription impossible = kLabels;
    impossible.itemShape = {0};
    QVERIFY(NewStore::create(folder.filePath(QStringLiteral("a/b")).toStdString(), impossible, {}).code() == ErrorCode::RecordTooLarge);
    QCOMPARE(everything(folder.path()), QStringList{QStringLiteral("kept")});
}

void TestNewStore::refusesWhatIsThere()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("empty")));
    {
        auto created = NewStore::create(folder.filePath(QStringLiteral("empty")).toStdString(), kLabels, {});
        QVERIFY(created.ok());
        QVERIFY(created->commit().ok());
    }
    QVERIFY(NewStore::create(folder.filePath(QStringLiteral("empty")).toStdString(), kLabels, {}).code() == ErrorCode::AlreadyExists);
    QVERIFY(writeFile(folder.filePath(QStringLiteral("file")), "x"));
    QVERIFY(NewStore::create(folder.filePath(QStringLiteral("file")).toStdString(), kLabels, {}).code() == ErrorCode::AlreadyExists);
    const auto below = NewStore::create(folder.filePath(QStringLiteral("file/below")).toStdString(), kLabels, {});
    QVERIFY(!below.ok());
    QVERIFY(NewStore::create("", kLabels, {}).code() == ErrorCode::InvalidArgument);
    {
        // Somebody makes the folder while we build.
        auto created = NewStore::create(folder.filePath(QStringLiteral("race")).toStdString(), kLabels, {});
        QVERIFY(created.ok());
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("race")));
        QVERIFY(writeFile(folder.filePath(QStringLiteral("race/theirs")), "x"));
        QVERIFY(created->commit().code() == ErrorCode::AlreadyExists);
    }
    QCOMPARE(everything(folder.path()).size(), 3);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("race/theirs"))));
}

void TestNewStore::removesLeftovers()
{
    QTemporaryDir folder;
    { const Store dead = makeDense(folder.filePath(QStringLiteral(".zrx-import-dead")).toStdString(), "u1", {}, 10); }
    const Store alive = makeDense(folder.filePath(QStringLiteral(".zrx-import-alive")).toStdString(), "u1", {}, 10);
    const auto created = NewStore::create(folder.filePath(QStringLiteral("x")).toStdString(), kLabels, {});
    QVERIFY(created.ok());
    const QStringList left = everything(folder.path());
    QVERIFY(!left.contains(QStringLiteral(".zrx-import-dead")));
    QVERIFY(left.contains(QStringLiteral(".zrx-import-alive")));
    QCOMPARE(left.size(), 2);
}

void TestNewStore::knowsWhatLiesInside()
{
    QTemporaryDir folder;
    const std::string base = folder.path().toStdString();
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("store/sub")));
    QVERIFY(QFile::link(folder.filePath(QStringLiteral("store")), folder.filePath(QStringLiteral("link"))));
    QVERIFY(liesInside(base + "/store", base + "/store"));
    QVERIFY(liesInside(base + "/store/", base + "/store"));
    QVERIFY(liesInside(base + "/store/new", base + "/store"));
    QVERIFY(liesInside(base + "/store/sub/../x.npy", base + "/store/"));
    QVERIFY(liesInside(base + "/link/x.npy", base + "/store"));
    QVERIFY(liesInside(base + "/other/../store/x", base + "/link"));
    QVERIFY(!liesInside(base + "/store2", base + "/store"));
    QVERIFY(!liesInside(base + "/store/../x", base + "/store"));
    QVERIFY(!liesInside(base, base + "/store"));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestNewStore)
#include "tst_new_store.moc"
