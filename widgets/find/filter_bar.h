#pragma once

#include <QWidget>

class QCompleter;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class TextLabel;

/// The filter of the current document: an expression with completion, how many records match, and the way back to all. A
/// fault is named with its character, which is selected. Enter asks; Esc goes back to the filter that is shown, and
/// pressed again to all records. GUI thread only.
class FilterBar final : public QWidget {
    Q_OBJECT

public:
    explicit FilterBar(QWidget* parent = nullptr);

    /// Not owned; nullptr disables the bar.
    void setDocument(workbench::DocumentSession* session);
    void focusFilter();
    /// Puts an expression in and asks it.
    void ask(const QString& filter);
    [[nodiscard]] QLineEdit& field() noexcept { return *m_field; }
    /// The sentence about the expression or its result that stands in the bar.
    [[nodiscard]] QString statusText() const;

Q_SIGNALS:
    /// The keys go back to the records.
    void done();
    void message(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void submit();
    void clear();
    void follow();
    void showFault(const QString& text);
    void complete();
    void insertCompletion(const QString& word);

    workbench::DocumentSession* m_session = nullptr;
    QLineEdit* m_field;
    TextLabel* m_status;
    QToolButton* m_clear;
    QCompleter* m_completer;
    QStringListModel* m_words;
    qsizetype m_wordBegin = 0;
    bool m_faulty = false;
    bool m_asked = false;  ///< the answer sends the keys to the records
};

}  // namespace zrecord::widgets
