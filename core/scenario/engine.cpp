// SPDX-License-Identifier: GPL-3.0-or-later
// Events: arrivals, and batches that come to an end or to a place where they stop.
#include "core/scenario/engine.h"

#include "core/base/say.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace edgewright::scenario {

Engine::ModelState::ModelState(const Model& of, const ServiceTimes& service, std::uint64_t seed,
                               std::size_t number)
    : model(&of), times(&service), arrivals(of, seed, 2 * number), draws(seed, 2 * number + 1),
      queue(rulesOf(of.batching)) {
    if (of.deadlineMs) deadline = ticksOfMs(*of.deadlineMs);
    const ArrivalKind kind = of.arrivals.kind;
    const bool areFrames = kind == ArrivalKind::Frames || kind == ArrivalKind::Camera;
    if (areFrames && of.arrivals.whenBehind != WhenBehind::Queue)
        frames = static_cast<std::size_t>(std::max<std::int64_t>(of.batching.maxQueue, 1));
}

Engine::Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
               const SimulationLimits& limits)
    : m_service(service), m_policy(*findPolicy(scenario.policy)), m_limits(limits),
      m_horizon(ticksOf(scenario.warmUp + scenario.seconds)), m_arrivalsEnd(m_horizon),
      m_minQueries(scenario.minQueries), m_idleSince(static_cast<std::size_t>(MaxCores), -1),
      m_collector(scenario, ticksOf(scenario.warmUp), m_horizon, limits) {
    for (const CoreSet& each : coreSetsOf(scenario, cores)) {
        SetState& set = m_sets.emplace_back();
        for (const std::int64_t core : each.cores)
            set.free |= std::uint64_t(1) << core;
    }
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        ModelState& state = m_models.emplace_back(scenario.models[i], service.models[i], scenario.seed, i);
        state.set = setOf(scenario, scenario.models[i]);
        SetState& set = m_sets[state.set];
        set.models.push_back(static_cast<std::uint32_t>(i));
        set.hasDelays = set.hasDelays || state.queue.rules().delay > 0;
        state.isShort = m_minQueries > 0;
        m_short += state.isShort;
    }
}

void Engine::push(const Event& event) {
    m_events.push_back(event);
    std::ranges::push_heap(m_events, isLater);
}

Result<Simulation> Engine::run(const RunContext& context) {
    constexpr std::int64_t EventsBetweenPolls = 4096, MaxYears = 100;
    constexpr Ticks MaxTime = MaxYears * 365 * 86'400 * TicksPerSecond;
    for (std::uint32_t i = 0; i < m_models.size(); ++i) {
        const bool isClosed = m_models[i].model->arrivals.kind == ArrivalKind::ClosedLoop;
        for (std::int64_t more = isClosed ? m_models[i].model->arrivals.streams : 1; more > 0; --more)
            expectArrival(i);
    }
    std::int64_t events = 0;
    while (!m_events.empty()) {
        m_now = m_events.front().time;
        if (m_now > MaxTime) return unsupported(say("a simulation of more than {1} years", MaxYears));
        while (!m_events.empty() && m_events.front().time == m_now) {
            std::ranges::pop_heap(m_events, isLater);
            const Event event = m_events.back();
            m_events.pop_back();
            handle(event);
            if (++events % EventsBetweenPolls != 0) continue;
            if (context.stopped()) return cancelled();
            if (events > m_limits.events)
                return unsupported(say("more than {1} events", Grouped{m_limits.events}));
            constexpr double Steps = 1000;
            const double done = static_cast<double>(m_now) / static_cast<double>(m_horizon);
            context.report(static_cast<std::uint32_t>(Steps * std::min(done, 1.0)),
                           static_cast<std::uint32_t>(Steps));
        }
        for (SetState& set : m_sets)
            if (set.isTouched) dispatch(set);
        if (m_areRatesOld) updateSlowdowns();
    }
    if (context.stopped()) return cancelled();
    return m_collector.take(m_arrivalsEnd, events);
}

void Engine::handle(const Event& event) {
    switch (event.kind) {
    case EventKind::Stop:
        if (m_jobs[event.place].generation == event.generation) stop(event.place);
        break;
    case EventKind::Arrival:
        arrival(event.place);
        break;
    case EventKind::Timer: {
        ModelState& state = m_models[event.place];
        if (state.timerAt == event.time) state.timerAt = Forever;
        m_sets[state.set].isTouched = true;
        break;
    }
    }
}

void Engine::expectArrival(std::uint32_t model) {
    const Ticks at = m_models[model].arrivals.next();
    if (at != Forever)
        push({std::max(at, m_now), EventKind::Arrival, model});
    else if (m_models[model].model->arrivals.kind != ArrivalKind::ClosedLoop)
        nowEnough(m_models[model]); // there will be no more
}

void Engine::nowEnough(ModelState& state) {
    if (!state.isShort) return;
    state.isShort = false;
    if (--m_short == 0) m_arrivalsEnd = std::max(m_horizon, m_now);
}

void Engine::arrival(std::uint32_t model) {
    if (m_now >= m_horizon && m_short == 0) return;
    query(model);
    ModelState& state = m_models[model];
    if (state.isShort && m_collector.countedQueries(model) >= m_minQueries) nowEnough(state);
    if (state.model->arrivals.kind != ArrivalKind::ClosedLoop) expectArrival(model);
}

