// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/parallel.h"

#include "core/kernels/float_control.h"
#include "core/kernels/line_round_trip.h"
#include "core/kernels/own_threads.h"

#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace edgewright::kernels {

namespace {

// The loop that the helpers take part in. Each worker begins with a share of its own, the same part of the
// tasks in every loop: what it wrote in the one before is still in its cache. Who is done goes on with what
// others have not begun.
class Job {
public:
    Job() = default; // nothing to do

    void set(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int), const void* body) {
        m_threads = threads;
        m_tasks = tasks;
        m_call = call;
        m_body = body;
        m_floatControl = FloatControl::ofThisThread();
        for (int worker = 0; worker < threads; ++worker) {
            Share& its = m_shares[static_cast<std::size_t>(worker)];
            its.end = firstOf(worker + 1);
            its.next = std::min(its.end, firstOf(worker) + Kept);
        }
    }
    void work(int worker) {
        if (Kept > 0 && firstOf(worker) < firstOf(worker + 1)) m_call(m_body, firstOf(worker), worker);
        for (int i = 0; i < m_threads; ++i) {
            Share& each = m_shares[static_cast<std::size_t>((worker + i) % m_threads)];
            for (std::int64_t task = each.next++; task < each.end; task = each.next++)
                m_call(m_body, task, worker);
        }
    }
    // Of the caller, for all who help.
    const FloatControl& floatControl() const { return m_floatControl; }

private:
    static constexpr std::int64_t Kept = EveryThreadWorks ? 1 : 0; // tasks of a share that nobody else takes
    struct alignas(64) Share {
        std::atomic<std::int64_t> next{0};
        std::int64_t end = 0;
    };
    std::int64_t firstOf(int worker) const { return m_tasks * worker / m_threads; }

    int m_threads = 1;
    std::int64_t m_tasks = 0;
    void (*m_call)(const void*, std::int64_t, int) = nullptr;
    const void* m_body = nullptr;
    FloatControl m_floatControl = FloatControl::ofThisThread();
    std::array<Share, MaxThreads> m_shares;
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

// A helper that has just worked looks for the next job for a while before it sleeps: the next operator that is
// worth two threads comes within microseconds, at times after a stretch of small ones. To wake a sleeper takes
// some 15 microseconds of the caller, and it comes another 20 later.
class Helpers {
public:
    // `begin` is called by each helper first.
    explicit Helpers(std::function<void()> begin = {}) : m_begin(std::move(begin)) {}
    ~Helpers() {
        m_ending = true;
        wakeAll();
    }

    // So many helpers, if there are fewer.
    void make(int helpers) {
        while (static_cast<int>(m_threads.size()) < helpers)
            m_threads.emplace_back([this, worker = static_cast<int>(m_threads.size()) + 1] { serve(worker); });
    }
    // `processors`: of the helpers. 0, or the error of the system.
    int pin(std::span<const int> processors) {
        m_isPinned = true;
        for (std::size_t i = 0; i < std::min(m_threads.size(), processors.size()); ++i)
            if (const int error = pinThread(m_threads[i].native_handle(), processors[i]); error != 0)
                return error;
        return 0;
    }
    void rest() { m_spins = false; }

    // 2 to MaxThreads threads.
    void run(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int), const void* body) {
        make(threads - 1);
        m_spins = m_isPinned || static_cast<unsigned>(threads) <= processorsAtFirst();
        m_job.set(threads, tasks, call, body);
        m_begun = 0;
        const std::uint64_t generation = (m_gate.load() >> GenerationShift) + 1;
        m_gate = generation << GenerationShift | Open | static_cast<std::uint64_t>(threads - 1) << WantedShift;
        if (m_sleepers > 0) wakeAll();
        m_job.work(0);
        if (EveryThreadWorks) wait([&] { return m_begun == threads - 1; });
        m_gate.fetch_and(~Open); // who has not begun need not begin
        wait([&] { return (m_gate & BusyMask) == 0; });
    }

private:
    // One word, so that a helper enters an open gate or finds it closed, and nothing between: which job it is,
    // whether helpers may begin, how many are wanted, how many are in.
    static constexpr int GenerationShift = 32, WantedShift = 16;
    static constexpr std::uint64_t Open = std::uint64_t(1) << 31, BusyMask = 0xffff, WantedMask = 0x7fff;
    static constexpr std::chrono::microseconds Patience{2000}, PatienceOfCaller{100};

    static unsigned processorsAtFirst() {
        static const unsigned processors = usableProcessors();
        return processors;
    }

