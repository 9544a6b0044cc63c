// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/server.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <pthread.h>
#include <sys/prctl.h>

namespace edgewright::serve {

using namespace scenario;

Server::Server(const Scenario& scenario, std::span<const ServedModel> models, std::vector<int> processors,
               const ServeOptions& options)
    : Dispatcher(scenario, static_cast<std::int64_t>(processors.size()), options.limits), m_options(options),
      m_processors(std::move(processors)), m_departed(models.size()) {
    for (std::size_t i = 0; i < models.size(); ++i)
        for (std::int64_t instance = 0; instance < scenario.models[i].instances; ++instance)
            m_workers.push_back(
                std::make_unique<Worker>(models[i], i, static_cast<int>(scenario.models[i].threads)));
    std::uint64_t taken = 0;
    for (const SetState& set : m_sets)
        if (set.hasModels) taken |= set.free;
    const std::vector<int> usable = usableProcessors();
    for (std::size_t i = 0; i < usable.size(); ++i)
        if ((taken >> i & 1) == 0) m_clockProcessors.push_back(usable[i]);
}

Server::~Server() {
    Lock lock(m_mutex);
    endThreads(lock);
}

Ticks Server::now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_begin).count();
}

Result<Served> Server::run(const RunContext& context) {
    const std::stop_callback asked(context.stop, [this] {
        const Lock lock(m_mutex);
        m_callerWakes.notify_all();
    });
    Lock lock(m_mutex);
    for (const auto& each : m_workers)
        m_threads.emplace_back([this, worker = each.get()] { work(*worker); });
    m_callerWakes.wait(lock,
                       [&] { return m_warm == m_workers.size() || m_error.has_value() || context.stopped(); });
    if (!m_error && context.stopped()) m_error = cancelled();
    bool isWhole = true;
    if (!m_error) {
        m_begin = Clock::now();
        begin();
        m_threads.emplace_back([this] { waitForClock(); });
        watch(lock, context);
        if (!m_error && !isOver()) {
            m_now = std::max(m_now, now());
            cutOff();
            isWhole = false;
        }
    }
    endThreads(lock);
    if (m_error) return *std::move(m_error);
    lock.lock();
    tell(lock);
    return Served{m_collector.take(m_arrivalsEnd, static_cast<std::int64_t>(m_costs.decisions)), m_costs,
                  isWhole};
}

void Server::watch(Lock& lock, const RunContext& context) {
    constexpr double Steps = 1000;
    const auto isEnd = [&] { return isOver() || m_error.has_value() || context.stopped(); };
    while (!m_callerWakes.wait_for(lock, m_options.tellEvery, isEnd)) {
        const double done =
            std::min(static_cast<double>(now()) / static_cast<double>(std::max<Ticks>(m_horizon, 1)), 1.0);
        context.report(static_cast<std::uint32_t>(Steps * done), static_cast<std::uint32_t>(Steps));
        if (m_options.reached) m_options.reached(done);
        tell(lock);
    }
}

void Server::tell(Lock& lock) {
    if (!m_options.told) return;
    ServeNews news{.at = m_now, .models = {}, .busySeconds = m_collector.busySeconds()};
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        const ModelResult& all = m_collector.soFar(i);
        news.models.push_back({.name = all.name,
                               .arrived = all.arrived,
                               .done = all.done,
                               .missed = all.missed,
                               .outcomes = all.outcomes,
                               .waiting = static_cast<std::int64_t>(m_models[i].queue.size()),
                               .running = m_models[i].running,
                               .waitedForBatch = all.waitedForBatch,
                               .queued = all.queued,
                               .preempted = all.preempted,
                               .executed = all.executed,
                               .batches = m_collector.batches(i),
                               .departed = std::exchange(m_departed[i], {}),
                               .preemptions = all.preemptions});
    }
    lock.unlock();
    m_options.told(news);
    lock.lock();
}

void Server::endThreads(Lock& lock) {
    m_isEnding = true;
    m_stop.request_stop();
    for (const auto& each : m_workers)
        each->wake.notify_all();
    m_clockWakes.notify_all();
    lock.unlock();
    m_threads.clear();
}

void Server::fail(Error error) {
    if (!m_error && !m_isEnding) m_error = std::move(error);
    m_callerWakes.notify_all();
}

// The clock's thread. It keeps away from the cores of the sets, where there are others: on one of them each
// arrival would interrupt a batch. It goes before those that compute, where the system lets it: else an arrival
// may have to wait for one of their time slices.
void Server::waitForClock() {
    if (!m_clockProcessors.empty()) {
        cpu_set_t processors;
        CPU_ZERO(&processors);
        for (const int each : m_clockProcessors)
            CPU_SET(static_cast<std::size_t>(each), &processors);
        ::pthread_setaffinity_np(::pthread_self(), sizeof processors, &processors);
    }
    ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    sched_param priority{};
    priority.sched_priority = 1;
    ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &priority);
    constexpr Ticks MaxSleep = 3600 * TicksPerSecond;
    Lock lock(m_mutex);
    while (!m_isEnding) {
        const Ticks next = nextEvent(), at = now();
        if (next <= at) {
            const double late = secondsOf(at - next);
            ++m_costs.events;
            m_costs.lateSeconds += late;
            m_costs.longestLateSeconds = std::max(m_costs.longestLateSeconds, late);
            process();
            continue;
        }
        m_sleepsUntil = std::min(next, at + MaxSleep);
        m_clockWakes.wait_until(lock, m_begin + std::chrono::nanoseconds(m_sleepsUntil));
    }
}

