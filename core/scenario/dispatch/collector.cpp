// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/dispatch/collector.h"

#include "core/base/translatable.h"

#include <bit>

namespace edgewright::scenario {

std::string_view outcomeName(Outcome outcome) {
    constexpr std::array<std::string_view, Outcomes> Names{"done", "queue_full", "timed_out", "behind"};
    return Names[static_cast<std::size_t>(outcome)];
}

const char* outcomeTitle(Outcome outcome) {
    constexpr std::array<const char*, Outcomes> Titles{
        TRANSLATABLE("Word", "Done"), TRANSLATABLE("Word", "Queue full"), TRANSLATABLE("Word", "Timed out"),
        TRANSLATABLE("Word", "Dropped for another frame")};
    return Titles[static_cast<std::size_t>(outcome)];
}

Collector::Collector(const Scenario& scenario, Ticks countsFrom, Ticks arrivalsEnd,
                     const SimulationLimits& limits)
    : m_limits(limits), m_busy(static_cast<std::size_t>(MaxCores)) {
    m_result.countsFrom = countsFrom;
    for (const Model& model : scenario.models) {
        m_result.models.emplace_back().name = model.name;
        State& state = m_models.emplace_back(
            State{.queue = CourseRecorder(std::max<std::size_t>(limits.stretches, 2), arrivalsEnd)});
        if (model.deadlineMs) state.deadline = ticksOfMs(*model.deadlineMs);
    }
}

void Collector::queryLeft(std::size_t model, Ticks arrival, Ticks now, Outcome outcome) {
    if (!counts(arrival)) return;
    ModelResult& result = m_result.models[model];
    ++result.outcomes[static_cast<std::size_t>(outcome)];
    if (outcome != Outcome::Done) return;
    ++result.done;
    result.missed += isLate(model, now - arrival);
    result.latencies.push_back(secondsOf(now - arrival));
}

void Collector::requestLeft(std::size_t model, const Departure& departure) {
    ModelResult& result = m_result.models[model];
    result.stayed += static_cast<std::uint64_t>(departure.end - departure.arrival);
    if (m_result.requests.size() < m_limits.requests)
        m_result.requests.push_back({static_cast<std::uint32_t>(model), departure.outcome, departure.number,
                                     departure.arrival, departure.start, departure.end, departure.preempted,
                                     departure.batch, departure.core});
    else
        m_result.hasAllRequests = false;
    if (!counts(departure.arrival) || departure.outcome != Outcome::Done) return;
    const double wait = secondsOf(departure.start - departure.arrival),
                 forBatch = secondsOf(departure.waitedForBatch), stopped = secondsOf(departure.preempted);
    result.waits.push_back(wait);
    result.waitedForBatch += forBatch;
    result.queued += wait - forBatch;
    result.preempted += stopped;
    result.executed += secondsOf(departure.end - departure.start) - stopped;
}

void Collector::cutOff(std::size_t model, Ticks arrival, Ticks now, bool isQuery) {
    inSystem(model, now, -1);
    m_result.models[model].stayed += static_cast<std::uint64_t>(now - arrival);
    if (isQuery && counts(arrival)) --m_result.models[model].arrived;
}

void Collector::batchSent(std::size_t model, std::int64_t size, BatchReason reason) {
    auto& batches = m_models[model].batches;
    const auto at = static_cast<std::size_t>(size);
    if (at >= batches.size()) batches.resize(at + 1);
    ++batches[at][static_cast<std::size_t>(reason)];
}

void Collector::segment(const Segment& of, std::uint64_t cores, Ticks until) {
    const Ticks busy = std::min(of.end, until) - std::max(of.begin, m_result.countsFrom);
    for (; cores != 0; cores &= cores - 1) {
        const int core = std::countr_zero(cores);
        if (busy > 0) m_busy[static_cast<std::size_t>(core)] += busy;
        if (m_result.segments.size() >= m_limits.segments) {
            m_result.hasAllSegments = false;
        } else {
            m_result.segments.push_back(of);
            m_result.segments.back().core = core;
        }
    }
}

std::vector<BatchCount> Collector::batches(std::size_t model) const {
    std::vector<BatchCount> counts;
    const auto& bySize = m_models[model].batches;
    for (std::size_t size = 0; size < bySize.size(); ++size)
        if (bySize[size] != std::array<std::int64_t, BatchReasons>{})
            counts.push_back({static_cast<std::int64_t>(size), bySize[size]});
    return counts;
}

std::vector<double> Collector::busySeconds() const {
    std::vector<double> seconds;
    for (const Ticks busy : m_busy)
        seconds.push_back(secondsOf(busy));
    return seconds;
}

Simulation Collector::take(Ticks arrivalsEnd, std::int64_t events) {
    m_result.arrivalsEnd = arrivalsEnd;
    m_result.events = events;
    const double counted = secondsOf(std::max<Ticks>(arrivalsEnd - m_result.countsFrom, 1));
    for (const Ticks busy : m_busy)
        m_result.utilisation.push_back(secondsOf(busy) / counted);
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        ModelResult& result = m_result.models[i];
        inSystem(i, m_result.end, 0);
        m_models[i].queue.until(std::max(arrivalsEnd, m_result.end), 0);
        result.queue = m_models[i].queue.take();
        result.batches = batches(i);
    }
    return std::move(m_result);
}

} // namespace edgewright::scenario
