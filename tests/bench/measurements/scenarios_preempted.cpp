// SPDX-License-Identifier: GPL-3.0-or-later
// A camera of 30 frames a second, alone, and beside a model that always computes, which has the lower priority:
// the worth of giving way between operators.
#include "core/base/propagate.h"
#include "core/device/served_model.h"
#include "core/serve/measured_service.h"
#include "tests/bench/measurement.h"
#include "tests/bench/scenario_runs.h"

#include <algorithm>

namespace edgewright::bench {

namespace {

using namespace scenario;

// Seconds of the longest operator as it usually is: the median of each.
double longestOperator(const ServiceTimes& times) {
    const std::size_t operators = times.operators.size();
    double longest = 0;
    for (std::size_t i = 0; i < operators; ++i) {
        std::vector<double> seconds;
        for (std::size_t at = i; at < times.batches[0].times.size(); at += operators)
            seconds.push_back(secondsOf(times.batches[0].times[at]));
        std::ranges::sort(seconds);
        longest = std::max(longest, measure::quantile(seconds, 0.5));
    }
    return longest;
}

Result<void> besideHeavy(Session& session) {
    constexpr const char *Light = "resnet8-cifar10-tf2onnx", *Heavy = "yunet-s-640";
    const Case *light = caseOf(session, Light), *heavy = caseOf(session, Heavy);
    if (!light || !heavy)
        return badInput("no network " + std::string(light ? Heavy : Light) + " among the models");
    Scenario scenario{.models = {{.name = Light, .file = light->model}, {.name = Heavy, .file = heavy->model}},
                      .cores = 1};
    scenario.seconds = session.quick ? 4 : 20;
    scenario.warmUp = 0.5;
    arrive(scenario.models[0], ArrivalKind::Periodic, 1.0 / 30);
    scenario.models[1].arrivals.kind = ArrivalKind::ClosedLoop;
    scenario.models[1].priority = 2;
    ASSIGN_OR_RETURN(const auto models, device::servedModels(scenario));
    const serve::ServiceEffort effort{
        .seconds = 0.5, .pauses = false, .overheads = false, .interference = false, .doing = {}};
    ASSIGN_OR_RETURN(const auto measured, serve::measureService(scenario, models, effort));
    const double longest = longestOperator(measured.service.models[1]);
    Scenario alone = scenario;
    alone.models.pop_back();
    ASSIGN_OR_RETURN(const ScenarioRun byItself, runScenario(alone, std::span(models).first(1)));
    scenario.policy = "priority";
    ASSIGN_OR_RETURN(const ScenarioRun givesWay, runScenario(scenario, models));
    scenario.policy = "fifo";
    ASSIGN_OR_RETURN(const ScenarioRun never, runScenario(scenario, models));
    const auto p99 = [](const ScenarioRun& run) { return percentileOf(run.served.simulation.models[0], 0.99); };
    const auto milliseconds = [](double seconds) { return cli::fixed(seconds * 1e3, 2) + " ms"; };
    const double bound = p99(byItself) + longest + 1e-3;
    session.report.line("30 frames a second of " + std::string(Light) + " beside " + Heavy + ", p99: alone " +
                        milliseconds(p99(byItself)) + ", priority " + milliseconds(p99(givesWay)) + ", fifo " +
                        milliseconds(p99(never)) + "; longest operator " + milliseconds(longest));
    session.report.asked("p99 with preemption at most that alone + the longest operator + 1 ms",
                         p99(givesWay) <= bound, milliseconds(p99(givesWay)) + " of " + milliseconds(bound));
    session.report.asked("fifo at least 3 x that", p99(never) >= 3 * p99(givesWay),
                         cli::fixed(p99(never) / p99(givesWay), 1) + " x");
    session.report.figures() = {{"alone", p99(byItself)},
                                {"priority", p99(givesWay)},
                                {"fifo", p99(never)},
                                {"longest_operator", longest}};
    return {};
}

void run(Session& session) {
    if (const auto done = besideHeavy(session); !done)
        session.report.line("without a heavy model: " + done.error().message);
}

} // namespace

extern const Measurement scenarios_preempted{"scenarios_preempted", "a light model beside a heavy one", false,
                                             run};

} // namespace edgewright::bench
