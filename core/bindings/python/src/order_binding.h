#pragma once

#include "zrecord/record_order.h"

namespace zrecord::python {

/// An order as Python holds it.
struct OrderHandle {
    SharedOrder order;
};

}  // namespace zrecord::python
