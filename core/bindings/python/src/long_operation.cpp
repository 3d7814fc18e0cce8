#include "long_operation.h"

#include <nanobind/stl/string_view.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "unlocked.h"

namespace zrecord::python {
namespace {

constexpr std::chrono::milliseconds kLook{50};

/// What the two threads share.
struct Course {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::optional<Progress> news;

    void report(const Progress& progress)
    {
        const std::lock_guard guard(mutex);
        news = progress;
    }

    void finish()
    {
        const std::lock_guard guard(mutex);
        done = true;
        changed.notify_all();
    }

    /// Waits a moment; true at the end. Gives the latest news, once.
    bool wait(std::optional<Progress>& latest)
    {
        std::unique_lock lock(mutex);
        const bool over = changed.wait_for(lock, kLook, [this] { return done; });
        latest.swap(news);
        news.reset();
        return over;
    }
};

void tell(nb::handle progress, const Progress& news)
{
    progress(news.stage, news.done, news.total == 0 ? nb::object(nb::none()) : nb::object(nb::int_(news.total)));
}

void watch(Course& course, nb::handle progress)
{
    for (bool over = false; !over;) {
        std::optional<Progress> news;
        {
            const Unlocked unlocked;
            over = course.wait(news);
        }
        if (PyErr_CheckSignals() != 0)
            throw nb::python_error();
        if (news && !progress.is_none())
            tell(progress, *news);
    }
}

}  // namespace

void runLong(nb::handle progress, const std::function<void(const OperationContext&)>& work)
{
    Course course;
    std::stop_source stop;
    OperationContext context;
    context.stop = stop.get_token();
    if (!progress.is_none())
        context.progress = [&course](const Progress& news) { course.report(news); };
    std::thread thread([&] {
        work(context);
        course.finish();
    });
    const auto end = [&] {
        const Unlocked unlocked;
        thread.join();
    };
    try {
        watch(course, progress);
    } catch (...) {
        stop.request_stop();
        end();
        throw;
    }
    end();
}

}  // namespace zrecord::python
