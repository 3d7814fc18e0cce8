#include "widgets/main_window/drop_intent.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "widgets/dialogs/import_formats.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("DropIntent", text); }

DropIntent refuse(const QString& text) { return {DropIntent::Kind::Refuse, {}, tr("Cannot open this"), text}; }

}  // namespace

DropIntent inspectDrop(const QList<QUrl>& urls) {
    if (urls.isEmpty() || !urls.first().isLocalFile())
        return refuse(tr("Only folders and files of this machine can be opened."));
    if (urls.size() > 1)
        return refuse(tr("Drop one store, set or file at a time."));
    const QString path = QDir::cleanPath(urls.first().toLocalFile());
    const QFileInfo info(path);
    if (!info.exists())
        return refuse(tr("%1 does not exist.").arg(path));
    if (info.isDir()) {
        if (QFileInfo::exists(path + QStringLiteral("/meta.zr")))
            return {DropIntent::Kind::OpenStore, path, tr("Open read-only"), path};
        int streams = 0;
        for (const QFileInfo& entry : QDir(path).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
            streams += QFileInfo::exists(entry.filePath() + QStringLiteral("/meta.zr")) ? 1 : 0;
        if (streams > 0)
            return {DropIntent::Kind::OpenSet, path,
                    streams == 1 ? tr("Open aligned set of one stream, read-only") : tr("Open aligned set of %1 streams, read-only").arg(streams), path};
        return refuse(tr("%1 is neither a store nor a folder of stores: it has no meta.zr.").arg(info.fileName()));
    }
    if (info.fileName() == QLatin1String("meta.zr"))
        return {DropIntent::Kind::OpenStore, info.path(), tr("Open read-only"), info.path()};
    if (isImportable(path))
        return {DropIntent::Kind::Import, path, tr("Import into a new store"), path};
    const QString suffix = info.suffix().isEmpty() ? tr("file without a suffix") : u'.' + info.suffix();
    return refuse(tr("%1: not something that can be imported (%2).").arg(suffix, importableSuffixes().join(QStringLiteral(", "))));
}

}  // namespace zrecord::widgets
