#include "resources/resources.h"

#include <QtCore/qglobal.h>

// Q_INIT_RESOURCE declares a function of the global namespace.
static void initGlobally() { Q_INIT_RESOURCE(zrecord); }

namespace zrecord::widgets {

void initResources() { initGlobally(); }

}  // namespace zrecord::widgets
