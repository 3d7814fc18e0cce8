#include "workbench/settings/workbench_settings.h"

#include <QDir>
#include <QFileInfo>

#include "workbench/settings/settings_keys.h"

namespace zrecord::workbench {
namespace {

using namespace settings;

QString key(const char* name) {
    return QString::fromLatin1(name);
}

qint64 readRanged(const QSettings& settings, const RangedKey<qint64>& entry) {
    bool ok = false;
    const qint64 value = settings.value(key(entry.name)).toLongLong(&ok);
    return ok && value >= entry.low && value <= entry.high ? value : entry.standard;
}

QString readChoice(const QSettings& settings, const Key<const char*>& entry, const QStringList& allowed) {
    const QString value = settings.value(key(entry.name)).toString();
    return allowed.contains(value) ? value : QString::fromLatin1(entry.standard);
}

const QStringList& themeNames() {
    static const QStringList kNames{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
    return kNames;
}

}  // namespace

WorkbenchSettings::WorkbenchSettings(std::unique_ptr<QSettings> settings, QObject* parent)
    : QObject(parent), m_settings(std::move(settings)) {}

WorkbenchSettings::~WorkbenchSettings() = default;

ThemeChoice WorkbenchSettings::theme() const {
    return static_cast<ThemeChoice>(themeNames().indexOf(readChoice(*m_settings, kTheme, themeNames())));
}

void WorkbenchSettings::setTheme(ThemeChoice theme) {
    if (theme == this->theme())
        return;
    m_settings->setValue(key(kTheme.name), themeNames().at(static_cast<qsizetype>(theme)));
    Q_EMIT themeChanged();
}

int WorkbenchSettings::fontSize() const {
    return static_cast<int>(readRanged(*m_settings, kFontSize));
}

void WorkbenchSettings::setFontSize(int pixels) {
    m_settings->setValue(key(kFontSize.name), pixels);
}

QByteArray WorkbenchSettings::windowGeometry() const {
    return m_settings->value(key(kWindowGeometry)).toByteArray();
}

void WorkbenchSettings::setWindowGeometry(const QByteArray& geometry) {
    m_settings->setValue(key(kWindowGeometry), geometry);
}

QByteArray WorkbenchSettings::windowState(int layoutVersion) const {
    if (m_settings->value(key(kWindowLayoutVersion), -1).toInt() != layoutVersion)
        return {};
    return m_settings->value(key(kWindowState)).toByteArray();
}

void WorkbenchSettings::setWindowState(const QByteArray& state, int layoutVersion) {
    m_settings->setValue(key(kWindowState), state);
    m_settings->setValue(key(kWindowLayoutVersion), layoutVersion);
}

QByteArray WorkbenchSettings::session() const {
    return m_settings->value(key(kSession)).toByteArray();
}

void WorkbenchSettings::setSession(const QByteArray& session) {
    m_settings->setValue(key(kSession), session);
}

bool WorkbenchSettings::restoresSession() const {
    return m_settings->value(key(kRestoreSession.name), kRestoreSession.standard).toBool();
}

void WorkbenchSettings::setRestoresSession(bool restores) {
    m_settings->setValue(key(kRestoreSession.name), restores);
}

QMap<QString, QStringList> WorkbenchSettings::shortcuts() const {
    QMap<QString, QStringList> chosen;
    m_settings->beginGroup(key(kShortcuts));
    for (const QString& id : m_settings->childKeys())
        chosen.insert(id, m_settings->value(id).toString().split(u' ', Qt::SkipEmptyParts));
    m_settings->endGroup();
    return chosen;
}

void WorkbenchSettings::setShortcuts(const QMap<QString, QStringList>& shortcuts) {
    m_settings->remove(key(kShortcuts));
    for (auto each = shortcuts.begin(); each != shortcuts.end(); ++each)
        m_settings->setValue(key(kShortcuts) + u'/' + each.key(), each.value().join(u' '));
}

QStringList WorkbenchSettings::recentStores() const {
    QStringList paths = m_settings->value(key(kRecentStores)).toStringList();
    paths.removeAll(QString());
    paths.removeDuplicates();
    return paths.mid(0, kMaximumRecent);
}

void WorkbenchSettings::addRecentStore(const QString& path) {
    const QString clean = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    QStringList paths = recentStores();
    paths.removeAll(clean);
    paths.prepend(clean);
    m_settings->setValue(key(kRecentStores), paths.mid(0, kMaximumRecent));
    Q_EMIT recentStoresChanged();
}

void WorkbenchSettings::removeRecentStore(const QString& path) {
    QStringList paths = recentStores();
    if (paths.removeAll(path) == 0)
        return;
    m_settings->setValue(key(kRecentStores), paths);
    Q_EMIT recentStoresChanged();
}

void WorkbenchSettings::clearRecentStores() {
    m_settings->remove(key(kRecentStores));
    Q_EMIT recentStoresChanged();
}

QString WorkbenchSettings::lastFolder() const {
    const QString folder = m_settings->value(key(kLastFolder)).toString();
    return !folder.isEmpty() && QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void WorkbenchSettings::setLastFolder(const QString& folder) {
    m_settings->setValue(key(kLastFolder), folder);
}

int WorkbenchSettings::thumbnailEdge() const {
    return static_cast<int>(readRanged(*m_settings, kThumbnailEdge));
}

void WorkbenchSettings::setThumbnailEdge(int pixels) {
    const int allowed = qBound(static_cast<int>(kThumbnailEdge.low), pixels, static_cast<int>(kThumbnailEdge.high));
    if (allowed == thumbnailEdge())
        return;
    m_settings->setValue(key(kThumbnailEdge.name), allowed);
    Q_EMIT thumbnailEdgeChanged();
}

QString WorkbenchSettings::colorMapName() const {
    return m_settings->value(key(kColorMap.name), QString::fromLatin1(kColorMap.standard)).toString();
}

void WorkbenchSettings::setColorMapName(const QString& name) {
    m_settings->setValue(key(kColorMap.name), name);
}

qint64 WorkbenchSettings::cacheBytes() const {
    return readRanged(*m_settings, kCacheBytes);
}

void WorkbenchSettings::setCacheBytes(qint64 bytes) {
    m_settings->setValue(key(kCacheBytes.name), qBound(kCacheBytes.low, bytes, kCacheBytes.high));
}

bool WorkbenchSettings::reducedMotion() const {
    return m_settings->value(key(kReducedMotion.name), kReducedMotion.standard).toBool();
}

void WorkbenchSettings::setReducedMotion(bool reduced) {
    m_settings->setValue(key(kReducedMotion.name), reduced);
}

QString WorkbenchSettings::browseMode() const {
    return readChoice(*m_settings, kBrowseMode, {QStringLiteral("grid"), QStringLiteral("table")});
}

void WorkbenchSettings::setBrowseMode(const QString& mode) {
    m_settings->setValue(key(kBrowseMode.name), mode);
}

void WorkbenchSettings::sync() {
    m_settings->sync();
}

}  // namespace zrecord::workbench
