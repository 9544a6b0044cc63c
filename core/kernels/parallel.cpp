// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/parallel.h"

#include "core/kernels/float_control.h"

#include <sched.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace edgewright::kernels {

namespace {

struct Job {
    void (*call)(const void*, std::int64_t, int) = nullptr;
    const void* body = nullptr;
    std::int64_t tasks = 0;
    FloatControl floatControl = FloatControl::ofThisThread(); // of the caller, for all who help
    std::atomic<std::int64_t> next{0};
    std::atomic<int> begun{0}; // helpers

    // With EveryThreadWorks each begins with the task of its own number.
    void beginFor(int threads) { next = EveryThreadWorks ? threads : 0; }
    void work(int worker) {
        for (std::int64_t task = EveryThreadWorks ? worker : next++; task < tasks; task = next++)
            call(body, task, worker);
    }
};

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// Processors that this process may use: a thread that waits for one must not keep another from it.
unsigned usableProcessors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

// Looks at `done` until it holds or `time` is over; whether it holds.
template <typename Done>
bool spin(std::chrono::microseconds time, const Done& done) {
    constexpr int LooksPerClock = 32;
    for (const auto begin = std::chrono::steady_clock::now();;) {
        for (int i = 0; i < LooksPerClock; ++i) {
            if (done()) return true;
            relax();
        }
        if (std::chrono::steady_clock::now() - begin >= time) return done();
    }
}

// A helper that has just worked looks for the next job for a while before it sleeps: the next operator of a
// network comes within microseconds, and waking a sleeper takes some ten.
class Helpers {
public:
    ~Helpers() {
        m_ending = true;
        wakeAll();
    }

    void run(int threads, Job& job) {
        while (static_cast<int>(m_threads.size()) < threads - 1)
            m_threads.emplace_back([this, worker = static_cast<int>(m_threads.size()) + 1] { serve(worker); });
        static const unsigned processors = usableProcessors();
        m_spins = static_cast<unsigned>(threads) <= processors;
        job.beginFor(threads);
        m_job = &job;
        const std::uint64_t generation = (m_gate.load() >> GenerationShift) + 1;
        m_gate = generation << GenerationShift | Open | static_cast<std::uint64_t>(threads - 1) << WantedShift;
        if (m_sleepers > 0) wakeAll();
        job.work(0);
        if (EveryThreadWorks) wait([&] { return job.begun == threads - 1; });
        m_gate.fetch_and(~Open); // who has not begun need not begin
        wait([&] { return (m_gate & BusyMask) == 0; });
    }

private:
    // One word, so that a helper enters an open gate or finds it closed, and nothing between: which job it is,
    // whether helpers may begin, how many are wanted, how many are in.
    static constexpr int GenerationShift = 32, WantedShift = 16;
    static constexpr std::uint64_t Open = std::uint64_t(1) << 31, BusyMask = 0xffff, WantedMask = 0x7fff;
    static constexpr std::chrono::microseconds Patience{100};

    template <typename Done>
    void wait(const Done& done) const {
        while (!spin(Patience, done))
            std::this_thread::yield();
    }

    void wakeAll() {
        ++m_alarm;
        m_alarm.notify_all();
    }

    // Whether the helper is in; `seen`: the job that it knows already.
    bool enter(int worker, std::uint64_t& seen) {
        std::uint64_t gate = m_gate;
        while ((gate & Open) && gate >> GenerationShift != seen &&
               static_cast<std::uint64_t>(worker) <= (gate >> WantedShift & WantedMask))
            if (m_gate.compare_exchange_weak(gate, gate + 1)) {
                seen = gate >> GenerationShift;
                return true;
            }
        return false;
    }

    void serve(int worker) {
        std::uint64_t seen = 0;
        const auto mayGo = [&] { return m_ending || enter(worker, seen); };
        for (;;) {
            bool in = m_spins ? spin(Patience, mayGo) : mayGo();
            if (!in) {
                ++m_sleepers;
                const std::uint32_t alarm = m_alarm;
                in = mayGo(); // what came before the caller could see a sleeper
                if (!in) m_alarm.wait(alarm);
                --m_sleepers;
            }
            if (m_ending) return;
            if (!in) continue;
            ++m_job->begun;
            m_job->floatControl.use();
            m_job->work(worker);
            --m_gate; // the last thing that touches the job
        }
    }

    std::atomic<std::uint64_t> m_gate{0};
    Job* m_job = nullptr; // written before the gate opens
    std::atomic<int> m_sleepers{0};
    std::atomic<std::uint32_t> m_alarm{0};
    std::atomic<bool> m_spins{true}, m_ending{false};
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
