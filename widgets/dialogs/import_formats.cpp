#include "widgets/dialogs/import_formats.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace zrecord::widgets {

QStringList importableSuffixes() {
    return {QStringLiteral(".npy"), QStringLiteral(".npz"), QStringLiteral(".idx"), QStringLiteral("-ubyte.gz"), QStringLiteral(".txt")};
}

QString importFileFilter() {
    return QCoreApplication::translate("ImportFormats", "Arrays and text (*.npy *.npz *.idx *ubyte *ubyte.gz *.npy.gz *.txt *.txt.gz);;All files (*)");
}

bool isImportable(const QString& path) {
    QString name = QFileInfo(path).fileName().toLower();
    if (name.endsWith(QLatin1String(".gz")))
        name.chop(3);
    for (const auto* ending : {".npy", ".npz", ".idx", "-ubyte", ".txt"})
        if (name.endsWith(QLatin1String(ending)))
            return true;
    return name.contains(QLatin1String("-idx"));
}

}  // namespace zrecord::widgets
