// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals, and batches that are done.
#include "core/scenario/dispatch/dispatcher.h"

#include <algorithm>
#include <bit>
#include <set>

namespace edgewright::scenario {

Dispatcher::ModelState::ModelState(const Model& of, std::uint64_t seed, std::size_t number)
    : model(&of), arrivals(of, seed, 2 * number), queue(rulesOf(of.batching)) {
    if (of.deadlineMs) deadline = ticksOfMs(*of.deadlineMs);
    const ArrivalKind kind = of.arrivals.kind;
    const bool areFrames = kind == ArrivalKind::Frames || kind == ArrivalKind::Camera;
    if (areFrames && of.arrivals.whenBehind != WhenBehind::Queue)
        frames = static_cast<std::size_t>(std::max<std::int64_t>(of.batching.maxQueue, 1));
}

Dispatcher::Dispatcher(const Scenario& scenario, std::int64_t cores, const SimulationLimits& limits)
    : m_policy(*findPolicy(scenario.policy)), m_horizon(ticksOf(scenario.warmUp + scenario.seconds)),
      m_arrivalsEnd(m_horizon), m_collector(scenario, ticksOf(scenario.warmUp), m_horizon, limits),
      m_minQueries(scenario.minQueries) {
    for (const CoreSet& each : coreSetsOf(scenario, cores)) {
        SetState& set = m_sets.emplace_back(m_policy);
        for (const std::int64_t core : each.cores)
            set.free |= std::uint64_t(1) << core;
    }
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        ModelState& state = m_models.emplace_back(scenario.models[i], scenario.seed, i);
        state.set = setOf(scenario, scenario.models[i]);
        SetState& set = m_sets[state.set];
        const BatchRules& rules = state.queue.rules();
        if (rules.delay > 0 || rules.timeout > 0) {
            state.timed = static_cast<std::uint32_t>(set.timed.size());
            set.timed.push_back({static_cast<std::uint32_t>(i)});
        }
        set.hasModels = true;
        set.hasDelays = set.hasDelays || rules.delay > 0;
        state.isShort = m_minQueries > 0;
        m_short += state.isShort;
    }
}

void Dispatcher::expect(Event event) {
    event.late = lateness(event.time);
    event.late > 0 && event.noticed() > m_now ? m_coming.push(event) : m_events.push(event);
}

Ticks Dispatcher::nextEvent() {
    Ticks next = m_events.empty() ? Forever : m_events.top().noticed();
    if (!m_there.empty()) next = std::min(next, m_there.top().noticed());
    for (; !m_coming.empty() && m_coming.top().time <= next; m_coming.pop()) {
        m_there.push(m_coming.top());
        next = std::min(next, m_there.top().noticed());
    }
    for (; !m_there.empty() && m_there.top().noticed() == next; m_there.pop())
        m_events.push(m_there.top());
    return next;
}

void Dispatcher::begin() {
    for (std::uint32_t i = 0; i < m_models.size(); ++i) {
        const bool isClosed = m_models[i].model->arrivals.kind == ArrivalKind::ClosedLoop;
        for (std::int64_t more = isClosed ? m_models[i].model->arrivals.streams : 1; more > 0; --more)
            expectArrival(i, 0);
    }
}

bool Dispatcher::isOver() {
    if (const Ticks next = nextEvent(); next != Forever && (next < m_horizon || m_short > 0)) return false;
    return std::ranges::all_of(
        m_models, [](const ModelState& each) { return each.running == 0 && each.queue.isEmpty(); });
}

void Dispatcher::handleNext() {
    const Event event = m_events.top();
    m_events.pop();
    switch (event.kind) {
    case EventKind::Stop:
        computing(event);
        break;
    case EventKind::Arrival:
        arrival(event.place, event.time);
        break;
    case EventKind::Timer: {
        ModelState& state = m_models[event.place];
        if (state.timerAt == event.time) state.timerAt = Forever;
        m_sets[state.set].isTouched = true;
        break;
    }
    }
}

void Dispatcher::noticeWhatIsThere() {
    if (std::ranges::none_of(m_sets, &SetState::isTouched)) return;
    for (; !m_coming.empty() && m_coming.top().time <= m_now; m_coming.pop())
        m_there.push(m_coming.top());
    for (; !m_there.empty(); m_there.pop()) {
        Event each = m_there.top();
        each.late = m_now - each.time;
        m_events.push(each);
    }
}

void Dispatcher::dispatchTouched() {
    for (SetState& set : m_sets)
        if (set.isTouched) dispatch(set);
}

void Dispatcher::expectArrival(std::uint32_t model, Ticks after) {
    const Ticks at = m_models[model].arrivals.next();
    if (at != Forever)
        expect({std::max(at, after), EventKind::Arrival, model});
    else if (m_models[model].model->arrivals.kind != ArrivalKind::ClosedLoop)
        nowEnough(m_models[model]); // there will be no more
}

