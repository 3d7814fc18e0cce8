#include "loading/order_binding.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "index_argument.h"
#include "long_operation.h"
#include "numpy_bridge.h"
#include "status_error.h"
#include "store_handle.h"
#include "unlocked.h"
#include "zrecord/batch_order.h"
#include "zrecord/record_labels.h"

namespace zrecord::python {
namespace {

nb::object dtypeNamed(const char* name)
{
    return nb::module_::import_("numpy").attr("dtype")(name);
}

/// Values of a one-dimensional array that the Python side has brought into this type.
template <typename T>
std::span<const T> valuesOf(nb::handle array)
{
    const ArrayView view = viewOf(array);
    return {reinterpret_cast<const T*>(view.data), static_cast<std::size_t>(view.size)};
}

/// The numbers that `read` finds in a store, as an array; Ctrl-C ends it.
template <typename T, typename Read>
nb::object readColumn(StoreHandle& handle, const char* dtype, const Read& read)
{
    const std::shared_ptr<Store> store = handle.store();
    std::optional<Result<std::vector<T>>> outcome;
    runLong(nb::none(), [&](const OperationContext& context) { outcome.emplace(read(*store, context)); });
    const std::vector<T> values = take(std::move(*outcome));
    const auto length = static_cast<Py_ssize_t>(values.size());
    nb::object array = makeArray(dtypeNamed(dtype), std::span(&length, 1));
    std::ranges::copy(values, reinterpret_cast<T*>(viewOf(array).data));
    return array;
}

/// Builds an order without the interpreter lock: tables of millions of records take a while.
template <typename Make>
OrderHandle made(const Make& make)
{
    Result<SharedOrder> order = [&] {
        const Unlocked unlocked;
        return make();
    }();
    return {take(std::move(order))};
}

nb::object fillOrder(const OrderHandle& handle, std::uint64_t seed, std::uint64_t position, std::size_t count)
{
    std::uint64_t* data = nullptr;
    nb::object indices = newIndices(count, data);
    const Unlocked unlocked;
    handle.order->fill(seed, position, std::span(data, count));
    return indices;
}

OrderHandle subsetOf(const OrderHandle& order, nb::handle indices, std::uint64_t length)
{
    const std::filesystem::path nowhere;
    const IndexArgument chosen(indices, length, nowhere);
    return made([&] { return makeSubsetOrder(order.order, neighbouringRanges(chosen.indices()), length); });
}

OrderHandle weighted(nb::handle weights, bool zerosAreNeverDrawn)
{
    const std::span<const double> values = valuesOf<double>(weights);
    return made([&] { return makeWeightedOrder(values, zerosAreNeverDrawn ? ZeroWeights::NeverDrawn : ZeroWeights::Refuse); });
}

OrderHandle balanced(nb::handle classes, nb::handle shares)
{
    const std::span<const std::uint32_t> values = valuesOf<std::uint32_t>(classes);
    const std::span<const std::uint64_t> wanted = valuesOf<std::uint64_t>(shares);
    return made([&] { return makeBalancedOrder(values, wanted); });
}

OrderHandle stratified(nb::handle classes, std::uint64_t batch)
{
    const std::span<const std::uint32_t> values = valuesOf<std::uint32_t>(classes);
    return made([&] { return makeStratifiedOrder(values, batch); });
}

OrderHandle mixture(const nb::list& parts)
{
    std::vector<MixturePart> mixed;
    for (nb::handle part : parts)
        mixed.push_back({nb::cast<OrderHandle&>(part[0]).order, nb::cast<std::uint64_t>(part[1])});
    return made([&] { return makeMixtureOrder(std::move(mixed)); });
}

/// The batches of an order without any store.
class BatchOrderHandle {
public:
    BatchOrderHandle(const OrderHandle& order, std::uint64_t batch, std::uint64_t seed, std::string_view cycleEnd,
                     std::optional<std::uint64_t> epochs)
        : m_order(take(BatchOrder::create(order.order, {batch, seed, take(parseCycleEnd(cycleEnd)), epochs, {}})))
    {
    }

    [[nodiscard]] nb::object fill(std::uint64_t step) const
    {
        std::vector<std::uint64_t> found;
        Status status = [&] {
            const Unlocked unlocked;
            return m_order.fill(step, found);
        }();
        check(std::move(status));
        std::uint64_t* data = nullptr;
        nb::object indices = newIndices(found.size(), data);
        std::ranges::copy(found, data);
        return indices;
    }

    /// (records of the longest batch, steps of a cycle, first step that is not there or None, identity)
    [[nodiscard]] nb::tuple facts() const
    {
        return nb::make_tuple(m_order.batchLength(), m_order.stepsPerCycle(),
                              m_order.endStep() ? nb::object(nb::int_(*m_order.endStep())) : nb::object(nb::none()), m_order.identity());
    }

private:
    BatchOrder m_order;
};

}  // namespace

nb::object newIndices(std::size_t count, std::uint64_t*& data)
{
    static PyObject* const dtype = dtypeNamed("uint64").release().ptr();
    const auto length = static_cast<Py_ssize_t>(count);
    nb::object array = makeArray(nb::borrow(dtype), std::span(&length, 1));
    data = reinterpret_cast<std::uint64_t*>(viewOf(array).data);
    return array;
}

void bindOrders(nb::module_& module)
{
    nb::class_<OrderHandle>(module, "Order")
        .def("__len__", [](const OrderHandle& handle) { return handle.order->length(); })
        .def_prop_ro("cycle_length", [](const OrderHandle& handle) { return handle.order->cycleLength(); })
        .def_prop_ro("identity", [](const OrderHandle& handle) { return handle.order->identity(); })
        .def("_fill", fillOrder);
    nb::class_<BatchOrderHandle>(module, "BatchOrder")
        .def(nb::init<const OrderHandle&, std::uint64_t, std::uint64_t, std::string_view, std::optional<std::uint64_t>>(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg().none())
        .def("fill", &BatchOrderHandle::fill)
        .def("facts", &BatchOrderHandle::facts);
    module.def("stored_order", [](std::uint64_t length) { return OrderHandle{take(makeStoredOrder(length))}; });
    module.def("shuffled_order", [](std::uint64_t length) { return OrderHandle{take(makeShuffledOrder(length))}; });
    module.def("independent_order", [](std::uint64_t length) { return OrderHandle{take(makeIndependentOrder(length))}; });
    module.def("local_order", [](std::uint64_t length, std::uint64_t block, std::uint64_t window) {
        return OrderHandle{take(makeLocalOrder(length, {block, window}))};
    });
    module.def("subset_order", subsetOf);
    module.def("weighted_order", weighted);
    module.def("balanced_order", balanced);
    module.def("stratified_order", stratified);
    module.def("mixture_order", mixture);
    module.def("read_numbers", [](StoreHandle& handle) { return readColumn<double>(handle, "float64", readNumbers); });
    module.def("read_classes", [](StoreHandle& handle) { return readColumn<std::uint32_t>(handle, "uint32", readClasses); });
}

}  // namespace zrecord::python
