#include "widgets/viewers/text_viewer.h"

#include <QApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/text_label.h"
#include "widgets/theme/theme.h"
#include "widgets/viewers/vocabulary_file.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/element_reader.h"
#include "workbench/viewdata/value_text.h"

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

TextViewer::TextViewer(QWidget* parent)
    : RecordView(parent), m_tokenBar(new QWidget), m_choose(new QToolButton), m_place(new TextLabel), m_edit(new PassiveTextEdit),
      m_note(new TextLabel) {
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
    m_place->setObjectName(QStringLiteral("tokenPlace"));
    m_choose->setObjectName(QStringLiteral("vocabulary"));
    m_choose->setText(tr("Vocabulary…"));
    m_choose->setToolTip(tr("A file with the token of every id: one token a line, or a tokenizer's JSON file"));
    auto* bar = new QHBoxLayout(m_tokenBar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(m_place, 1);
    bar->addWidget(m_choose);
    m_tokenBar->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_tokenBar);
    layout->addWidget(m_note);
    connect(m_choose, &QToolButton::clicked, this, &TextViewer::chooseVocabulary);
    connect(m_edit, &QPlainTextEdit::cursorPositionChanged, this, &TextViewer::describeCurrent);
}

void TextViewer::showRecord(const workbench::DecodedRecord& record, std::size_t, std::uint64_t) {
    m_record = record;
    m_edit->setExtraSelections({});
    const bool tokens = holdsTokens(record.dtype(), record.shape().size());
    m_tokenBar->setVisible(tokens);
    if (tokens) {
        showTokens();
    } else {
        showText();
    }
    describeCurrent();
}

void TextViewer::showText() {
    m_starts.clear();
    const auto all = m_record.bytes();
    auto rest = all.first(std::min(all.size(), kShownBytes));
    const std::size_t shown = rest.size();
    QString text;
    QList<int> invalid;  // where they stand in the text
    std::size_t first = all.size();
    while (!rest.empty()) {
        const std::size_t valid = validPrefix(rest, shown < all.size());
        text += QString::fromUtf8(reinterpret_cast<const char*>(rest.data()), static_cast<qsizetype>(valid));
        rest = rest.subspan(valid);
        if (!rest.empty()) {
            first = std::min(first, shown - rest.size());
            invalid += static_cast<int>(text.size());
            text += QStringLiteral("\\x%1").arg(std::to_integer<unsigned>(rest.front()), 2, 16, QLatin1Char('0'));
            rest = rest.subspan(1);
        }
    }
    if (shown < all.size() && text.endsWith(QChar::ReplacementCharacter)) {
        text.chop(1);  // never half a character at the end
    }
    m_edit->setPlainText(text);
    QList<QTextEdit::ExtraSelection> marks;
    for (qsizetype i = 0; i < std::min<qsizetype>(invalid.size(), kMostMarks); ++i) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_edit->document());
        mark.cursor.setPosition(invalid[i]);
        mark.cursor.setPosition(invalid[i] + 4, QTextCursor::KeepAnchor);
        mark.format.setBackground(Theme::of(palette()).warningBackground);
        mark.format.setForeground(Theme::of(palette()).warning);
        marks += mark;
    }
    m_edit->setExtraSelections(marks);
    QStringList notes;
    if (!invalid.isEmpty()) {
        notes += tr("%1 of these bytes are not UTF-8, the first is byte %2; they are written \\x and two hexadecimal digits.")
                     .arg(workbench::countText(static_cast<std::uint64_t>(invalid.size())), workbench::countText(first));
    }
    if (shown < all.size()) {
        notes += tr("The first %1 of %2 are shown, because longer texts make the view slow. Bytes shows all of them.")
                     .arg(workbench::bytesText(shown), workbench::bytesText(all.size()));
    }
    setNote(notes);
}

void TextViewer::showTokens() {
    const std::uint64_t count = m_record.elementCount();
    const auto shown = static_cast<std::size_t>(std::min<std::uint64_t>(count, kShownTokens));
    QString text;
    m_starts.clear();
    m_starts.reserve(shown);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) {
            text += m_vocabulary.isEmpty() ? QStringLiteral(" ") : QStringLiteral("·");
        }
        m_starts.push_back(static_cast<int>(text.size()));
        text += tokenText(i);
    }
    m_edit->setPlainText(text);
    setNote(shown < count ? QStringList{tr("The first %1 of %2 tokens are shown, because longer texts make the view slow. Values shows all of them.")
                                            .arg(workbench::countText(shown), workbench::countText(count))}
                          : QStringList());
}

