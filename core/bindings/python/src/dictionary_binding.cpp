#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <span>
#include <vector>

#include "bindings.h"
#include "long_operation.h"
#include "numpy_bridge.h"
#include "status_error.h"
#include "store_handle.h"
#include "zrecord/dictionary.h"

namespace zrecord::python {
namespace {

using Dictionary = std::vector<std::byte>;

nb::bytes finish(std::optional<Result<Dictionary>> outcome)
{
    const Dictionary dictionary = take(std::move(*outcome));
    return nb::bytes(dictionary.data(), dictionary.size());
}

nb::bytes trainOnStore(StoreHandle& handle, std::string_view tier)
{
    const DictionaryTier size = take(parseDictionaryTier(tier));
    const std::shared_ptr<Store> store = handle.store();
    std::optional<Result<Dictionary>> outcome;
    runLong(nb::none(), [&](const OperationContext& context) { outcome.emplace(trainDictionary(*store, size, context)); });
    return finish(std::move(outcome));
}

/// `samples` are arrays in C order, one for each record.
nb::bytes trainOnSamples(const nb::list& samples, std::string_view tier)
{
    const DictionaryTier size = take(parseDictionaryTier(tier));
    std::vector<std::span<const std::byte>> views;
    for (nb::handle sample : samples) {
        const ArrayView view = viewOf(sample);
        views.emplace_back(view.data, view.bytes());
    }
    std::optional<Result<Dictionary>> outcome;
    runLong(nb::none(), [&](const OperationContext& context) { outcome.emplace(trainDictionary(views, size, context)); });
    return finish(std::move(outcome));
}

}  // namespace

void bindDictionaries(nb::module_& module)
{
    module.def("train_on_store", trainOnStore);
    module.def("train_on_samples", trainOnSamples);
    nb::dict tiers;
    for (const DictionaryTier& tier : kDictionaryTiers)
        tiers[nb::str(tier.name.data(), tier.name.size())] = nb::make_tuple(tier.dictionaryBytes, tier.sampleBytes);
    module.attr("dictionary_tiers") = tiers;
}

}  // namespace zrecord::python
