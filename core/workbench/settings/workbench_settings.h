#pragma once

#include <memory>

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace zrecord::workbench {

enum class ThemeChoice { System, Light, Dark };

/// Typed access to the settings it is given; no global state. Damaged or unknown values read as the default. GUI thread.
class WorkbenchSettings : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaximumRecent = 12;

    explicit WorkbenchSettings(std::unique_ptr<QSettings> settings, QObject* parent = nullptr);
    ~WorkbenchSettings() override;

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    [[nodiscard]] int fontSize() const;  ///< pixels, 11 … 20; 13 by default
    void setFontSize(int pixels);

    /// Window geometry and dock layout, as Qt saves them, with the layout version they belong to; empty when another
    /// version wrote them.
    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    [[nodiscard]] QByteArray windowState(int layoutVersion) const;
    void setWindowState(const QByteArray& state, int layoutVersion);

    /// What was open when the window was closed (saved_session.h); empty when nothing was kept.
    [[nodiscard]] QByteArray session() const;
    void setSession(const QByteArray& session);
    /// Whether it comes back at the next start.
    [[nodiscard]] bool restoresSession() const;
    void setRestoresSession(bool restores);

    /// Keys that somebody chose, by the id of the action, in Qt's portable names; an empty list means no keys.
    [[nodiscard]] QMap<QString, QStringList> shortcuts() const;
    void setShortcuts(const QMap<QString, QStringList>& shortcuts);

    /// Newest first, absolute paths, without doubles.
    [[nodiscard]] QStringList recentStores() const;
    void addRecentStore(const QString& path);
    void removeRecentStore(const QString& path);
    void clearRecentStores();

    [[nodiscard]] QString lastFolder() const;  ///< an existing folder, or the home folder
    void setLastFolder(const QString& folder);

    [[nodiscard]] int thumbnailEdge() const;  ///< pixels, 32 … 512
    void setThumbnailEdge(int pixels);
    [[nodiscard]] QString colorMapName() const;
    void setColorMapName(const QString& name);
    [[nodiscard]] qint64 cacheBytes() const;  ///< 16 MiB … 64 GiB
    void setCacheBytes(qint64 bytes);
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced);
    /// Browse view shown last: "grid" or "table".
    [[nodiscard]] QString browseMode() const;
    void setBrowseMode(const QString& mode);

    void sync();

Q_SIGNALS:
    void themeChanged();
    void recentStoresChanged();
    void thumbnailEdgeChanged();

private:
    std::unique_ptr<QSettings> m_settings;
};

}  // namespace zrecord::workbench
