#pragma once

#include <functional>

#include <QFrame>

class QPushButton;

namespace zrecord::widgets {

class TextLabel;

/// A failure inside the panel it belongs to, never a dialog: what failed, why, what to do, with Retry and Copy details.
/// Hidden until show…() is called.
class ErrorBanner final : public QFrame {
    Q_OBJECT

public:
    struct Content {
        QString title;
        QString reason;
        QString remedy;
        QString details;  ///< for the clipboard
    };

    explicit ErrorBanner(QWidget* parent = nullptr);

    /// Without `retry` there is no such button.
    void showError(const Content& content, std::function<void()> retry = {});
    /// A sentence that is no failure, such as a set opened read-only because its streams differ in length.
    void showNotice(const QString& title, const QString& text);
    void dismiss();
    [[nodiscard]] const Content& content() const { return m_content; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();

    Content m_content;
    bool m_notice = false;
    std::function<void()> m_retry;
    TextLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_text;
    QPushButton* m_retryButton;
    QPushButton* m_copyButton;
    QPushButton* m_closeButton;
};

}  // namespace zrecord::widgets
