#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <filesystem>
#include <mutex>
#include <string>

#include "bindings.h"
#include "index_argument.h"
#include "numpy_bridge.h"
#include "order_binding.h"
#include "status_error.h"
#include "zrecord/batch_order.h"
#include "zrecord/sampler.h"

namespace zrecord::python {
namespace {

using Generator = std::optional<std::array<std::uint64_t, 4>>;

nb::object indexDtype()
{
    static PyObject* const dtype = nb::module_::import_("numpy").attr("dtype")("uint64").release().ptr();
    return nb::borrow(dtype);
}

nb::object newIndices(std::size_t count, std::uint64_t*& data)
{
    const auto length = static_cast<Py_ssize_t>(count);
    nb::object array = makeArray(indexDtype(), std::span(&length, 1));
    data = reinterpret_cast<std::uint64_t*>(viewOf(array).data);
    return array;
}

/// A sampler that any thread may use: a seek in mode iid may take long, and runs without the interpreter lock.
class SharedSampler {
public:
    SharedSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t mode, std::uint64_t seed)
        : m_sampler(take(Sampler::create({length, batch, modeOf(mode), seed})))
    {
    }

    nb::object next()
    {
        const std::lock_guard guard(m_mutex);
        std::uint64_t* data = nullptr;
        nb::object indices = newIndices(m_sampler.batchLength(), data);
        check(m_sampler.next(std::span(data, m_sampler.batchLength())));
        return indices;
    }

    void seek(std::uint64_t step)
    {
        const nb::gil_scoped_release unlocked;
        const std::lock_guard guard(m_mutex);
        check(m_sampler.seek(step));
    }

    nb::tuple state()
    {
        const std::lock_guard guard(m_mutex);
        const SamplerState state = m_sampler.state();
        return nb::make_tuple(state.step, state.generator);
    }

    void restore(std::uint64_t step, const Generator& generator)
    {
        const nb::gil_scoped_release unlocked;
        const std::lock_guard guard(m_mutex);
        check(m_sampler.restore({step, generator}));
    }

    [[nodiscard]] nb::tuple options() const
    {
        const SamplerOptions& options = m_sampler.options();
        return nb::make_tuple(options.length, options.batch, static_cast<int>(options.mode), options.seed);
    }

private:
    static SamplerMode modeOf(std::uint64_t mode)
    {
        if (mode > static_cast<std::uint64_t>(SamplerMode::Cyclic))
            fail(ErrorCode::InvalidArgument, "mode " + std::to_string(mode) + " is unknown; it is 0 sequential, 1 iid or 2 cyclic");
        return static_cast<SamplerMode>(mode);
    }

    std::mutex m_mutex;
    Sampler m_sampler;
};

nb::object fillOrder(const SharedOrder& order, std::uint64_t seed, std::uint64_t position, std::size_t count)
{
    std::uint64_t* data = nullptr;
    nb::object indices = newIndices(count, data);
    const nb::gil_scoped_release unlocked;
    order->fill(seed, position, std::span(data, count));
    return indices;
}

OrderHandle subsetOf(const OrderHandle& order, nb::handle indices, std::uint64_t length)
{
    const std::filesystem::path nowhere;
    const IndexArgument chosen(indices, length, nowhere);
    return {take(makeSubsetOrder(order.order, neighbouringRanges(chosen.indices()), length))};
}

}  // namespace

void bindSamplers(nb::module_& module)
{
    nb::class_<SharedSampler>(module, "Sampler")
        .def(nb::init<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>())
        .def("next", &SharedSampler::next)
        .def("_seek", &SharedSampler::seek)
        .def("_state", &SharedSampler::state)
        .def("_restore", &SharedSampler::restore, nb::arg(), nb::arg().none())
        .def("_options", &SharedSampler::options);
    nb::class_<OrderHandle>(module, "Order")
        .def("__len__", [](const OrderHandle& handle) { return handle.order->length(); })
        .def_prop_ro("cycle_length", [](const OrderHandle& handle) { return handle.order->cycleLength(); })
        .def_prop_ro("identity", [](const OrderHandle& handle) { return nb::str(handle.order->identity().c_str()); })
        .def("_fill", [](const OrderHandle& handle, std::uint64_t seed, std::uint64_t position, std::size_t count) {
            return fillOrder(handle.order, seed, position, count);
        });
    module.def("stored_order", [](std::uint64_t length) { return OrderHandle{take(makeStoredOrder(length))}; });
    module.def("shuffled_order", [](std::uint64_t length) { return OrderHandle{take(makeShuffledOrder(length))}; });
    module.def("independent_order", [](std::uint64_t length) { return OrderHandle{take(makeIndependentOrder(length))}; });
    module.def("local_order", [](std::uint64_t length, std::uint64_t block, std::uint64_t window) {
        return OrderHandle{take(makeLocalOrder(length, {block, window}))};
    });
    module.def("subset_order", subsetOf);
}

}  // namespace zrecord::python
