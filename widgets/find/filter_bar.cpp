#include "widgets/find/filter_bar.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStringListModel>
#include <QStyle>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <utility>

#include "widgets/common/text_label.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"

namespace zrecord::widgets {

namespace {
constexpr int kMostFaultText = 60;  // characters in the bar; the tool tip has all

/// How much of the store the question has seen; nothing is shown as its answer before it has seen all.
QString searchText(const workbench::Job& job) {
    const QString part = job.total() == 0 ? QString() : workbench::percentText(std::min(job.done(), job.total()), job.total());
    if (job.state() == workbench::Job::State::Paused)
        return part.isEmpty() ? FilterBar::tr("Paused") : FilterBar::tr("Paused at %1").arg(part);
    return part.isEmpty() ? FilterBar::tr("Searching…") : FilterBar::tr("Searching… %1").arg(part);
}

}

FilterBar::FilterBar(QWidget* parent)
    : QWidget(parent), m_field(new QLineEdit(this)), m_status(new TextLabel(TextLabel::Style::Body, {}, this)), m_clear(new QToolButton(this)),
      m_completer(new QCompleter(this)), m_words(new QStringListModel(this)) {
    setObjectName(QStringLiteral("filterBar"));
    m_field->setObjectName(QStringLiteral("filterField"));
    m_field->setAccessibleName(tr("Filter records"));
    m_field->setPlaceholderText(tr("Filter, such as std < 40 and label == 7"));
    m_field->setToolTip(tr("Show only records that match (Ctrl+F). Facts: min, max, mean, std, nan, value, elements, shape[0], bytes, stored, ratio, index, "
                           "and the names of streams. Ctrl+Space lists them."));
    m_field->setFont(valueFontFor(font()));
    m_field->setMinimumWidth(160);
    m_field->installEventFilter(this);
    m_status->setObjectName(QStringLiteral("filterStatus"));
    m_status->setTone(Tone::Dim);
    m_clear->setObjectName(QStringLiteral("filterClear"));
    m_clear->setIcon(icon(QStringLiteral("close"), IconColor::Dim));
    m_clear->setProperty("quiet", true);
    m_clear->setToolTip(tr("Show all records (Esc)"));
    m_clear->setAccessibleName(tr("Show all records"));
    m_completer->setModel(m_words);
    m_completer->setWidget(m_field);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->installEventFilter(this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_field, 1);
    row->addWidget(m_status);
    row->addWidget(m_clear);
    connect(m_field, &QLineEdit::textEdited, this, [this] {
        showFault({});
        complete();
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        clear();
        Q_EMIT done();
    });
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterBar::insertCompletion);
    setDocument(nullptr);
}

void FilterBar::setDocument(workbench::DocumentSession* session) {
    if (m_session)
        m_session->search().disconnect(this);
    m_session = session;
    setEnabled(session != nullptr);
    if (session) {
        workbench::RecordSearch& search = session->search();
        connect(&search, &workbench::RecordSearch::orderChanged, this, &FilterBar::follow);
        connect(&search, &workbench::RecordSearch::searchingChanged, this, &FilterBar::follow);
        connect(&search, &workbench::RecordSearch::searched, this, [this, &search] {
            // Where nothing matches one goes on typing.
            if (!std::exchange(m_asked, false))
                return;
            m_field->setModified(false);
            if (search.matches() > 0)
                Q_EMIT done();
        });
        connect(&search, &workbench::RecordSearch::failed, this, [this](const Status& status) { showFault(workbench::userMessage(status).oneLine()); });
    }
    m_field->setText(session ? session->search().filter() : QString());
    showFault({});
    follow();
}

