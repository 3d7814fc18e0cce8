#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// loaderx's numbers: frozen.
enum class SamplerMode : std::uint8_t { Sequential = 0, Iid = 1, Cyclic = 2 };

struct SamplerOptions {
    std::uint64_t length = 0;  ///< records to draw from, ≥ 1
    std::uint64_t batch = 256; ///< indices a step, ≥ 1
    SamplerMode mode = SamplerMode::Cyclic;
    std::uint64_t seed = 42;
};

/// Where a sampler stands: with the same options it goes on from here at once, in any process.
struct SamplerState {
    std::uint64_t step = 0;
    /// IID only: the generator before the draws of `step` (a, b, c, counter). Without it restoring replays draws.
    std::optional<std::array<std::uint64_t, 4>> generator;
    friend bool operator==(const SamplerState&, const SamplerState&) = default;
};

ZRECORD_EXPORT std::string_view samplerModeName(SamplerMode mode);  ///< "sequential", "iid", "cyclic"
ZRECORD_EXPORT Result<SamplerMode> parseSamplerMode(std::string_view text);  ///< the name or "0", "1", "2"

/// An endless sequence of index batches, a pure function of (options, step), equal to loaderx 1.7.2's for the same
/// arguments. docs/format/samplers.md has the algorithms. One thread at a time.
class ZRECORD_EXPORT Sampler {
public:
    /// InvalidArgument: length 0, batch 0, unknown mode, sizes whose product overflows.
    static Result<Sampler> create(const SamplerOptions& options);

    Sampler(Sampler&&) noexcept;
    Sampler& operator=(Sampler&&) noexcept;
    ~Sampler();

    [[nodiscard]] const SamplerOptions& options() const noexcept;
    /// Indices of every step: options().batch, except cyclic with length < batch, where it is length.
    [[nodiscard]] std::uint64_t batchLength() const noexcept;
    /// The step that next() will give.
    [[nodiscard]] std::uint64_t step() const noexcept;

    /// Writes batchLength() indices and goes on to the next step. BufferTooSmall leaves the step as it was.
    Status next(std::span<std::uint64_t> out);
    /// Any step, also backwards. O(1) for sequential and cyclic; IID replays draws as loaderx does, some 10^8 a second,
    /// and can be stopped (Cancelled; the step is as before).
    Status seek(std::uint64_t step, const std::stop_token& stop = {});

    /// O(1); allocates nothing.
    [[nodiscard]] SamplerState state() const noexcept;
    /// O(1) with a generator in the state, else as seek(). InvalidArgument: a generator for another mode, or one that
    /// cannot have come to that step.
    Status restore(const SamplerState& state);

private:
    class Impl;
    explicit Sampler(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace zrecord