void Dispatcher::nowEnough(ModelState& state) {
    if (!state.isShort) return;
    state.isShort = false;
    if (--m_short == 0) m_arrivalsEnd = std::max(m_horizon, m_now);
}

void Dispatcher::arrival(std::uint32_t model, Ticks at) {
    if (at >= m_horizon && m_short == 0) return;
    query(model, at);
    ModelState& state = m_models[model];
    if (state.isShort && m_collector.countedQueries(model) >= m_minQueries) nowEnough(state);
    if (state.model->arrivals.kind != ArrivalKind::ClosedLoop) expectArrival(model, at);
}

void Dispatcher::query(std::uint32_t model, Ticks at) {
    const std::int64_t samples = samplesOfQuery(m_models[model].model->arrivals);
    m_collector.queryArrived(model, at);
    const bool isClosed = m_models[model].model->arrivals.kind == ArrivalKind::ClosedLoop;
    const std::uint32_t query = samples > 1 || isClosed ? m_queries.add({at, samples}) : None;
    for (std::int64_t i = 0; i < samples; ++i)
        enqueue(model, query, at);
    m_sets[m_models[model].set].isTouched = true;
}

void Dispatcher::enqueue(std::uint32_t model, std::uint32_t query, Ticks at) {
    ModelState& state = m_models[model];
    const std::uint32_t request = m_requests.add({at, heldUntilNow(state), state.requests++, m_order++, query});
    m_collector.inSystem(model, at, 1);
    if (state.frames > 0 && state.queue.size() >= state.frames) {
        if (state.model->arrivals.whenBehind == WhenBehind::Newest)
            return drop(model, request, Outcome::Behind);
        const std::uint32_t oldest = state.queue.at(0).id;
        state.queue.takeFirst();
        changed(model);
        m_collector.waiting(model, m_now, -1);
        drop(model, oldest, Outcome::Behind);
    }
    if (!state.queue.add({.id = request, .since = at})) return drop(model, request, Outcome::QueueFull);
    if (state.queue.size() == 1 || state.timed != None) changed(model);
    m_collector.waiting(model, m_now, 1);
}

void Dispatcher::drop(std::uint32_t model, std::uint32_t request, Outcome outcome) {
    leave(model, request,
          {.arrival = m_requests[request].arrival,
           .start = m_now,
           .end = m_now,
           .number = m_requests[request].number,
           .outcome = outcome});
}

void Dispatcher::leave(std::uint32_t model, std::uint32_t request, const Departure& departure) {
    m_collector.inSystem(model, m_now, -1);
    m_collector.requestLeft(model, departure);
    left(model, departure);
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

void Dispatcher::stopped(std::uint32_t number) {
    Job& job = m_jobs[number];
    SetState& set = m_sets[m_models[job.candidate.model].set];
    set.isTouched = true;
    job.isStopping = false;
    job.stoppedAt = m_now;
    job.hasOpenSegment = true;
    set.free |= job.cores;
    std::erase(set.running, number);
    set.stopped.push_back(number);
    joinReady(set, number);
}

void Dispatcher::finished(std::uint32_t number) {
    Job job = m_jobs[number];
    m_jobs.release(number);
    const auto model = static_cast<std::uint32_t>(job.candidate.model);
    ModelState& state = m_models[model];
    SetState& set = m_sets[state.set];
    set.isTouched = true;
    set.free |= job.cores;
    std::erase(set.running, number);
    --state.running;
    changed(model);
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

void Dispatcher::emit(const Job& job, Ticks end, bool isPreempted, bool isLate) {
    m_collector.segment({0, static_cast<std::uint32_t>(job.candidate.model), job.number, job.segmentBegin, end,
                         isPreempted, isLate},
                        job.cores, m_short == 0 ? m_arrivalsEnd : m_now);
}

// Requests that wait, and those of batches that are not done.
void Dispatcher::cutOff() {
    std::set<std::uint32_t> queries; // each once
    const auto cut = [&](std::size_t model, std::uint32_t number) {
        const Request& request = m_requests[number];
        const bool isNew = request.query == None || queries.insert(request.query).second;
        m_collector.cutOff(model, request.arrival, m_now, isNew);
    };
    for (std::size_t i = 0; i < m_models.size(); ++i)
        for (std::size_t place = 0; place < m_models[i].queue.size(); ++place) {
            cut(i, m_models[i].queue.at(place).id);
            m_collector.waiting(i, m_now, -1);
        }
    m_arrivalsEnd = std::min(m_arrivalsEnd, m_now);
    for (const SetState& set : m_sets)
        for (const auto* jobs : {&set.running, &set.stopped})
            for (const std::uint32_t number : *jobs) {
                const Job& job = m_jobs[number];
                if (jobs == &set.running) emit(job, m_now, false, false);
                for (std::uint32_t at = job.first; at != None; at = m_requests[at].next)
                    cut(job.candidate.model, at);
            }
}

} // namespace edgewright::scenario
