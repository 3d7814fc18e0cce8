#pragma once

#include <QString>
#include <QStringList>

namespace zrecord::widgets {

class ActionRegistry;
class BrowsePerspective;

/// Actions that find, choose, tag and sort records: duplicates, ranges, random ones, selections in files, tags, the next record
/// that nobody has looked at, statistics columns. Called by addBrowseActions().
void addCurateActions(ActionRegistry& registry, BrowsePerspective& perspective);
/// Their ids for a menu; an empty string is a separator.
QStringList curateMenu(const QString& menu);

}  // namespace zrecord::widgets
