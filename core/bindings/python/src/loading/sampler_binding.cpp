#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "bindings.h"
#include "numpy_bridge.h"
#include "loading/order_binding.h"
#include "status_error.h"
#include "unlocked.h"
#include "zrecord/sampler.h"

namespace zrecord::python {
namespace {

using Generator = std::optional<std::array<std::uint64_t, 4>>;

/// Numbers in a batch from which others may run meanwhile; fewer are made sooner than the lock changes hands.
constexpr std::size_t kLargeBatch = 4096;

/// A sampler that any thread may use: a seek in mode iid may take long, and runs without the interpreter lock.
class SharedSampler {
public:
    SharedSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t mode, std::uint64_t seed)
        : m_sampler(take(Sampler::create({length, batch, modeOf(mode), seed})))
    {
    }

    nb::object next()
    {
        std::uint64_t* data = nullptr;
        const std::size_t length = m_sampler.batchLength();
        nb::object indices = newIndices(length, data);
        std::optional<Unlocked> unlocked;
        if (length >= kLargeBatch)
            unlocked.emplace();
        Status status = [&] {
            const std::lock_guard guard(m_mutex);
            return m_sampler.next(std::span(data, length));
        }();
        unlocked.reset();
        check(std::move(status));
        return indices;
    }

    void seek(std::uint64_t step)
    {
        const Unlocked unlocked;
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
        const Unlocked unlocked;
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
}

}  // namespace zrecord::python
