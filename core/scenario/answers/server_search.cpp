// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/server_search.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/scenario/latency.h"
#include "core/scenario/ticks.h"

#include <algorithm>
#include <cmath>

namespace edgewright::scenario {

namespace {

constexpr std::uint32_t MaxProbes = 40;

double capacityOf(const Scenario& scenario, const Service& service, std::size_t number, std::int64_t cores) {
    const Model& model = scenario.models[number];
    const ServiceTimes& times = service.models[number];
    double best = 0;
    for (const BatchTimes& batch : times.batches) {
        const std::int64_t size = std::min(batch.size, model.batching.maxSize);
        best = std::max(best, static_cast<double>(size) / times.mean(batch));
        if (batch.size >= model.batching.maxSize) break;
    }
    const std::vector<CoreSet> sets = coreSetsOf(scenario, cores);
    const auto available = static_cast<std::int64_t>(sets[setOf(scenario, model)].cores.size());
    return best * static_cast<double>(std::min(model.instances, available / model.threads));
}

ServerProbe probeOf(const ModelResult& result, const ServerSearch& search, double rate, double capacity) {
    ServerProbe probe{.rate = rate, .queries = result.arrived, .load = rate / capacity};
    const double bound = search.boundMs / 1000;
    std::vector<double> sorted = result.latencies;
    std::ranges::sort(sorted);
    const auto within = std::ranges::upper_bound(sorted, bound) - sorted.begin();
    probe.late = probe.queries - within;
    if (!sorted.empty()) probe.latency = measure::quantile(sorted, search.share);
    probe.passes = passesEarly(probe.late, probe.queries, search.share, search.confidence);
    return probe;
}

bool isShare(double number) { return number > 0 && number < 1; }

} // namespace

Result<ServerRate> searchServerRate(const Scenario& scenario, const Service& service, std::size_t model,
                                    const ServerSearch& search, std::int64_t cores, const RunContext& run) {
    if (model >= scenario.models.size() || !(search.boundMs > 0) || !isShare(search.share) ||
        !isShare(search.confidence) || !isShare(search.precision) || search.minQueries < 1)
        return badInput(say("expected a model, a bound above 0, and a percentile, a confidence and a precision "
                            "between 0 and 1"));
    std::vector<std::int64_t> sizes;
    for (const Model& each : scenario.models)
        sizes.push_back(each.batching.maxSize);
    RETURN_IF_ERROR(check(service, sizes));
    Scenario tried = scenario;
    tried.models[model].arrivals = {.kind = ArrivalKind::Poisson};
    tried.minQueries = search.minQueries;
    if (const auto fault = faultOf(tried))
        return badInput(say("{1}: expected {2}", fault->place, fault->expected));
    ServerRate result;
    result.capacity = capacityOf(tried, service, model, cores);
    double low = 0, high = std::min(result.capacity, static_cast<double>(MaxRate));
    const double smallest = high * search.precision / 16;
    for (std::uint32_t probes = 0; probes < MaxProbes && high - low > search.precision * high; ++probes) {
        const double rate = low + (high - low) / 2;
        if (rate < smallest) break;
        tried.models[model].arrivals.rate = rate;
        ASSIGN_OR_RETURN(const Simulation simulation,
                         simulate(tried, service, cores, {.segments = 0, .requests = 0, .stretches = 2},
                                  {run.stop, nullptr}));
        run.report(probes + 1, MaxProbes);
        result.probes.push_back(probeOf(simulation.models[model], search, rate, result.capacity));
        (result.probes.back().passes ? low : high) = rate;
    }
    result.rate = low;
    return result;
}

} // namespace edgewright::scenario
