// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/parallel.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace edgewright::kernels {

namespace {

struct Job {
    void (*call)(const void*, std::int64_t, int) = nullptr;
    const void* body = nullptr;
    std::int64_t tasks = 0;
    std::atomic<std::int64_t> next{0};

    // With EveryThreadWorks each begins with the task of its own number.
    void beginFor(int threads) { next = EveryThreadWorks ? threads : 0; }
    void work(int worker) {
        for (std::int64_t task = EveryThreadWorks ? worker : next++; task < tasks; task = next++)
            call(body, task, worker);
    }
};

class Helpers {
public:
    ~Helpers() {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_wake.notify_all();
    }

    void run(int threads, Job& job) {
        job.beginFor(threads);
        {
            const std::lock_guard lock(m_mutex);
            while (static_cast<int>(m_threads.size()) < threads - 1)
                m_threads.emplace_back(
                    [this, worker = static_cast<int>(m_threads.size()) + 1] { serve(worker); });
            m_job = &job;
            m_wanted = threads - 1;
            m_begun = 0;
            ++m_generation;
        }
        m_wake.notify_all();
        job.work(0);
        std::unique_lock lock(m_mutex);
        if (EveryThreadWorks) m_done.wait(lock, [this] { return m_begun == m_wanted; });
        m_job = nullptr; // who has not begun need not begin
        m_done.wait(lock, [this] { return m_busy == 0; });
    }

private:
    void serve(int worker) {
        std::uint64_t seen = 0;
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_wake.wait(lock,
                        [&] { return m_ending || (m_job && m_generation != seen && worker <= m_wanted); });
            if (m_ending) return;
            seen = m_generation;
            Job* job = m_job;
            ++m_busy;
            ++m_begun;
            lock.unlock();
            job->work(worker);
            lock.lock();
            if (--m_busy == 0) m_done.notify_one();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake, m_done;
    Job* m_job = nullptr;
    int m_wanted = 0, m_begun = 0; // of the job
    int m_busy = 0;
    std::uint64_t m_generation = 0;
    bool m_ending = false;
    std::vector<std::jthread> m_threads; // last: they end before what they use
};

} // namespace

void runParallel(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int),
                 const void* body) {
    static std::mutex inUse;
    Job job;
    job.call = call;
    job.body = body;
    job.tasks = tasks;
    const std::unique_lock lock(inUse, std::try_to_lock);
    if (!lock.owns_lock() || threads <= 1) {
        job.beginFor(1);
        job.work(0);
        return;
    }
    static Helpers helpers;
    helpers.run(threads, job);
}

} // namespace edgewright::kernels
