#include <QTest>

#include <filesystem>
#include <fstream>

#include "platform/work_folder.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;

class TestWorkFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isGoneWithWhatIsInIt()
    {
        test::TemporaryFolder folder;
        std::filesystem::path path;
        {
            auto made = WorkFolder::create(folder / "a", "zr-");
            ZR_VERIFY_OK(made);
            const WorkFolder moved(std::move(made).value());
            path = moved.path();
            QVERIFY(path.filename().string().starts_with("zr-"));
            QVERIFY(path.parent_path() == folder / "a");
            std::ofstream(path / "file") << "x";
            QVERIFY(WorkFolder::create(folder / "a", "zr-")->path() != path);
        }
        QVERIFY(std::filesystem::is_empty(folder / "a"));
    }

    void namesWhatCannotBeMade()
    {
        test::TemporaryFolder folder;
        std::ofstream(folder / "file") << "x";
        const auto refused = WorkFolder::create(folder / "file", "zr-");
        QVERIFY(!refused.ok());
        QVERIFY(QString::fromStdString(refused.status().message()).contains(QStringLiteral("zr-")));
    }
};

QTEST_APPLESS_MAIN(TestWorkFolder)
#include "tst_work_folder.moc"
