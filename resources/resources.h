#pragma once

namespace zrecord::widgets {

/// Makes the embedded files available under ":/zrecord"; may be called any number of times.
void initResources();

}  // namespace zrecord::widgets