    template <typename Done>
    void wait(const Done& done) const {
        while (!spin(PatienceOfCaller, done))
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
        if (m_begin) m_begin();
        std::uint64_t seen = 0;
        const auto mayGo = [&] { return m_ending || enter(worker, seen); };
        for (;;) {
            bool in = mayGo();
            if (!in) spin(Patience, [&] { return (in = mayGo()) || !m_spins; });
            if (!in) {
                ++m_sleepers;
                const std::uint32_t alarm = m_alarm;
                in = mayGo(); // what came before the caller could see a sleeper
                if (!in) m_alarm.wait(alarm);
                --m_sleepers;
            }
            if (m_ending) return;
            if (!in) continue;
            ++m_begun;
            m_job.floatControl().use();
            m_job.work(worker);
            --m_gate; // the last thing that touches the job
        }
    }

    std::atomic<std::uint64_t> m_gate{0};
    Job m_job; // set while the gate is closed and nobody is in
    std::atomic<int> m_begun{0};
    std::atomic<int> m_sleepers{0};
    std::atomic<std::uint32_t> m_alarm{0};
    std::atomic<bool> m_spins{true}, m_ending{false};
    bool m_isPinned = false; // each has a processor of its own
    std::function<void()> m_begin;
    std::vector<std::jthread> m_threads; // last: they end before what they use
};

// One caller at a time has the helpers.
struct Crew {
    int threads = MaxThreads; // of one loop, with the caller
    std::mutex inUse = {};
    Helpers helpers;
    std::atomic<std::int64_t> roundTrip{0}; // nanoseconds; 0: not known
    std::atomic<std::chrono::steady_clock::time_point> nextLook{};
    std::chrono::milliseconds untilNextLook{1};
};

// Between the caller, who has the crew, and the first helper. One that is late is looked for soon again, as it
// may just have been made, and ever later.
void measureRoundTrip(Crew& crew) {
    constexpr std::chrono::milliseconds Often{100};
    LineRoundTrip trip;
    crew.helpers.run(
        2, 2,
        [](const void* self, std::int64_t task, int) {
            auto& both = *static_cast<LineRoundTrip*>(const_cast<void*>(self));
            task == 0 ? both.ask() : both.answer();
        },
        &trip);
    if (const auto time = trip.time()) crew.roundTrip = time->count();
    crew.untilNextLook = trip.time() ? Often : std::min(2 * crew.untilNextLook, Often);
    crew.nextLook = std::chrono::steady_clock::now() + crew.untilNextLook;
}

// Of the thread that runs; null: that of all. A helper has its own crew, too, which is in use: a loop inside of
// a task is not split.
thread_local Crew* crewOfThread = nullptr;

Crew& crewOfAll() {
    static Crew crew;
    return crew;
}

Crew& crewOfThis() { return crewOfThread ? *crewOfThread : crewOfAll(); }

} // namespace

int pinThread(pthread_t thread, int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(processor), &set);
    return pthread_setaffinity_np(thread, sizeof set, &set);
}

std::int64_t helperRoundTrip() { return crewOfThis().roundTrip; }

// In proportion to the round trip, from that of processors that share a cache on: 460 ns made loops of up to 40
// us a thread slower on two threads than on one, in networks of small convolutions.
std::int64_t workPerThread() {
    constexpr std::int64_t Longest = 1000; // ns
    Crew& crew = crewOfThis();
    if (crew.threads > 1 && std::chrono::steady_clock::now() >= crew.nextLook.load()) {
        const std::unique_lock lock(crew.inUse, std::try_to_lock);
        if (lock.owns_lock()) measureRoundTrip(crew);
    }
    return WorkPerThread * std::clamp<std::int64_t>(crew.roundTrip, NearRoundTrip, Longest) / NearRoundTrip;
}

struct OwnThreads::Loops {
    Crew crew;
};

OwnThreads::OwnThreads(int threads)
    : m_loops(new Loops{{.threads = threads, .helpers = Helpers([this] { use(); })}}) {
    m_loops->crew.helpers.make(threads - 1);
}
OwnThreads::~OwnThreads() = default;

void OwnThreads::use() { crewOfThread = &m_loops->crew; }

int OwnThreads::pin(pthread_t caller, std::span<const int> processors) {
    if (const int error = pinThread(caller, processors[0]); error != 0) return error;
    return m_loops->crew.helpers.pin(processors.subspan(1));
}

void OwnThreads::rest() { m_loops->crew.helpers.rest(); }

void runParallel(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int),
                 const void* body) {
    Crew& crew = crewOfThis();
    const std::unique_lock lock(crew.inUse, std::try_to_lock);
    threads = std::min(threads, crew.threads);
    if (!lock.owns_lock() || threads <= 1) {
        for (std::int64_t task = 0; task < tasks; ++task)
            call(body, task, 0);
        return;
    }
    crew.helpers.run(threads, tasks, call, body);
}

} // namespace edgewright::kernels