void Server::process() {
    const Ticks begin = now();
    const std::uint64_t before = m_decisions;
    m_now = std::max(m_now, begin);
    do {
        while (hasEventUntil(m_now))
            handleNext();
        dispatchTouched();
    } while (hasEventUntil(m_now)); // a closed loop asks again at once
    m_costs.decisions += m_decisions - before;
    m_costs.decisionSeconds += secondsOf(now() - begin);
    if (isOver()) m_callerWakes.notify_all();
    if (nextEvent() < m_sleepsUntil) m_clockWakes.notify_one();
}

void Server::work(Worker& worker) {
    auto warmed = worker.warm(stopContext());
    Lock lock(m_mutex);
    if (!warmed) fail(std::move(warmed).error().within(inQuotes(m_models[worker.model()].model->name)));
    ++m_warm;
    m_callerWakes.notify_all();
    for (;;) {
        worker.wake.wait(lock, [&] { return worker.state.isGoing || m_isEnding; });
        if (m_isEnding) return;
        computeNext(worker, lock);
    }
}

void Server::noteHandOver(Worker& worker) {
    if (worker.state.wokenAt < 0) return;
    const Ticks at = now();
    ++m_costs.handOvers;
    m_costs.handOverSeconds += secondsOf(at - worker.state.wokenAt);
    worker.state.wokenAt = -1;
    if (worker.state.gaveWayAt < 0) return;
    ++m_costs.giveWays;
    m_costs.giveWaySeconds += secondsOf(at - worker.state.gaveWayAt);
}

void Server::computeNext(Worker& worker, Lock& lock) {
    noteHandOver(worker);
    const std::uint32_t number = worker.state.job;
    std::vector<std::uint64_t> numbers;
    for (std::uint32_t at = m_jobs[number].first; at != None; at = m_requests[at].next)
        numbers.push_back(m_requests[at].number);
    ProfiledBatch batch{.model = worker.model(),
                        .arrival = m_requests[m_jobs[number].first].arrival,
                        .decided = m_jobs[number].start,
                        .begin = now(),
                        .operators = {}};
    Worker::Profile profile;
    lock.unlock();
    auto computed = worker.compute(
        numbers, stopContext(),
        [&] {
            if (worker.shallStop.load(std::memory_order_relaxed)) giveWay(worker);
        },
        m_options.profiled ? &profile : nullptr);
    lock.lock();
    if (m_isEnding) return;
    if (m_options.profiled && computed) {
        batch.end = now();
        batch.operators = std::move(profile.ticks);
        m_options.profiled(std::move(batch));
    }
    worker.state = {};
    worker.shallStop = false;
    if (!computed)
        return fail(std::move(computed).error().within(inQuotes(m_models[worker.model()].model->name)));
    m_now = std::max(m_now, now());
    finished(number);
    process();
    if (!worker.state.isGoing) worker.threads().rest();
}

// Between two operators of its batch.
void Server::giveWay(Worker& worker) {
    const Ticks ended = now();
    Lock lock(m_mutex);
    if (m_isEnding) return; // the run is told so by its context
    worker.shallStop = false;
    worker.state.isGoing = false;
    worker.state.wokenAt = -1;
    m_now = std::max(m_now, ended);
    m_gaveWayAt = ended;
    stopped(worker.state.job);
    process();
    m_gaveWayAt = -1;
    if (!worker.state.isGoing) worker.threads().rest();
    worker.wake.wait(lock, [&] { return worker.state.isGoing || m_isEnding; });
    noteHandOver(worker);
}

void Server::made(std::uint32_t job) {
    if (job >= m_workerOf.size()) m_workerOf.resize(job + std::size_t(1));
    const std::size_t model = m_jobs[job].candidate.model;
    const auto idle = std::ranges::find_if(
        m_workers, [&](const auto& each) { return each->model() == model && each->state.job == None; });
    m_workerOf[job] = static_cast<std::uint32_t>(idle - m_workers.begin());
    (*idle)->state.job = job;
}

void Server::begins(std::uint32_t job, bool takesCores) {
    Worker& worker = *m_workers[m_workerOf[job]];
    if (takesCores)
        if (const int error = worker.moveTo(m_jobs[job].cores, m_processors); error != 0)
            fail(unsupported(say("cannot run on the cores of {1}: {2}",
                                 inQuotes(m_models[worker.model()].model->name), std::strerror(error))));
    worker.state.isGoing = true;
    if (worker.isThisThread()) return;
    worker.state.wokenAt = now();
    worker.state.gaveWayAt = m_gaveWayAt;
    worker.wake.notify_one();
}

void Server::left(std::uint32_t model, const Departure& departure) {
    if (m_options.told) m_departed[model].push_back(departure);
}

void Server::stopsBehindOperator(std::uint32_t job) { m_workers[m_workerOf[job]]->shallStop = true; }

} // namespace edgewright::serve
