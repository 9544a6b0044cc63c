// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/running_snapshot.h"

namespace edgewright::serve {

RunningSnapshot::RunningSnapshot(const scenario::Scenario& scenario) {
    for (const scenario::Model& each : scenario.models) {
        metrics::ModelSnapshot model;
        model.name = each.name;
        if (each.deadlineMs) model.deadline = *each.deadlineMs / 1e3;
        m_snapshot.models.push_back(std::move(model));
    }
}

void RunningSnapshot::take(const ServeNews& news) {
    const std::scoped_lock lock(m_mutex);
    m_snapshot.seconds = scenario::secondsOf(news.at);
    m_snapshot.busySeconds = news.busySeconds;
    for (std::size_t i = 0; i < m_snapshot.models.size(); ++i) {
        metrics::ModelSnapshot& model = m_snapshot.models[i];
        const ModelNews& from = news.models[i];
        for (const scenario::Departure& each : from.departed)
            if (each.outcome == scenario::Outcome::Done)
                model.addDone(scenario::secondsOf(each.end - each.arrival),
                              scenario::secondsOf(each.start - each.arrival),
                              scenario::secondsOf(each.end - each.start - each.preempted));
            else
                ++model.outcomes[static_cast<std::size_t>(each.outcome)];
        model.pending = from.waiting;
        model.preemptions = from.preemptions;
        model.inferences = 0;
        model.batches = {};
        model.batchSizes = metrics::Histogram(metrics::batchBounds());
        for (const scenario::BatchCount& each : from.batches)
            for (std::size_t reason = 0; reason < each.byReason.size(); ++reason) {
                const std::int64_t count = each.byReason[reason];
                model.batches[reason] += count;
                model.inferences += count * each.size;
                model.batchSizes.add(static_cast<double>(each.size), static_cast<std::uint64_t>(count));
            }
    }
}

metrics::Snapshot RunningSnapshot::now() const {
    const std::scoped_lock lock(m_mutex);
    return m_snapshot;
}

} // namespace edgewright::serve