void Engine::query(std::uint32_t model) {
    const std::int64_t samples = samplesOfQuery(m_models[model].model->arrivals);
    m_collector.queryArrived(model, m_now);
    const bool isClosed = m_models[model].model->arrivals.kind == ArrivalKind::ClosedLoop;
    const std::uint32_t query = samples > 1 || isClosed ? m_queries.add({m_now, samples}) : None;
    for (std::int64_t i = 0; i < samples; ++i)
        enqueue(model, query);
    m_sets[m_models[model].set].isTouched = true;
}

void Engine::enqueue(std::uint32_t model, std::uint32_t query) {
    ModelState& state = m_models[model];
    const Ticks held = state.held + (state.heldSince >= 0 ? m_now - state.heldSince : 0);
    const std::uint32_t request = m_requests.add({m_now, held, state.requests++, m_order++, query});
    m_collector.inSystem(model, m_now, 1);
    if (state.frames > 0 && state.queue.size() >= state.frames) {
        if (state.model->arrivals.whenBehind == WhenBehind::Newest)
            return drop(model, request, Outcome::Behind);
        const std::uint32_t oldest = state.queue.at(0).id;
        state.queue.takeFirst();
        m_collector.waiting(model, m_now, -1);
        drop(model, oldest, Outcome::Behind);
    }
    if (!state.queue.add({.id = request, .since = m_now})) return drop(model, request, Outcome::QueueFull);
    m_collector.waiting(model, m_now, 1);
}

void Engine::drop(std::uint32_t model, std::uint32_t request, Outcome outcome) {
    leave(model, request,
          {.arrival = m_requests[request].arrival,
           .start = m_now,
           .end = m_now,
           .number = m_requests[request].number,
           .outcome = outcome});
}

void Engine::leave(std::uint32_t model, std::uint32_t request, const Departure& departure) {
    m_collector.inSystem(model, m_now, -1);
    m_collector.requestLeft(model, departure);
    const std::uint32_t number = m_requests[request].query;
    m_requests.release(request);
    if (number == None) return m_collector.queryLeft(model, departure.arrival, m_now, departure.outcome);
    Query& query = m_queries[number];
    if (query.outcome == Outcome::Done) query.outcome = departure.outcome;
    if (--query.left > 0) return;
    m_collector.queryLeft(model, query.arrival, m_now, query.outcome);
    m_queries.release(number);
    if (m_models[model].model->arrivals.kind == ArrivalKind::ClosedLoop)
        push({m_now, EventKind::Arrival, model});
}

void Engine::stop(std::uint32_t number) {
    Job& job = m_jobs[number];
    const ModelState& state = m_models[job.candidate.model];
    SetState& set = m_sets[state.set];
    set.isTouched = true;
    const std::size_t operators = state.times->operators.size();
    const bool computesOne = !m_service.interference.isNone(); // events end operators, not batches
    if (!job.isStopping && !computesOne) return finish(number);
    if (++job.at >= operators) return finish(number);
    if (!job.isStopping) {
        job.left = static_cast<double>(job.times[job.at]);
        job.since = m_now;
        job.slowdown = 0;
        m_areRatesOld = true;
        return;
    }
    job.isStopping = false;
    job.generation = 0;
    job.stoppedAt = m_now;
    job.hasOpenSegment = true;
    set.free |= job.cores;
    std::erase(set.running, number);
    set.stopped.push_back(number);
    m_areRatesOld = computesOne;
}

void Engine::finish(std::uint32_t number) {
    Job job = m_jobs[number];
    m_jobs[number].generation = 0;
    m_jobs.release(number);
    const auto model = static_cast<std::uint32_t>(job.candidate.model);
    ModelState& state = m_models[model];
    SetState& set = m_sets[state.set];
    set.free |= job.cores;
    std::erase(set.running, number);
    --state.running;
    m_areRatesOld = m_areRatesOld || !m_service.interference.isNone();
    bool isLate = false;
    const int core = std::countr_zero(job.cores);
    for (std::uint32_t at = job.first; at != None;) {
        const Request request = m_requests[at];
        isLate = isLate || m_collector.isLate(model, m_now - request.arrival);
        leave(model, at,
              {.arrival = request.arrival,
               .start = job.start,
               .end = m_now,
               .preempted = job.preempted,
               .waitedForBatch = request.heldBefore, // counted at the start
               .number = request.number,
               .batch = job.size,
               .core = core});
        at = request.next;
    }
    emit(job, m_now, false, isLate);
}

void Engine::emit(const Job& job, Ticks end, bool isPreempted, bool isLate) {
    for (std::uint64_t cores = job.cores; cores != 0; cores &= cores - 1)
        m_idleSince[static_cast<std::size_t>(std::countr_zero(cores))] = end;
    m_collector.segment({0, static_cast<std::uint32_t>(job.candidate.model), job.number, job.segmentBegin, end,
                         isPreempted, isLate},
                        job.cores, m_short == 0 ? m_arrivalsEnd : m_now);
}

} // namespace edgewright::scenario
