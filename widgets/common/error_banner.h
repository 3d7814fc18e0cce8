#pragma once

#include <functional>

#include "widgets/common/banner_frame.h"

namespace zrecord::widgets {

/// A failure inside the panel it belongs to, never a dialog: what failed, why, what to do, with Retry and Copy details.
/// Hidden until show…() is called.
class ErrorBanner final : public BannerFrame {
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

private:
    void fill(bool failure);

    Content m_content;
    std::function<void()> m_retry;
    QPushButton* m_retryButton;
    QPushButton* m_copyButton;
};

}  // namespace zrecord::widgets
