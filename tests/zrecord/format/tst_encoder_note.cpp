#include <QTest>

#include "format/encoder_note.h"

using namespace zrecord;

/// The note about how a store is written: what goes in comes out, and damage is nothing.
class TestEncoderNote : public QObject {
    Q_OBJECT

private slots:
    void roundTrip()
    {
        const EncoderNote notes[] = {{},
                                     {EncoderTuning::Gather, std::nullopt},
                                     {EncoderTuning::Balanced, StoreEncoder{{9, false}, false, 256}},
                                     {EncoderTuning::Ratio, StoreEncoder{{19, true}, true, 0}},
                                     {EncoderTuning::Write, StoreEncoder{{-7, false}, true, 0xFFFFFFFF}}};
        for (const EncoderNote& note : notes) {
            const auto bytes = encodeEncoderNote(note);
            QCOMPARE(bytes.size(), kEncoderNoteBytes);
            QVERIFY(decodeEncoderNote(bytes) == note);
        }
    }

    void everyFlippedBitAndEveryLength()
    {
        const auto bytes = encodeEncoderNote({EncoderTuning::Balanced, StoreEncoder{{9, false}, false, 256}});
        for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
            auto damaged = bytes;
            damaged[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
            QVERIFY2(!decodeEncoderNote(damaged), qPrintable(QStringLiteral("bit %1").arg(bit)));
        }
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!decodeEncoderNote(std::span(bytes).first(length)));
    }
};

QTEST_APPLESS_MAIN(TestEncoderNote)
#include "tst_encoder_note.moc"
