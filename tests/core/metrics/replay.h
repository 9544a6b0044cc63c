// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation as whoever runs the scenario would count it, as of any moment of it.
#pragma once

#include "core/metrics/snapshot.h"
#include "tests/core/scenario/scenarios.h"

#include <map>
#include <set>
#include <utility>

namespace edgewright::test {

// Two models on two cores, busy enough for misses, drops, batches of several sizes and preemptions.
inline scenario::Scenario busyScenario() {
    scenario::Model detector{.name = "detector \"A\"\\", .file = "a.onnx"},
        classifier = poissonModel("classifier", 70);
    detector.arrivals = {.kind = scenario::ArrivalKind::Frames, .rate = 30, .folder = "/frames"};
    detector.priority = 2;
    detector.deadlineMs = 60;
    classifier.file = "b.onnx";
    classifier.deadlineMs = 25;
    classifier.batching = {.maxSize = 4, .preferred = {2, 4}, .delayMs = 5, .maxQueue = 3, .timeoutMs = 30};
    return {.models = {detector, classifier}, .cores = 1, .policy = "priority", .seconds = 300, .seed = 7};
}

class Replay {
public:
    Replay() : m_scenario(busyScenario()) {
        scenario::Service service;
        service.models = {serviceOf(m_scenario.models[0].name, {10, 8, 10}),
                          serviceOf(m_scenario.models[1].name, {4, 4, 4}, 4)};
        m_simulation = simulated(m_scenario, service, 1, {.segments = 1'000'000, .requests = 1'000'000});
    }

    const scenario::Simulation& simulation() const { return m_simulation; }
    const scenario::Scenario& scenario() const { return m_scenario; }

    metrics::Snapshot at(scenario::Ticks now) const {
        metrics::Snapshot snapshot;
        snapshot.seconds = scenario::secondsOf(now);
        snapshot.busySeconds.assign(1, 0.0);
        snapshot.cpuUtilisation = 0.5;
        snapshot.memoryBytes = 64 << 20;
        for (const scenario::Model& model : m_scenario.models) {
            metrics::ModelSnapshot& each = snapshot.models.emplace_back();
            each.name = model.name;
            if (model.deadlineMs) each.deadline = *model.deadlineMs / 1e3;
            each.loaded = 0.125;
        }
        for (const scenario::RequestRecord& request : m_simulation.requests)
            if (request.arrival <= now) add(snapshot.models[request.model], request, now);
        for (const scenario::Segment& segment : m_simulation.segments)
            if (segment.end <= now) {
                snapshot.busySeconds[0] += scenario::secondsOf(segment.end - segment.begin);
                snapshot.models[segment.model].preemptions += segment.isPreempted ? 1 : 0;
            }
        addBatches(snapshot, now);
        return snapshot;
    }

private:
    static void add(metrics::ModelSnapshot& model, const scenario::RequestRecord& request,
                    scenario::Ticks now) {
        using scenario::secondsOf;
        const bool isDone = request.outcome == scenario::Outcome::Done;
        if (isDone ? request.start > now : request.end > now) {
            ++model.pending;
        } else if (request.end <= now) {
            if (isDone)
                model.addDone(secondsOf(request.end - request.arrival),
                              secondsOf(request.start - request.arrival),
                              secondsOf(request.end - request.start));
            else
                ++model.outcomes[static_cast<std::size_t>(request.outcome)];
        }
    }
    // The results know batches by size and reason: as many of them as were begun, in that order.
    void addBatches(metrics::Snapshot& snapshot, scenario::Ticks now) const {
        std::map<std::uint32_t, std::set<scenario::Ticks>> begun;
        for (const scenario::RequestRecord& request : m_simulation.requests)
            if (request.outcome == scenario::Outcome::Done && request.start <= now)
                begun[request.model].insert(request.start);
        for (const auto& [model, starts] : begun) {
            std::size_t left = starts.size();
            for (const scenario::BatchCount& count : m_simulation.models[model].batches)
                for (std::size_t reason = 0; reason < count.byReason.size(); ++reason)
                    for (std::int64_t i = 0; i < count.byReason[reason] && left > 0; ++i, --left)
                        snapshot.models[model].addBatch(count.size, static_cast<scenario::BatchReason>(reason));
        }
    }

    scenario::Scenario m_scenario;
    scenario::Simulation m_simulation;
};

} // namespace edgewright::test
