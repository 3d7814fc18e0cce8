#include <QTest>

#include "analysis/view_sampler.h"
#include "support/status_checks.h"

using namespace zrecord;

class TestViewSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsOfARank()
    {
        SamplerView view;
        view.sampler = {10, 4, SamplerMode::Sequential, 0};
        view.rank = 1;
        view.world = 2;
        view.firstStep = 3;
        auto sampler = ViewSampler::create(view);
        ZR_VERIFY_OK(sampler);
        QCOMPARE(sampler->batchLength(), std::uint64_t{2});
        QCOMPARE(sampler->globalBatchLength(), std::uint64_t{4});
        QCOMPARE(sampler->stepsPerCycle(), std::uint64_t{2});
        QCOMPARE(**sampler->next(), (std::vector<std::uint64_t>{3, 5}));  // of 2, 3, 4, 5
        QCOMPARE(**sampler->next(), (std::vector<std::uint64_t>{7, 9}));
        ZR_VERIFY_OK(sampler->seek(1));
        QCOMPARE(**sampler->next(), (std::vector<std::uint64_t>{7, 9}));
    }

    void whatDoesNotFitIsRefused()
    {
        SamplerView view;
        view.sampler = {10, 4, SamplerMode::Cyclic, 0};
        view.rank = 3;
        view.world = 3;
        ZR_COMPARE_CODE(ViewSampler::create(view), ErrorCode::InvalidArgument);
        view.world = 0;
        ZR_COMPARE_CODE(ViewSampler::create(view), ErrorCode::InvalidArgument);
        view.rank = 4;
        view.world = 5;
        const auto nothing = ViewSampler::create(view);
        ZR_COMPARE_CODE(nothing, ErrorCode::InvalidArgument);
        QVERIFY(nothing.status().message().find("leaves nothing for rank 4 of 5") != std::string::npos);
        view.remainder = RankRemainder::Wrap;
        ZR_VERIFY_OK(ViewSampler::create(view));
        view.sampler.batch = UINT64_C(1) << 40;
        view.sampler.mode = SamplerMode::Iid;
        ZR_COMPARE_CODE(ViewSampler::create(view), ErrorCode::InvalidArgument);
        view.sampler.length = 0;
        ZR_COMPARE_CODE(ViewSampler::create(view), ErrorCode::InvalidArgument);
    }

    void indicesAreCounted()
    {
        SamplerView view;
        view.steps = 5;
        QCOMPARE(*viewIndices(view, 3), std::uint64_t{15});
        view.steps = 0;
        ZR_COMPARE_CODE(viewIndices(view, 3), ErrorCode::InvalidArgument);
        view.steps = UINT64_MAX / 2;
        ZR_COMPARE_CODE(viewIndices(view, 3), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestViewSampler)
#include "tst_view_sampler.moc"
