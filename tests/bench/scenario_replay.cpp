// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/scenario_replay.h"

#include <algorithm>
#include <utility>

namespace edgewright::bench {

using namespace scenario;

namespace {

// Mean ticks of each operator.
std::vector<double> meanOperators(const ServiceTimes& service, const BatchTimes& batch) {
    std::vector<double> means(service.operators.size());
    for (std::size_t at = 0; at < batch.times.size(); ++at)
        means[at % means.size()] += static_cast<double>(batch.times[at]);
    for (double& each : means)
        each /= static_cast<double>(service.runs(batch));
    return means;
}

void addRun(std::vector<Ticks>& times, std::span<const double> shares, double seconds) {
    double sum = 0;
    for (const double each : shares)
        sum += each;
    const Ticks all = std::max<Ticks>(ticksOf(seconds), 1);
    Ticks left = all;
    for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
        const Ticks one = std::min(left, ticksFrom(static_cast<double>(all) * shares[i] / sum));
        times.push_back(one);
        left -= one;
    }
    times.push_back(left);
}

} // namespace

std::vector<ComputedBatch> computedBatches(const Simulation& run, std::size_t model) {
    std::vector<ComputedBatch> batches;
    std::pair<Ticks, Ticks> last{-1, -1}; // requests of a batch leave behind each other
    for (const RequestRecord& each : run.requests) {
        if (each.model != model || each.outcome != Outcome::Done) continue;
        const std::pair<Ticks, Ticks> stretch{each.start, each.end};
        if (stretch != last) batches.push_back({each.batch, secondsOf(each.end - each.start - each.preempted)});
        last = stretch;
    }
    return batches;
}

Service timesOfRun(const Simulation& run, const Service& measured) {
    Service own{.models = {}, .interference = {}, .overheads = {.notices = measured.overheads.notices}};
    for (std::size_t i = 0; i < measured.models.size(); ++i) {
        const ServiceTimes& known = measured.models[i];
        ServiceTimes times{
            .model = known.model, .operators = known.operators, .batches = {}, .inARow = known.inARow};
        const std::vector<ComputedBatch> computed = computedBatches(run, i);
        for (const BatchTimes& each : known.batches) {
            const std::vector<double> shares = meanOperators(known, each);
            BatchTimes& batch = times.batches.emplace_back(BatchTimes{.size = each.size, .times = {}});
            for (const ComputedBatch& one : computed)
                if (&known.timesFor(one.size) == &each) addRun(batch.times, shares, one.seconds);
            if (batch.times.empty()) batch.times = each.times;
        }
        own.models.push_back(std::move(times));
    }
    return own;
}

} // namespace edgewright::bench
