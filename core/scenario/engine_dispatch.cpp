// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions: which batch or stopped job goes on a core set's free cores, and which gives way.
#include "core/scenario/engine.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace edgewright::scenario {

void Engine::dispatch(SetState& set) {
    set.isTouched = false;
    if (set.hasDelays)
        for (const std::uint32_t each : set.models) {
            ModelState& state = m_models[each];
            if (state.heldSince >= 0) state.held += m_now - state.heldSince;
            state.heldSince = -1;
            state.isHeld = false;
        }
    const bool canGiveWay = m_policy.preemption == Preemption::BetweenOperators;
    while (set.free != 0 || canGiveWay) {
        findCandidates(set);
        const auto chosen = choose(m_policy, m_candidates);
        if (!chosen) break;
        const Candidate candidate = m_candidates[*chosen];
        const Source source = m_sources[*chosen];
        if (std::popcount(set.free) < m_models[candidate.model].model->threads) {
            if (canGiveWay) makeWay(set);
            break;
        }
        if (source.job == None)
            startBatch(set, static_cast<std::uint32_t>(candidate.model), source.decision);
        else
            resume(set, source.job);
    }
    if (!set.stopped.empty()) closeSegments(set);
    if (!set.hasDelays) return;
    for (const std::uint32_t each : set.models) {
        ModelState& state = m_models[each];
        if (state.isHeld && std::popcount(set.free) >= state.model->threads) state.heldSince = m_now;
    }
}

void Engine::findCandidates(SetState& set) {
    m_candidates.clear();
    m_sources.clear();
    for (const std::uint32_t number : set.stopped) {
        m_candidates.push_back(m_jobs[number].candidate);
        m_candidates.back().turn = m_models[m_candidates.back().model].turn;
        m_sources.push_back({number, {}});
    }
    for (const std::uint32_t number : set.models) {
        ModelState& state = m_models[number];
        state.isHeld = false;
        if (state.queue.isEmpty() || state.running >= state.model->instances) continue;
        m_expired.clear();
        const BatchDecision decision = state.queue.decide(m_now, m_expired);
        for (const Queued& each : m_expired) {
            m_collector.waiting(number, m_now, -1);
            drop(number, each.id, Outcome::TimedOut);
        }
        if (decision.requests == 0) {
            state.isHeld = !state.queue.isEmpty();
            if (decision.wakeAt != Forever && decision.wakeAt != state.timerAt) {
                state.timerAt = decision.wakeAt;
                push({decision.wakeAt, EventKind::Timer, number});
            }
            continue;
        }
        const Queued& oldest = state.queue.at(0);
        m_candidates.push_back({number, state.model->priority, oldest.since,
                                state.deadline == Forever ? Forever : oldest.since + state.deadline,
                                m_requests[oldest.id].order, state.turn});
        m_sources.push_back({None, decision});
    }
}

void Engine::startBatch(SetState& set, std::uint32_t model, const BatchDecision& decision) {
    ModelState& state = m_models[model];
    Job job;
    std::uint32_t last = None;
    for (std::size_t i = 0; i < decision.requests; ++i) {
        const Queued item = state.queue.at(0);
        state.queue.takeFirst();
        m_collector.waiting(model, m_now, -1);
        Request& request = m_requests[item.id];
        request.heldBefore = state.held - request.heldBefore; // from now on: for how long it was held
        request.next = None;
        if (last == None)
            job.first = item.id;
        else
            m_requests[last].next = item.id;
        last = item.id;
        job.size += item.size;
    }
    const Request& oldest = m_requests[job.first];
    job.candidate = {model,          state.model->priority,
                     oldest.arrival, state.deadline == Forever ? Forever : oldest.arrival + state.deadline,
                     oldest.order,   0};
    const BatchTimes& times = state.times->timesFor(job.size);
    const auto runs = static_cast<std::uint64_t>(state.times->runs(times));
    const std::uint64_t run = runs == 1 ? 0 : state.draws.upTo(runs);
    job.times = times.times.data() + run * state.times->operators.size();
    job.number = m_batches++;
    job.start = m_now;
    ++state.running;
    m_collector.batchSent(model, job.size, decision.reason);
    const std::uint32_t number = m_jobs.add(job);
    takeCores(set, number);
}

void Engine::resume(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    std::erase(set.stopped, number);
    const bool goesOn = job.hasOpenSegment && (set.free & job.cores) == job.cores;
    if (!goesOn && job.hasOpenSegment) {
        emit(job, m_now, true, false);
        m_collector.preempted(job.candidate.model);
    }
    job.preempted += m_now - job.stoppedAt;
    if (!goesOn) return takeCores(set, number);
    set.free &= ~job.cores;
    set.running.push_back(number);
    m_models[job.candidate.model].turn = ++m_turn;
    schedule(job, number, 0);
}

