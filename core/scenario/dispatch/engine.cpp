// SPDX-License-Identifier: GPL-3.0-or-later
// Time, which goes from event to event, and batches that come to an end or to a place where they stop.
#include "core/scenario/dispatch/engine.h"

#include "core/base/say.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace edgewright::scenario {

Engine::Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
               const SimulationLimits& limits)
    : Dispatcher(scenario, cores, limits), m_service(service), m_maxEvents(limits.events),
      m_rows(scenario.models.size()), m_instances(scenario.models.size()),
      m_cores(static_cast<std::size_t>(MaxCores)), m_lastOn(m_sets.size()) {
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        m_draws.emplace_back(scenario.seed, 2 * i + 1);
        m_services.emplace_back(service.models[i]);
    }
    m_draws.emplace_back(scenario.seed, 2 * scenario.models.size() + 1);
}

Result<Simulation> Engine::run(const RunContext& context) {
    constexpr std::int64_t EventsBetweenPolls = 4096, MaxYears = 100;
    constexpr Ticks MaxTime = MaxYears * 365 * 86'400 * TicksPerSecond;
    begin();
    std::int64_t events = 0;
    while ((m_now = nextEvent()) != Forever) {
        if (m_now > MaxTime) return unsupported(say("a simulation of more than {1} years", MaxYears));
        while (hasEventUntil(m_now)) {
            handleNext();
            if (!m_service.overheads.notices.empty()) noticeWhatIsThere();
            if (++events % EventsBetweenPolls != 0) continue;
            if (context.stopped()) return cancelled();
            if (events > m_maxEvents) return unsupported(say("more than {1} events", Grouped{m_maxEvents}));
            constexpr double Steps = 1000;
            const double done = static_cast<double>(m_now) / static_cast<double>(m_horizon);
            context.report(static_cast<std::uint32_t>(Steps * std::min(done, 1.0)),
                           static_cast<std::uint32_t>(Steps));
        }
        dispatchTouched();
        if (m_areRatesOld) updateSlowdowns();
    }
    if (context.stopped()) return cancelled();
    return m_collector.take(m_arrivalsEnd, events);
}

void Engine::made(std::uint32_t number) {
    const Job& job = m_jobs[number];
    const ServiceDraw& service = m_services[job.candidate.model];
    if (number >= m_computed.size()) {
        m_computed.resize(number + std::size_t(1));
        m_times.resize(number + std::size_t(1));
    }
    Computed& computed = m_computed[number] = {.size = service.place(job.size)};
    const std::size_t rank = drawnRank(job.candidate.model, computed.size);
    computed.times = service.times(computed.size, rank, pauseOf(job, computed), m_times[number]);
}

std::size_t Engine::drawnRank(std::size_t model, std::size_t place) {
    const ServiceDraw& service = m_services[model];
    const std::uint64_t runs = service.runs(place);
    if (runs == 1) return 0;
    const std::int64_t inARow = m_service.models[model].inARow;
    if (inARow == 1) return static_cast<std::size_t>(m_draws[model].upTo(runs));
    Row& row = m_rows[model];
    if (row.left-- == 0) row = {m_draws[model].upTo(runs), inARow - 1};
    return service.rankOf(place, static_cast<std::size_t>(row.next++ % runs));
}

// Takes an instance.
ServiceDraw::Pause Engine::pauseOf(const Job& job, Computed& computed) {
    const std::size_t model = job.candidate.model;
    if (!m_services[model].hasPauses()) return {};
    std::vector<Instance>& instances = m_instances[model];
    auto free = std::ranges::find(instances, true, &Instance::isFree);
    if (free == instances.end()) free = instances.insert(free, Instance{});
    free->isFree = false;
    computed.instance = static_cast<std::size_t>(free - instances.begin());
    const LastOn& last = m_lastOn[m_models[model].set];
    return {m_now - free->end, (last.model != model ? last.end : last.otherEnd) > free->end};
}

double Engine::drawn(const std::vector<double>& seconds) {
    if (seconds.size() <= 1) return seconds.empty() ? 0 : seconds.front();
    return seconds[m_draws.back().upTo(seconds.size())];
}

// What is there while others are handled is noticed with them.
Ticks Engine::lateness(Ticks time) {
    return time < m_now ? m_now - time : ticksOf(drawn(m_service.overheads.notices));
}

Ticks Engine::overheadOf(const Job& job, bool goesOn) {
    const Overheads& overheads = m_service.overheads;
    bool wakes = false, isOther = goesOn, givesWay = false;
    for (std::uint64_t each = job.cores; each != 0; each &= each - 1) {
        const Core& core = m_cores[static_cast<std::size_t>(std::countr_zero(each))];
        wakes = wakes || core.end < m_now;
        givesWay = givesWay || !core.isDone;
        isOther = isOther || core.model != job.candidate.model || givesWay;
    }
    double seconds = overheads.decision;
    if (wakes)
        seconds += drawn(overheads.wakeUps);
    else if (isOther)
        seconds += drawn(givesWay && !overheads.giveWays.empty() ? overheads.giveWays : overheads.handOvers);
    return seconds > 0 ? ticksOf(seconds) : 0;
}

