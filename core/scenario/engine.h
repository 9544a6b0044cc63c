// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a simulation: arrivals, ends of operators and batches, and times at which a batcher is asked
// again. Nothing is allocated for an event but what grows to its largest size once.
#pragma once

#include "core/scenario/arrivals.h"
#include "core/scenario/collector.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario {

// Slots that are used again.
template <typename T>
class Pool {
public:
    std::uint32_t add(const T& value) {
        if (m_free.empty()) {
            m_slots.push_back(value);
            return static_cast<std::uint32_t>(m_slots.size() - 1);
        }
        const std::uint32_t slot = m_free.back();
        m_free.pop_back();
        m_slots[slot] = value;
        return slot;
    }
    void release(std::uint32_t slot) { m_free.push_back(slot); }
    T& operator[](std::uint32_t slot) { return m_slots[slot]; }

private:
    std::vector<T> m_slots;
    std::vector<std::uint32_t> m_free;
};

class Engine {
public:
    Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
           const SimulationLimits& limits);

    Result<Simulation> run(const RunContext& context);

private:
    static constexpr std::uint32_t None = UINT32_MAX;

    enum class EventKind : std::uint32_t { Stop, Arrival, Timer };
    struct Event { // of equal times in the order of kinds and places
        Ticks time = 0;
        EventKind kind = EventKind::Stop;
        std::uint32_t place = 0;      // a job, or a model
        std::uint64_t generation = 0; // of a job's stop: others are out of date
    };
    static bool isLater(const Event& a, const Event& b) {
        if (a.time != b.time) return a.time > b.time;
        return a.kind != b.kind ? a.kind > b.kind : a.place > b.place;
    }
    struct Query {
        Ticks arrival = 0;
        std::int64_t left = 0; // samples
        Outcome outcome = Outcome::Done;
    };
    struct Request {
        Ticks arrival = 0, heldBefore = 0;
        std::uint64_t number = 0, order = 0;
        std::uint32_t query = None;
        std::uint32_t next = None; // in the same batch
    };
    // A batch that was started.
    struct Job {
        Candidate candidate;
        std::uint32_t first = None;   // request
        std::uint64_t generation = 0; // of the event that it waits for; 0: none
        std::int64_t size = 0;
        std::uint64_t number = 0;
        const Ticks* times = nullptr; // of the run that was drawn, by operator
        std::size_t at = 0;           // operator
        std::uint64_t cores = 0;      // bits
        Ticks start = 0, segmentBegin = 0, operatorEnd = 0, stoppedAt = 0, preempted = 0;
        bool isStopping = false;    // behind the operator that it computes
        bool hasOpenSegment = true; // of a job that stopped: it may go on at once
        // With interference: of this operator, in ticks alone; slower so many times since then.
        double left = 0, slowdown = 0;
        Ticks since = 0;
    };
    struct ModelState {
        ModelState(const Model& model, const ServiceTimes& service, std::uint64_t seed, std::size_t number);

        const Model* model;
        const ServiceTimes* times;
        ArrivalSequence arrivals;
        Random draws;
        BatchQueue queue;
        std::size_t set = 0, frames = 0; // frames: that may wait; 0: no such limit
        std::int64_t running = 0;        // instances, stopped ones too
        Ticks deadline = Forever, timerAt = Forever, held = 0, heldSince = -1;
        std::uint64_t turn = 0, requests = 0;
        bool isHeld = false;  // by its batcher, as of the last decision
        bool isShort = false; // has not its fewest queries yet
    };
    struct SetState {
        std::vector<std::uint32_t> models, running, stopped; // numbers of models, and of jobs
        std::uint64_t free = 0;
        bool hasDelays = false, isTouched = false;
    };
    struct Source { // of a candidate
        std::uint32_t job = None;
        BatchDecision decision;
    };

    void push(const Event& event);
    void handle(const Event& event);
    void arrival(std::uint32_t model);
    void query(std::uint32_t model);
    void enqueue(std::uint32_t model, std::uint32_t query);
    void expectArrival(std::uint32_t model);
    void drop(std::uint32_t model, std::uint32_t request, Outcome outcome);
    void leave(std::uint32_t model, std::uint32_t request, const Departure& departure);
    void nowEnough(ModelState& state);

    void dispatch(SetState& set);
    void findCandidates(SetState& set);
    void startBatch(SetState& set, std::uint32_t model, const BatchDecision& decision);
    void takeCores(SetState& set, std::uint32_t job);
    void resume(SetState& set, std::uint32_t job);
    void makeWay(SetState& set);
    void stopBehindOperator(std::uint32_t job);
    void closeSegments(SetState& set);

    void stop(std::uint32_t job);
    void finish(std::uint32_t job);
    void schedule(Job& job, std::uint32_t number, Ticks overhead);
    void updateSlowdowns();
    void emit(const Job& job, Ticks end, bool isPreempted, bool isLate);

    const Service& m_service;
    const Policy& m_policy;
    SimulationLimits m_limits;
    Ticks m_horizon, m_arrivalsEnd, m_now = 0;
    std::int64_t m_minQueries;
    std::size_t m_short = 0; // models that have not their fewest queries
    bool m_areRatesOld = false;
    std::vector<ModelState> m_models;
    std::vector<SetState> m_sets;
    std::vector<Ticks> m_idleSince; // by core
    Pool<Request> m_requests;
    Pool<Query> m_queries;
    Pool<Job> m_jobs;
    std::vector<Event> m_events; // a heap
    std::uint64_t m_order = 0, m_turn = 0, m_batches = 0, m_generation = 0;
    std::vector<Candidate> m_candidates;
    std::vector<Source> m_sources; // of the candidates
    std::vector<Queued> m_expired;
    Collector m_collector;
};

} // namespace edgewright::scenario
