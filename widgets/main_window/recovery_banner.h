#pragma once

#include <functional>

#include <QPointer>

#include "widgets/common/banner_frame.h"
#include "workbench/messages/recovery_text.h"

namespace zrecord::workbench {
class RecoveryWatch;
class StoreDocument;
}

namespace zrecord::widgets {

/// Says that a store was left in the middle of a change: what happened in a sentence, the rest behind Details, and the step that
/// can be done about it. Belongs to one document and goes with it; a message that was dismissed does not come back.
class RecoveryBanner final : public BannerFrame {
    Q_OBJECT

public:
    explicit RecoveryBanner(QWidget* parent = nullptr);

    /// nullptr: none. Also ends showNeeded().
    void setDocument(workbench::StoreDocument* document);
    /// A store that could not be opened for this reason; no document belongs to it. Without `retry` there is no such button.
    void showNeeded(const workbench::RecoveryMessage& message, std::function<void()> retry);
    void dismiss();
    [[nodiscard]] const workbench::RecoveryMessage& message() const { return m_message; }

Q_SIGNALS:
    /// Editing shall be enabled, which finishes the change.
    void finishRequested();
    void verifyRequested();

private:
    void showDocument();
    void fill(const workbench::RecoveryMessage& message, const QString& stepText);
    void showDetails(bool shown);
    void takeStep();

    QPointer<workbench::StoreDocument> m_document;
    QPointer<workbench::RecoveryWatch> m_watch;
    workbench::RecoveryMessage m_message;
    std::function<void()> m_retry;
    QPushButton* m_step;
    QPushButton* m_copy;
    QPushButton* m_details;
};

}  // namespace zrecord::widgets
