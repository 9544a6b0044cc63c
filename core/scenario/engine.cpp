// SPDX-License-Identifier: GPL-3.0-or-later
// Time, which goes from event to event, and batches that come to an end or to a place where they stop.
#include "core/scenario/engine.h"

#include "core/base/say.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace edgewright::scenario {

Engine::Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
               const SimulationLimits& limits)
    : Dispatcher(scenario, cores, limits), m_service(service), m_maxEvents(limits.events) {
    for (std::size_t i = 0; i < scenario.models.size(); ++i)
        m_draws.emplace_back(scenario.seed, 2 * i + 1);
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
    const ServiceTimes& model = m_service.models[job.candidate.model];
    const BatchTimes& times = model.timesFor(job.size);
    const auto runs = static_cast<std::uint64_t>(model.runs(times));
    const std::uint64_t run = runs == 1 ? 0 : m_draws[job.candidate.model].upTo(runs);
    if (number >= m_computed.size()) m_computed.resize(number + std::size_t(1));
    m_computed[number] = {.times = times.times.data() + run * model.operators.size()};
}

Ticks Engine::overheadOf(const Job& job) const {
    double seconds = m_service.overheads.decision;
    for (std::uint64_t each = job.cores; each != 0 && m_service.overheads.wakeUp > 0; each &= each - 1)
        if (m_idleSince[static_cast<std::size_t>(std::countr_zero(each))] < m_now) {
            seconds += m_service.overheads.wakeUp;
            break;
        }
    return seconds > 0 ? ticksOf(seconds) : 0;
}

// From the begin of an operator on, to the end of the batch unless it is told to stop.
void Engine::begins(std::uint32_t number, bool takesCores) {
    const Job& job = m_jobs[number];
    Computed& computed = m_computed[number];
    const Ticks overhead = takesCores ? overheadOf(job) : 0;
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
        stopped(number);
        return;
    }
    computed.left = static_cast<double>(computed.times[computed.at]);
    computed.since = m_now;
    computed.slowdown = 0;
}

void Engine::end(std::uint32_t number) {
    m_computed[number].generation = 0;
    m_areRatesOld = m_areRatesOld || !m_service.interference.isNone();
    finished(number);
}

void Engine::updateSlowdowns() {
    m_areRatesOld = false;
    const std::size_t resources = m_service.interference.resources.size();
    std::vector<std::uint32_t> running;
    for (const SetState& set : m_sets)
        running.insert(running.end(), set.running.begin(), set.running.end());
    std::vector<std::span<const double>> demands;
    for (const std::uint32_t each : running) {
        const std::vector<double>& all = m_service.interference.demands[m_jobs[each].candidate.model];
        demands.push_back(all.empty() ? std::span<const double>()
                                      : std::span(all).subspan(m_computed[each].at * resources, resources));
    }
    for (std::size_t i = 0; i < running.size(); ++i) {
        Computed& computed = m_computed[running[i]];
        if (computed.slowdown > 0)
            computed.left -= static_cast<double>(m_now - computed.since) / computed.slowdown;
        computed.left = std::max(computed.left, 0.0);
        computed.since = m_now;
        std::swap(demands[0], demands[i]);
        const double slower = slowdown(m_service.interference, demands);
        std::swap(demands[0], demands[i]);
        if (slower == computed.slowdown) continue;
        computed.slowdown = slower;
        computed.generation = ++m_generation;
        const double left = std::min(std::ceil(computed.left * slower - 1e-6), 0x1p62);
        push({m_now + static_cast<Ticks>(left), EventKind::Stop, running[i], computed.generation});
    }
}

} // namespace edgewright::scenario
