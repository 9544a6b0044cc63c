// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/load_sweep.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/scenario/answers/scenario_table.h"

#include <algorithm>

namespace edgewright::scenario {

namespace {

constexpr double HighShare = 0.99;

std::optional<std::size_t> kneeOf(const std::vector<LoadPoint>& points, std::size_t model) {
    std::optional<std::size_t> knee;
    double best = 0;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const double latency = points[at].median[model].value;
        if (!(latency > 0)) continue;
        const double power = points[at].throughput[model] / latency;
        if (power > best) {
            best = power;
            knee = at;
        }
    }
    return knee && *knee + 1 < points.size() ? knee : std::nullopt;
}

} // namespace

Scenario scaled(const Scenario& scenario, double factor) {
    Scenario result = scenario;
    for (Model& model : result.models) {
        Arrivals& arrivals = model.arrivals;
        arrivals.rate = std::min(arrivals.rate * factor, static_cast<double>(MaxRate));
        for (double* each : {&arrivals.periodMs, &arrivals.phaseMs, &arrivals.jitterMs})
            *each = std::min(*each / factor, static_cast<double>(MaxMilliseconds));
        for (double& each : model.times)
            each /= factor;
    }
    return result;
}

Result<LoadCurve> sweepLoad(const Scenario& scenario, const Service& service, std::int64_t cores,
                            const SimulationLimits& limits, const RunContext& run) {
    if (const auto fault = faultOf(scenario))
        return badInput(say("{1}: expected {2}", fault->place, fault->expected));
    std::vector<std::int64_t> sizes;
    for (const Model& each : scenario.models)
        sizes.push_back(each.batching.maxSize);
    RETURN_IF_ERROR(check(service, sizes));
    double most = 0;
    for (const Load& each : loadsOf(scenario, service, cores))
        most = std::max(most, each.utilisation);
    if (!(most > 0))
        return badInput(say("no core set has arrivals at a rate: expected at least one to be scaled"));
    LoadCurve curve;
    for (const double load : SweepLoads) {
        run.report(static_cast<std::uint32_t>(curve.points.size()),
                   static_cast<std::uint32_t>(SweepLoads.size()));
        LoadPoint& point = curve.points.emplace_back();
        point.utilisation = load;
        point.factor = load / most;
        ASSIGN_OR_RETURN(Simulation simulation,
                         simulate(scaled(scenario, point.factor), service, cores, limits, {run.stop, nullptr}));
        const double seconds = secondsOf(simulation.end - simulation.countsFrom);
        for (ModelResult& each : simulation.models) {
            std::ranges::sort(each.latencies);
            point.median.push_back(quantileEstimate(each.latencies, 0.5));
            point.high.push_back(quantileEstimate(each.latencies, HighShare));
            point.throughput.push_back(seconds > 0 ? static_cast<double>(each.done) / seconds : 0);
        }
    }
    for (std::size_t model = 0; model < scenario.models.size(); ++model)
        curve.knees.push_back(kneeOf(curve.points, model));
    return curve;
}

} // namespace edgewright::scenario
