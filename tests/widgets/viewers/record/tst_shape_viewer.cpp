#include "widgets/viewers/record/shape_viewer.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "../record_samples.h"
#include "widgets/common/key_value_list.h"
#include "workbench/document/stream_set.h"
#include "workbench/support/manual_task_runner.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// Record i of the store has one dimension of lengths 1, 2, 3, 4, 2.
class TestShapeViewer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const std::filesystem::path path = std::filesystem::path(m_folder->path().toStdString()) / "ragged";
        workbench::test::makeRaggedStore(path, {1, 2, 3, 4, 2});
        m_streams = *workbench::StreamSet::open(path, Access::ReadWrite, 1);
        m_viewer = std::make_unique<ShapeViewer>(m_runner);
        m_viewer->setSource([this] { return m_streams; });
        m_viewer->resize(480, 420);
        m_viewer->show();
        show({2});
    }
    void cleanup() {
        m_viewer.reset();
        m_runner.settle();
        m_streams.reset();
    }

    void nothingIsCountedUnasked() {
        QCOMPARE(m_viewer->currentText(), QStringLiteral("(2,)"));
        QCOMPARE(m_runner.waiting(), std::size_t{0});
        QCOMPARE(m_viewer->census().records(), std::uint64_t{0});
        QVERIFY(button()->isEnabled());
    }

    void countsEveryRecord() {
        button()->click();
        QVERIFY(m_viewer->isCounting());
        m_runner.settle();
        QVERIFY(!m_viewer->isCounting());
        QCOMPARE(m_viewer->census().records(), std::uint64_t{5});
        QCOMPARE(m_viewer->census().elements(), std::uint64_t{12});
        QCOMPARE(m_viewer->census().largest(), std::uint64_t{4});
        QCOMPARE(*m_viewer->census().differentShapes(), std::size_t{4});
        // 12 of 20 places are used when every record is as long as the longest.
        QCOMPARE(m_viewer->census().paddingWaste(), 0.4);
        const auto& rows = m_viewer->findChild<KeyValueList*>()->rows();
        const auto holds = [&rows](const QString& name, const QString& value) {
            for (const KeyValueList::Row& row : rows)
                if (row.name == name && row.value == value)
                    return true;
            return false;
        };
        QVERIFY(holds(QStringLiteral("(2,)"), QStringLiteral("2 records")));
        QVERIFY(holds(QStringLiteral("elements, fewest to most"), QStringLiteral("1 to 4")));
        QVERIFY(holds(QStringLiteral("padding to the largest"), QStringLiteral("40.0 %")));
    }

    void stoppingKeepsWhatWasCountedAndAnotherStateForgetsIt() {
        button()->click();
        m_runner.settle();
        show({3});
        QCOMPARE(m_viewer->census().records(), std::uint64_t{5});  // stepping through records changes nothing
        QVERIFY(m_streams->remove(workbench::RecordRanges(0, 1), {}).ok());
        show({2});
        QCOMPARE(m_viewer->census().records(), std::uint64_t{0});
        button()->click();
        button()->click();  // stopped before anything was read
        m_runner.settle();
        QVERIFY(!m_viewer->isCounting());
        QCOMPARE(m_viewer->census().records(), std::uint64_t{0});
        button()->click();
        m_runner.settle();
        QCOMPARE(m_viewer->census().records(), std::uint64_t{4});
    }

private:
    void show(const std::vector<std::uint64_t>& shape) {
        std::vector<std::int32_t> values(shape.front());
        m_viewer->showRecord(test::makeRecord<std::int32_t>("<i4", shape, values), 0, 0);
    }
    QPushButton* button() { return m_viewer->findChild<QPushButton*>(QStringLiteral("countShapes")); }

    workbench::test::ManualTaskRunner m_runner;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<workbench::StreamSet> m_streams;
    std::unique_ptr<ShapeViewer> m_viewer;
};

QTEST_MAIN(TestShapeViewer)
#include "tst_shape_viewer.moc"
