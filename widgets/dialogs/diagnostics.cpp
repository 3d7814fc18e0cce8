#include "widgets/dialogs/diagnostics.h"

#include <QGuiApplication>
#include <QStringList>
#include <QSysInfo>

#include <zrecord/version.h>

#include "workbench/document/document_list.h"
#include "workbench/messages/result_text.h"

namespace zrecord::widgets {

QString diagnosticsText(const workbench::DocumentList& documents) {
    QStringList lines;
    const std::string_view version = versionText();
    lines << QStringLiteral("Zrecord Workbench ") + QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size()));
    lines << QStringLiteral("Qt %1, %2, %3, %4").arg(QString::fromLatin1(qVersion()), QGuiApplication::platformName(), QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture());
    for (workbench::DocumentSession* session : documents.sessions()) {
        const workbench::StoreDocument& document = session->document();
        lines << QStringLiteral("%1: %2 records, generation %3, %4").arg(document.path()).arg(document.recordCount()).arg(document.generation())
                     .arg(document.isEditable() ? QStringLiteral("editing") : QStringLiteral("read-only"));
        for (const workbench::StreamInfo& stream : document.streams())
            lines << QStringLiteral("  %1: %2, %3 bytes in %4 chunk files").arg(stream.name, workbench::streamText(stream)).arg(stream.summary.chunkBytes).arg(stream.summary.chunks);
    }
    return lines.join(u'\n') + u'\n';
}

}  // namespace zrecord::widgets
