#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include "bindings.h"
#include "numpy_bridge.h"
#include "result_memory.h"
#include "status_error.h"
#include "zrecord/version.h"

namespace zrecord::python {

void bindMemory(nb::module_& module)
{
    module.def("result_memory", [] {
        const ResultMemoryUse use = resultMemoryUse();
        return nb::make_tuple(use.inUse, use.kept);
    });
    module.def("release_result_memory", releaseResultMemory);
}

}  // namespace zrecord::python

NB_MODULE(_core, module)
{
    zrecord::python::importNumpy();
    nanobind::set_leak_warnings(false);  // stores and batches may live until the interpreter is gone
    module.attr("version") = zrecord::versionText();
    zrecord::python::bindErrors(module);
    zrecord::python::bindMemory(module);
    zrecord::python::bindStores(module);
    zrecord::python::bindDictionaries(module);
    zrecord::python::bindSamplers(module);
    zrecord::python::bindLoaders(module);
    zrecord::python::bindTransfers(module);
}