QString TextViewer::tokenText(std::uint64_t element) const {
    const QString id = workbench::elementText(m_record, element);
    bool small = false;
    const qlonglong place = id.toLongLong(&small);
    if (m_vocabulary.isEmpty()) {
        return id;
    }
    const QString token = small && place >= 0 && place < m_vocabulary.size() ? m_vocabulary[static_cast<qsizetype>(place)] : QString();
    return token.isEmpty() ? QStringLiteral("<%1>").arg(id) : token;
}

void TextViewer::setVocabulary(QStringList tokens) {
    m_vocabulary = std::move(tokens);
    if (!m_record.isNull() && holdsTokens(m_record.dtype(), m_record.shape().size())) {
        showTokens();
        describeCurrent();
    }
}

void TextViewer::chooseVocabulary() {
    auto* dialog = new QFileDialog(this, tr("Vocabulary"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        // Some are tens of megabytes, and the disk may be asleep.
        QThreadPool::globalInstance()->start([path, viewer = QPointer(this)] {
            Vocabulary read = readVocabulary(path);
            QMetaObject::invokeMethod(qApp, [viewer, read = std::move(read)]() mutable {
                if (viewer)
                    viewer->useVocabulary(std::move(read));
            });
        });
    });
    dialog->open();
}

void TextViewer::useVocabulary(Vocabulary read) {
    if (read.error.isEmpty()) {
        setVocabulary(std::move(read.tokens));
    } else {
        setNote({read.error});
    }
}

void TextViewer::setNote(const QStringList& sentences) {
    m_note->setText(sentences.join(u' '));
    m_note->setVisible(!sentences.isEmpty());
}

std::optional<std::uint64_t> TextViewer::currentElement() const {
    if (m_record.isNull() || m_starts.empty()) {
        return std::nullopt;
    }
    const auto after = std::ranges::upper_bound(m_starts, m_edit->textCursor().selectionStart());
    return after == m_starts.begin() ? 0 : static_cast<std::uint64_t>(after - m_starts.begin() - 1);
}

void TextViewer::setCurrentElement(std::uint64_t element) {
    if (element >= m_starts.size()) {
        return;
    }
    const auto at = static_cast<std::size_t>(element);
    QTextCursor cursor = m_edit->textCursor();
    cursor.setPosition(m_starts[at]);
    cursor.setPosition(m_starts[at] + static_cast<int>(tokenText(element).size()), QTextCursor::KeepAnchor);
    m_edit->setTextCursor(cursor);
}

QString TextViewer::currentText() const {
    const QString selected = m_edit->textCursor().selectedText().replace(QChar::ParagraphSeparator, u'\n');
    if (!selected.isEmpty()) {
        return selected;
    }
    const auto element = currentElement();
    return element ? tokenText(*element) : text();
}

void TextViewer::describeCurrent() {
    const auto element = currentElement();
    if (!element || m_starts.empty()) {
        m_place->clear();
        return;
    }
    const QString place = tr("Token %1 of %2: id %3").arg(workbench::countText(*element), workbench::countText(m_record.elementCount()),
                                                        workbench::elementText(m_record, *element));
    m_place->setText(m_vocabulary.isEmpty() ? place : QStringLiteral("%1 · %2").arg(place, tokenText(*element)));
}

void TextViewer::clear() {
    m_record = {};
    m_starts.clear();
    m_edit->setExtraSelections({});
    m_edit->clear();
    m_tokenBar->hide();
    setNote({});
}

QWidget* TextViewer::focusTarget() {
    return m_edit;
}

int TextViewer::markCount() const {
    return static_cast<int>(m_edit->extraSelections().size());
}

bool TextViewer::holdsTokens(const DType& dtype, std::size_t rank) {
    return rank == 1 && !dtype.isStructured() && dtype.itemSize() > 1 && (dtype.kind() == ScalarKind::UInt || dtype.kind() == ScalarKind::Int);
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
