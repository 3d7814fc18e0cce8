#pragma once

#include <QList>
#include <QWidget>

class QProgressBar;
class QStackedWidget;
class QTimer;

namespace zrecord::widgets {

class ErrorBanner;
class PerspectiveBar;
class Perspective;
class RecoveryBanner;
class TextLabel;

/// The middle of the window: banners, tabs, and either the start page, the loading page or the perspective.
class CenterArea final : public QWidget {
    Q_OBJECT

public:
    /// Takes the start page over.
    explicit CenterArea(QWidget* emptyPage, QWidget* parent = nullptr);

    void addPerspective(Perspective* perspective);
    [[nodiscard]] const QList<Perspective*>& perspectives() const { return m_perspectives; }
    [[nodiscard]] Perspective* currentPerspective() const;
    void setCurrentPerspective(Perspective* perspective);
    [[nodiscard]] ErrorBanner& banner() { return *m_banner; }
    [[nodiscard]] RecoveryBanner& recovery() { return *m_recovery; }

    void showEmpty();
    /// Waits a moment before the page changes, so that quick loading does not flash.
    void showLoading(const QString& what);
    /// The document is there but cannot be read; the banner says why.
    void showFailed(const QString& what);
    void showPerspective();
    [[nodiscard]] bool showsPerspective() const;

private:
    static constexpr int kLoadingDelay = 100;  // milliseconds

    ErrorBanner* m_banner;
    RecoveryBanner* m_recovery;
    PerspectiveBar* m_bar;
    QStackedWidget* m_pages;
    QStackedWidget* m_stack;
    QWidget* m_empty;
    QWidget* m_loading;
    TextLabel* m_loadingText;
    QProgressBar* m_loadingBar;
    QTimer* m_delay;
    QList<Perspective*> m_perspectives;
};

}  // namespace zrecord::widgets