void Engine::takeCores(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    ModelState& state = m_models[job.candidate.model];
    const bool hasOwn = job.cores != 0 && (set.free & job.cores) == job.cores;
    std::uint64_t cores = hasOwn ? job.cores : 0, rest = set.free;
    for (std::int64_t i = 0; !hasOwn && i < state.model->threads; ++i) {
        cores |= rest & (~rest + 1);
        rest &= rest - 1;
    }
    double seconds = m_service.overheads.decision;
    for (std::uint64_t each = cores; each != 0 && m_service.overheads.wakeUp > 0; each &= each - 1)
        if (m_idleSince[static_cast<std::size_t>(std::countr_zero(each))] < m_now) {
            seconds += m_service.overheads.wakeUp;
            break;
        }
    job.cores = cores;
    job.segmentBegin = m_now;
    set.free &= ~cores;
    set.running.push_back(number);
    state.turn = ++m_turn;
    schedule(job, number, seconds > 0 ? ticksOf(seconds) : 0);
}

// From the begin of operator `at` on, which stops nowhere.
void Engine::schedule(Job& job, std::uint32_t number, Ticks overhead) {
    job.generation = ++m_generation;
    job.isStopping = false;
    if (!m_service.interference.isNone()) {
        job.left = static_cast<double>(overhead + job.times[job.at]);
        job.since = m_now;
        job.slowdown = 0; // until updateSlowdowns()
        m_areRatesOld = true;
        return;
    }
    const std::size_t operators = m_models[job.candidate.model].times->operators.size();
    Ticks end = m_now + overhead;
    job.operatorEnd = end + job.times[job.at];
    for (std::size_t i = job.at; i < operators; ++i)
        end += job.times[i];
    push({end, EventKind::Stop, number, job.generation});
}

void Engine::makeWay(SetState& set) {
    // Cores that are free, or will be: the first candidates have them.
    std::int64_t cores = std::popcount(set.free);
    for (const std::uint32_t each : set.running)
        if (m_jobs[each].isStopping) cores += std::popcount(m_jobs[each].cores);
    std::ranges::sort(m_candidates, m_policy.goesFirst);
    for (const Candidate& waiting : m_candidates) {
        const std::int64_t threads = m_models[waiting.model].model->threads;
        while (cores < threads) {
            std::uint32_t last = None;
            Candidate lastRunning;
            for (const std::uint32_t each : set.running) {
                if (m_jobs[each].isStopping) continue;
                Candidate running = m_jobs[each].candidate;
                running.turn = m_models[running.model].turn;
                if (!givesWay(m_policy, running, waiting)) continue;
                if (last != None && m_policy.goesFirst(running, lastRunning)) continue;
                last = each;
                lastRunning = running;
            }
            if (last == None) return;
            stopBehindOperator(last);
            cores += std::popcount(m_jobs[last].cores);
        }
        cores -= threads;
    }
}

void Engine::stopBehindOperator(std::uint32_t number) {
    Job& job = m_jobs[number];
    job.isStopping = true;
    if (!m_service.interference.isNone()) return; // each operator ends with an event
    const std::size_t operators = m_models[job.candidate.model].times->operators.size();
    while (job.operatorEnd < m_now && job.at + 1 < operators)
        job.operatorEnd += job.times[++job.at];
    job.generation = ++m_generation;
    push({job.operatorEnd, EventKind::Stop, number, job.generation});
}

// Of jobs that stopped now and did not go on at once.
void Engine::closeSegments(SetState& set) {
    for (const std::uint32_t each : set.stopped) {
        Job& job = m_jobs[each];
        if (!job.hasOpenSegment) continue;
        job.hasOpenSegment = false;
        emit(job, m_now, true, false);
        m_collector.preempted(job.candidate.model);
    }
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
                                      : std::span(all).subspan(m_jobs[each].at * resources, resources));
    }
    for (std::size_t i = 0; i < running.size(); ++i) {
        Job& job = m_jobs[running[i]];
        if (job.slowdown > 0) job.left -= static_cast<double>(m_now - job.since) / job.slowdown;
        job.left = std::max(job.left, 0.0);
        job.since = m_now;
        std::swap(demands[0], demands[i]);
        const double slower = slowdown(m_service.interference, demands);
        std::swap(demands[0], demands[i]);
        if (slower == job.slowdown) continue;
        job.slowdown = slower;
        job.generation = ++m_generation;
        const double left = std::min(std::ceil(job.left * slower - 1e-6), 0x1p62);
        push({m_now + static_cast<Ticks>(left), EventKind::Stop, running[i], job.generation});
    }
}

} // namespace edgewright::scenario
