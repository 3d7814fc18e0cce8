#include "widgets/viewers/text_viewer.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/text_label.h"

namespace zrecord::widgets {
namespace {

constexpr std::size_t kJudgedBytes = std::size_t{1} << 16;

/// Leaves plain arrows to the record viewer around it.
class PassiveTextEdit final : public QPlainTextEdit {
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool arrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right || event->key() == Qt::Key_Up ||
                           event->key() == Qt::Key_Down || event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
        if (arrow && !(event->modifiers() & Qt::ShiftModifier)) {
            event->ignore();
            return;
        }
        QPlainTextEdit::keyPressEvent(event);
    }
};

/// Length of the UTF-8 character that starts with this byte; 0 when none can.
int characterLength(unsigned char lead) {
    return lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
}

bool isContinuation(unsigned char lead, int place, unsigned char byte) {
    if (place > 1) {
        return byte >= 0x80 && byte <= 0xbf;
    }
    // Overlong forms, surrogates and code points above U+10FFFF show in the second byte.
    const unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    return byte >= low && byte <= high;
}

}  // namespace

TextViewer::TextViewer(QWidget* parent) : RecordView(parent), m_edit(new PassiveTextEdit), m_note(new TextLabel) {
    m_edit->setObjectName(QStringLiteral("textView"));
    m_edit->setAccessibleName(tr("Text of the record"));
    m_edit->setReadOnly(true);
    m_edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->document()->setDocumentMargin(12);
    m_note->setObjectName(QStringLiteral("textNote"));
    m_note->setWordWrap(true);
    m_note->setTone(Tone::Dim);
    m_note->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_note);
}

void TextViewer::showRecord(const workbench::DecodedRecord& record, std::size_t, std::uint64_t) {
    const auto all = record.bytes();
    auto shown = all.first(std::min(all.size(), kShownBytes));
    const bool cut = shown.size() < all.size();
    const std::size_t valid = validPrefix(shown, cut);
    if (cut && valid + 4 > shown.size()) {
        shown = shown.first(valid);  // never half a character at the end
    }
    m_edit->setPlainText(QString::fromUtf8(reinterpret_cast<const char*>(shown.data()), static_cast<qsizetype>(shown.size())));
    QStringList notes;
    if (valid < shown.size()) {
        notes += tr("Byte %L1 is not UTF-8; it and others like it are shown as \u201c\ufffd\u201d.").arg(valid);
    }
    if (cut) {
        notes += tr("The first %1 of %2 are shown, because longer texts make the view slow. Bytes shows all of them.")
                     .arg(QLocale().formattedDataSize(static_cast<std::int64_t>(shown.size())),
                          QLocale().formattedDataSize(static_cast<std::int64_t>(all.size())));
    }
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
}

void TextViewer::clear() {
    m_edit->clear();
    m_note->clear();
    m_note->hide();
}

QWidget* TextViewer::focusTarget() {
    return m_edit;
}

QString TextViewer::text() const {
    return m_edit->toPlainText();
}

QString TextViewer::note() const {
    return m_note->text();
}

bool TextViewer::readsAsText(std::span<const std::byte> bytes) {
    const auto part = bytes.first(std::min(bytes.size(), kJudgedBytes));
    const bool controls = std::ranges::any_of(part, [](std::byte byte) {
        const auto code = std::to_integer<unsigned char>(byte);
        return code == 0x7f || (code < 0x20 && (code < 0x09 || code > 0x0d));
    });
    return !part.empty() && !controls && validPrefix(part, part.size() < bytes.size()) == part.size();
}

std::size_t TextViewer::validPrefix(std::span<const std::byte> bytes, bool mayBeCut) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto lead = std::to_integer<unsigned char>(bytes[at]);
        const int length = characterLength(lead);
        if (length == 0) {
            return at;
        }
        for (int i = 1; i < length; ++i) {
            const std::size_t next = at + static_cast<std::size_t>(i);
            if (next >= bytes.size()) {
                return mayBeCut ? bytes.size() : at;
            }
            if (!isContinuation(lead, i, std::to_integer<unsigned char>(bytes[next]))) {
                return at;
            }
        }
        at += static_cast<std::size_t>(length);
    }
    return bytes.size();
}

}  // namespace zrecord::widgets
