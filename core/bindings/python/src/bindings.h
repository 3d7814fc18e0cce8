#pragma once

#include <nanobind/nanobind.h>

namespace zrecord::python {

namespace nb = nanobind;

// The parts of the module, one function for each subject.
void bindChanges(nb::module_& module);
void bindChecksums(nb::module_& module);
void bindDictionaries(nb::module_& module);
void bindLoaders(nb::module_& module);
void bindMaintenance(nb::module_& module);
void bindMemory(nb::module_& module);
void bindOrders(nb::module_& module);
void bindSamplers(nb::module_& module);
void bindStores(nb::module_& module);
void bindTransfers(nb::module_& module);

}  // namespace zrecord::python