void FilterBar::focusFilter() {
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FilterBar::ask(const QString& filter) {
    m_field->setText(filter);
    m_field->setModified(true);
    submit();
}

QString FilterBar::statusText() const { return m_status->text(); }

void FilterBar::submit() {
    if (!m_session)
        return;
    workbench::RecordSearch& search = m_session->search();
    m_completer->popup()->hide();
    if (!search.isReady() && !m_field->text().trimmed().isEmpty())
        return showFault(tr("The streams are still being read; try again in a moment."));
    if (const auto fault = search.check(m_field->text())) {
        const bool atEnd = fault->begin >= static_cast<std::size_t>(m_field->text().size());
        const QString what = QString::fromStdString(fault->what);
        showFault(atEnd ? tr("At the end: %1").arg(what) : tr("Character %1: %2").arg(fault->begin + 1).arg(what));
        if (atEnd)
            m_field->setCursorPosition(static_cast<int>(m_field->text().size()));
        else
            m_field->setSelection(static_cast<int>(fault->begin), static_cast<int>(fault->end - fault->begin));
        return;
    }
    showFault({});
    if (!search.apply(m_field->text(), search.sortKeys()))
        return;
    m_asked = search.isSearching();
    if (!m_asked)
        Q_EMIT done();
}

void FilterBar::clear() {
    m_field->clear();
    showFault({});
    if (m_session)
        m_session->search().apply({}, m_session->search().sortKeys());
}

void FilterBar::showFault(const QString& text) {
    m_faulty = !text.isEmpty();
    m_field->setProperty("invalid", m_faulty);
    m_field->style()->unpolish(m_field);
    m_field->style()->polish(m_field);
    m_field->setAccessibleDescription(text);
    if (m_faulty) {
        m_status->setTone(Tone::Warning);
        m_status->setText(text.size() > kMostFaultText ? text.first(kMostFaultText - 1) + QChar(0x2026) : text);
        m_status->setToolTip(text);
        QToolTip::showText(m_field->mapToGlobal(QPoint(0, m_field->height())), text, m_field);
    } else {
        m_status->setTone(Tone::Dim);
        m_status->setToolTip({});
        follow();
    }
}

void FilterBar::follow() {
    if (m_faulty)
        return;
    QString text;
    if (m_session) {
        const workbench::RecordSearch& search = m_session->search();
        if (search.isSearching())
            text = searchText(*search.searchJob());
        else if (search.showsDuplicates())
            text = tr("%1 equal records in groups: %2").arg(workbench::countText(search.matches()), workbench::countText(search.duplicates().groups().size()));
        else if (search.isFiltered())
            text = tr("%1 of %2").arg(workbench::countText(search.matches()), workbench::countText(m_session->document().recordCount()));
        if (!search.isSearching() && search.isFiltered() && search.unreadable() > 0)
            text += tr(" · %1 unreadable").arg(workbench::countText(search.unreadable()));
        if (!m_field->isModified())  // nobody is typing
            m_field->setText(search.filter());
    }
    m_status->setText(text);
    m_status->setVisible(!text.isEmpty());
    m_clear->setVisible(m_session && (m_session->search().isFiltered() || m_session->search().isSearching()));
}

void FilterBar::complete() {
    if (!m_session)
        return;
    const QStringList words = m_session->search().completions(m_field->text(), m_field->cursorPosition(), m_wordBegin);
    m_words->setStringList(words);
    if (words.isEmpty() || m_wordBegin == m_field->cursorPosition())
        m_completer->popup()->hide();
    else
        m_completer->complete();
}

void FilterBar::insertCompletion(const QString& word) {
    const int cursor = m_field->cursorPosition();
    QString text = m_field->text();
    text.replace(m_wordBegin, cursor - m_wordBegin, word);
    m_field->setText(text);
    m_field->setModified(true);
    m_field->setCursorPosition(static_cast<int>(m_wordBegin + word.size()));
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_completer->popup() && event->type() == QEvent::KeyPress && m_session) {
        // Enter is for the filter unless a word is chosen: also when it was pressed while the list was on its way out.
        const int pressed = static_cast<QKeyEvent*>(event)->key();
        const bool chosen = m_completer->popup()->isVisible() && m_completer->popup()->currentIndex().isValid();
        if ((pressed == Qt::Key_Return || pressed == Qt::Key_Enter) && !chosen) {
            submit();
            return true;
        }
    }
    if (watched != m_field || event->type() != QEvent::KeyPress || !m_session)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape && !m_completer->popup()->isVisible()) {
        if (m_session->search().isSearching())
            m_session->search().cancel();
        else if (m_field->text() != m_session->search().filter())
            m_field->setText(m_session->search().filter());
        else if (!m_field->text().isEmpty() || m_session->search().isFiltered())
            clear();
        else
            Q_EMIT done();
        showFault({});
        return true;
    }
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
        m_words->setStringList(m_session->search().completions(m_field->text(), m_field->cursorPosition(), m_wordBegin));
        m_completer->complete();
        return true;
    }
    if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !m_completer->popup()->isVisible()) {
        submit();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace zrecord::widgets
