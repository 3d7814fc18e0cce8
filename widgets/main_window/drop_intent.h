#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace zrecord::widgets {

/// What a drop would do, in words for the overlay and as a deed for the window.
struct DropIntent {
    enum class Kind { OpenStore, OpenSet, Import, Refuse };
    Kind kind = Kind::Refuse;
    QString path;
    QString title;  ///< "Open read-only"
    QString text;   ///< the path, or why not
};

/// Looks at the dropped things. Touches the disk: call it on a worker.
[[nodiscard]] DropIntent inspectDrop(const QList<QUrl>& urls);

}  // namespace zrecord::widgets
