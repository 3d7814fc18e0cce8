#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace zrecord {

/// Keeps idle zstd contexts for reuse, without a lock: each thread begins its search at a slot of its own, so in steady
/// state it gets back the context that it used last, warm in its caches and with the dictionary already referenced.
/// Thread-safe; more users than slots only means that the surplus contexts are not kept.
template <typename Context, typename Deleter>
class ContextPool {
public:
    using Owned = std::unique_ptr<Context, Deleter>;

    ContextPool() = default;
    ContextPool(const ContextPool&) = delete;
    ContextPool& operator=(const ContextPool&) = delete;
    /// No lease may be out.
    ~ContextPool()
    {
        for (Slot& slot : m_slots)
            Owned(slot.context.load(std::memory_order_acquire)).reset();
    }

    /// A context for as long as the lease lives.
    class Lease {
    public:
        Lease(ContextPool& pool, Owned context) : m_pool(pool), m_context(std::move(context)) {}
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        ~Lease() { m_pool.giveBack(std::move(m_context)); }
        [[nodiscard]] Context* get() const noexcept { return m_context.get(); }

    private:
        ContextPool& m_pool;
        Owned m_context;
    };

    /// `make()` returns an Owned when no idle context is there; the lease is empty when that fails.
    template <typename Make>
    [[nodiscard]] Lease acquire(Make&& make)
    {
        return Lease(*this, take(std::forward<Make>(make)));
    }

    /// The same without a lease: to be given back, or to be destroyed when it may be damaged.
    template <typename Make>
    [[nodiscard]] Owned take(Make&& make)
    {
        const std::size_t first = homeSlot();
        for (std::size_t i = 0; i < kSlots; ++i) {
            Slot& slot = m_slots[(first + i) % kSlots];
            if (slot.context.load(std::memory_order_relaxed) == nullptr)
                continue;
            if (Context* context = slot.context.exchange(nullptr, std::memory_order_acq_rel))
                return Owned(context);
        }
        return make();
    }

    void giveBack(Owned context) noexcept
    {
        if (!context)
            return;
        const std::size_t first = homeSlot();
        for (std::size_t i = 0; i < kSlots; ++i) {
            Context* expected = nullptr;
            if (m_slots[(first + i) % kSlots].context.compare_exchange_strong(expected, context.get(), std::memory_order_acq_rel,
                                                                             std::memory_order_relaxed)) {
                static_cast<void>(context.release());
                return;
            }
        }
    }

private:
    static constexpr std::size_t kSlots = 32;
    struct alignas(64) Slot {
        std::atomic<Context*> context{nullptr};
    };

    static std::size_t homeSlot() noexcept
    {
        static constinit std::atomic<std::size_t> nextThread{0};
        thread_local const std::size_t home = nextThread.fetch_add(1, std::memory_order_relaxed) % kSlots;
        return home;
    }

    std::array<Slot, kSlots> m_slots{};
};

}  // namespace zrecord
