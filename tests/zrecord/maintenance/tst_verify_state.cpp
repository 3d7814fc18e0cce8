#include <QTest>

#include "maintenance/verify_state.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

VerifyState sampleState()
{
    VerifyState state;
    state.store = 0x0123456789abcdef;
    state.decode = false;
    state.checkpoint.phase = VerifyPhase::Records;
    state.checkpoint.next = 123456789012;
    state.checkpoint.order = {77, false};
    state.checkpoint.bytes = 99;
    state.checkpoint.issueCount = 7;
    StoreFinding plain;
    plain.severity = IssueSeverity::Warning;
    plain.kind = "orphan_file";
    plain.message = "words\nand \"more\"";
    plain.file = "9.chunk";
    StoreFinding full;
    full.kind = "duplicate";
    full.message = "the record is stored in the same bytes as record 9";
    full.file = "0.loc";
    full.offset = 48;
    full.hasRecord = full.hasOther = true;
    full.record = 3;
    full.otherRecord = 9;
    state.checkpoint.issues = {plain, full};
    return state;
}

}  // namespace

class TestVerifyState : public QObject {
    Q_OBJECT

private slots:
    void everythingComesBack();
    void tornAtEveryByte();
    void everyBitFlipped();
};

void TestVerifyState::everythingComesBack()
{
    const VerifyState state = sampleState();
    const auto back = decodeVerifyState(encodeVerifyState(state));
    ZR_VERIFY_OK(back);
    QCOMPARE(back->store, state.store);
    QCOMPARE(back->decode, state.decode);
    QVERIFY(back->checkpoint.phase == state.checkpoint.phase);
    QCOMPARE(back->checkpoint.next, state.checkpoint.next);
    QVERIFY(back->checkpoint.order == state.checkpoint.order);
    QCOMPARE(back->checkpoint.bytes, state.checkpoint.bytes);
    QCOMPARE(back->checkpoint.issueCount, state.checkpoint.issueCount);
    QCOMPARE(back->checkpoint.issues.size(), std::size_t{2});
    QVERIFY(encodeVerifyState(*back) == encodeVerifyState(state));
    QCOMPARE(back->checkpoint.issues[1].otherRecord, std::uint64_t{9});
    QVERIFY(back->checkpoint.issues[0].severity == IssueSeverity::Warning);
}

void TestVerifyState::tornAtEveryByte()
{
    const Bytes whole = encodeVerifyState(sampleState());
    for (std::size_t size = 0; size < whole.size(); ++size)
        ZR_COMPARE_CODE(decodeVerifyState(std::span(whole).first(size)), ErrorCode::BadFormat);
}

void TestVerifyState::everyBitFlipped()
{
    Bytes bytes = encodeVerifyState(sampleState());
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        ZR_COMPARE_CODE(decodeVerifyState(bytes), ErrorCode::BadFormat);
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
}

QTEST_APPLESS_MAIN(TestVerifyState)
#include "tst_verify_state.moc"
