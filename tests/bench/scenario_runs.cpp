// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/scenario_runs.h"

#include "core/base/propagate.h"
#include "core/measure/other_programs.h"
#include "core/scenario/latency.h"
#include "core/serve/measured_service.h"

#include <algorithm>

namespace edgewright::bench {

using namespace scenario;

const Case* caseOf(const Session& session, const std::string& name) {
    const auto found = std::ranges::find_if(session.cases, [&](const Case& each) {
        return each.model.stem() == name || each.model.parent_path().filename() == name;
    });
    return found == session.cases.end() ? nullptr : &*found;
}

void arrive(Model& model, ArrivalKind kind, double seconds) {
    model.arrivals.kind = kind;
    model.arrivals.rate = 1 / seconds;
    model.arrivals.periodMs = seconds * 1e3;
}

Result<double> secondsAlone(const Scenario& scenario, std::span<const serve::ServedModel> models,
                            std::size_t number) {
    Scenario one = scenario;
    one.models = {scenario.models[number]};
    one.models[0].batching = {};
    serve::ServedModel smallest = models[number];
    smallest.sizes.resize(1);
    const serve::ServiceEffort quick{
        .seconds = 0.2, .pauses = false, .overheads = false, .interference = false, .doing = {}};
    ASSIGN_OR_RETURN(const auto measured, serve::measureService(one, {&smallest, 1}, quick));
    std::vector<double> totals;
    for (const Ticks each : measured.service.models[0].totals(measured.service.models[0].batches[0].times))
        totals.push_back(secondsOf(each));
    std::ranges::sort(totals);
    return measure::quantile(totals, 0.5);
}

Result<ScenarioRun> runScenario(const Scenario& scenario, std::span<const serve::ServedModel> models) {
    const measure::OtherPrograms others;
    ASSIGN_OR_RETURN(auto served, serve::serve(scenario, models));
    return ScenarioRun{.served = std::move(served), .others = others.processors().value_or(0)};
}

double percentileOf(const ModelResult& model, double share, std::optional<measure::Interval>* interval) {
    std::vector<double> sorted = model.latencies;
    std::ranges::sort(sorted);
    const QuantileEstimate estimate = quantileEstimate(sorted, share);
    if (interval) *interval = estimate.interval;
    return estimate.value;
}

} // namespace edgewright::bench
