#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include "bindings.h"
#include "numpy_bridge.h"
#include "owned_memory.h"
#include "status_error.h"
#include "zrecord/result_memory.h"
#include "zrecord/version.h"

namespace zrecord::python {

void bindMemory(nb::module_& module)
{
    module.def("result_memory", [] { return nb::make_tuple(bytesInUse(), ResultMemory::idleBytes()); });
    module.def("set_idle_memory", &ResultMemory::setIdleLimit, nb::arg("size"),
               "Sets how many bytes wait unused for later results (256 MiB, or a sixteenth of the machine's memory when that is "
               "less). What is above is given back at once; 0 keeps nothing.");
}

}  // namespace zrecord::python

NB_MODULE(_core, module)
{
    zrecord::python::importNumpy();
    nanobind::set_leak_warnings(false);  // stores and batches may live until the interpreter is gone
    module.attr("version") = zrecord::versionText();
    zrecord::python::bindErrors(module);
    zrecord::python::bindMemory(module);
    zrecord::python::bindMaintenance(module);
    zrecord::python::bindChanges(module);
    zrecord::python::bindChecksums(module);
    zrecord::python::bindStores(module);
    zrecord::python::bindDictionaries(module);
    zrecord::python::bindOrders(module);
    zrecord::python::bindSamplers(module);
    zrecord::python::bindLoaders(module);
    zrecord::python::bindTransfers(module);
}