void Engine::leavesCores(const Job& job, bool isDone) {
    for (std::uint64_t each = job.cores; each != 0; each &= each - 1)
        m_cores[static_cast<std::size_t>(std::countr_zero(each))] = {m_now, job.candidate.model, isDone};
    LastOn& last = m_lastOn[m_models[job.candidate.model].set];
    if (last.model != job.candidate.model) last = {job.candidate.model, m_now, last.end};
    last.end = m_now;
}

// From the begin of an operator on, to the end of the batch unless it is told to stop.
void Engine::begins(std::uint32_t number, bool takesCores) {
    const Job& job = m_jobs[number];
    Computed& computed = m_computed[number];
    const Ticks overhead = takesCores ? overheadOf(job, computed.at > 0) : 0;
    computed.generation = ++m_generation;
    if (!m_service.interference.isNone()) {
        computed.left = static_cast<double>(overhead + computed.times[computed.at]);
        computed.since = m_now;
        computed.slowdown = 0; // until updateSlowdowns()
        m_areRatesOld = true;
        return;
    }
    Ticks end = m_now + overhead;
    computed.operatorEnd = end + computed.times[computed.at];
    const std::size_t operators = operatorsOf(job);
    for (std::size_t i = computed.at; i < operators; ++i)
        end += computed.times[i];
    push({end, EventKind::Stop, number, computed.generation});
}

void Engine::stopsBehindOperator(std::uint32_t number) {
    if (!m_service.interference.isNone()) return; // each operator ends with an event
    Computed& computed = m_computed[number];
    const std::size_t operators = operatorsOf(m_jobs[number]);
    while (computed.operatorEnd < m_now && computed.at + 1 < operators)
        computed.operatorEnd += computed.times[++computed.at];
    computed.generation = ++m_generation;
    push({computed.operatorEnd, EventKind::Stop, number, computed.generation});
}

void Engine::computing(const Event& event) {
    const std::uint32_t number = event.place;
    Computed& computed = m_computed[number];
    if (computed.generation != event.generation) return; // out of date
    const Job& job = m_jobs[number];
    const bool computesOne = !m_service.interference.isNone(); // events end operators, not batches
    if (!job.isStopping && !computesOne) return end(number);
    if (++computed.at >= operatorsOf(job)) return end(number);
    m_areRatesOld = m_areRatesOld || computesOne;
    if (job.isStopping) {
        computed.generation = 0;
        leavesCores(job, false);
        stopped(number);
        return;
    }
    computed.left = static_cast<double>(computed.times[computed.at]);
    computed.since = m_now;
    computed.slowdown = 0;
}

void Engine::end(std::uint32_t number) {
    Computed& computed = m_computed[number];
    const Job& job = m_jobs[number];
    computed.generation = 0;
    m_areRatesOld = m_areRatesOld || !m_service.interference.isNone();
    leavesCores(job, true);
    if (auto& instances = m_instances[job.candidate.model]; !instances.empty()) {
        instances[computed.instance].isFree = true;
        instances[computed.instance].end = m_now;
    }
    finished(number);
}

void Engine::updateSlowdowns() {
    m_areRatesOld = false;
    const std::size_t resources = m_service.interference.resources.size();
    std::vector<std::uint32_t> running;
    for (const SetState& set : m_sets)
        running.insert(running.end(), set.running.begin(), set.running.end());
    std::vector<RunningBatch> batches;
    for (const std::uint32_t each : running) {
        RunningBatch& batch = batches.emplace_back(RunningBatch{.model = m_jobs[each].candidate.model});
        if (resources == 0 || m_service.interference.demands[batch.model].empty()) continue;
        batch.demands = std::span(m_service.interference.demands[batch.model])
                            .subspan(m_computed[each].at * resources, resources);
    }
    for (std::size_t i = 0; i < running.size(); ++i) {
        Computed& computed = m_computed[running[i]];
        if (computed.slowdown > 0)
            computed.left -= static_cast<double>(m_now - computed.since) / computed.slowdown;
        computed.left = std::max(computed.left, 0.0);
        computed.since = m_now;
        std::swap(batches[0], batches[i]);
        const double slower = slowdown(m_service.interference, batches);
        std::swap(batches[0], batches[i]);
        if (slower == computed.slowdown) continue;
        computed.slowdown = slower;
        computed.generation = ++m_generation;
        const double left = std::min(std::ceil(computed.left * slower - 1e-6), 0x1p62);
        push({m_now + static_cast<Ticks>(left), EventKind::Stop, running[i], computed.generation});
    }
}

} // namespace edgewright::scenario
