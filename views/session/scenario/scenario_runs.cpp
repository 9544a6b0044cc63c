// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/scenario_runs.h"

#include "core/base/propagate.h"
#include "core/scenario/answers/task_sets.h"
#include "core/scenario/policy.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::int64_t MaxEvents = 20'000'000;           // of one simulation; more are an error that says so
constexpr std::int64_t MaxSweepEvents = 4'000'000;       // likewise, of one step of a sweep
constexpr std::int64_t QueriesOfProbe = 2000;            // of a rate that is tried
constexpr double MaxSweepSeconds = 60, Precision = 0.02; // simulated; of the rate

using Outcome = std::shared_ptr<const ScenarioResult>;

// Without runs.
Result<std::shared_ptr<ScenarioResult>> prepared(const scenario::Scenario& given, const TimesSource& times,
                                                 std::int64_t cores) {
    auto result = std::make_shared<ScenarioResult>();
    result->scenario = given;
    result->cores = cores;
    ASSIGN_OR_RETURN(result->service, serviceOf(times, given));
    result->loads = scenario::loadsOf(given, result->service, cores);
    return result;
}

Result<Outcome> simulated(const ScenarioResult& of, const RunContext& run) {
    auto result = std::make_shared<ScenarioResult>(of);
    const scenario::Scenario& given = of.scenario;
    const std::int64_t cores = of.cores;
    const auto sets = scenario::coreSetsOf(given, cores);
    std::vector<scenario::PolicyRun> runs;
    const auto policies = scenario::policies();
    const RunContext quiet{run.stop, nullptr};
    for (const scenario::Policy* const each : policies) {
        run.report(static_cast<std::uint32_t>(runs.size()), static_cast<std::uint32_t>(policies.size()));
        scenario::PolicyRun one{given, {}};
        one.scenario.policy = each->name;
        ASSIGN_OR_RETURN(one.simulation, scenario::simulate(one.scenario, result->service, cores,
                                                            {.events = MaxEvents}, quiet));
        for (std::size_t set = 0; set < sets.size(); ++set)
            if (auto verdict = scenario::analyse(one.scenario, result->service, set, cores, quiet))
                result->promises.push_back({one.scenario.policy, sets[set].name, *std::move(verdict)});
        runs.push_back(std::move(one));
    }
    static_cast<PolicyRows&>(*result) = policyRows(std::move(runs));
    return Outcome(std::move(result));
}

bool hasRate(const scenario::Model& model) {
    using enum scenario::ArrivalKind;
    const scenario::ArrivalKind kind = model.arrivals.kind;
    return kind != ClosedLoop && kind != AtOnce;
}

Result<std::shared_ptr<const ScenarioLoads>> swept(const ScenarioResult& of, const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    scenario::Scenario scenario = of.scenario;
    scenario.seconds = std::min(scenario.seconds, MaxSweepSeconds);
    auto loads = std::make_shared<ScenarioLoads>();
    const scenario::SimulationLimits limits{
        .segments = 0, .requests = 0, .stretches = 2, .events = MaxSweepEvents};
    auto curve = scenario::sweepLoad(scenario, of.service, of.cores, limits, run);
    if (curve)
        loads->curve = std::make_shared<const scenario::LoadCurve>(*std::move(curve));
    else if (curve.error().code == ErrorCode::Cancelled)
        return curve.error();
    else
        loads->whyNoCurve = curve.error().message;
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        const scenario::Model& model = scenario.models[i];
        if (!model.deadlineMs || !hasRate(model)) continue;
        auto found = scenario::searchServerRate(
            scenario, of.service, i,
            {.boundMs = *model.deadlineMs, .precision = Precision, .minQueries = QueriesOfProbe}, of.cores,
            quiet);
        if (found)
            loads->fitting.push_back({i, *model.deadlineMs, *std::move(found)});
        else if (found.error().code == ErrorCode::Cancelled)
            return found.error();
    }
    return std::shared_ptr<const ScenarioLoads>(std::move(loads));
}

} // namespace

const scenario::PolicyRun& ScenarioResult::under(const std::string& policy) const {
    const auto is = [this](const std::string& name) {
        return std::ranges::find_if(*runs, [&](const auto& each) { return each.scenario.policy == name; });
    };
    if (const auto found = is(policy); found != runs->end()) return *found;
    const auto named = is(scenario.policy);
    return named == runs->end() ? runs->front() : *named;
}

ScenarioRuns::ScenarioRuns(QThreadPool& pool, QThreadPool& searches, QObject* parent)
    : QObject(parent), m_prepare(pool, tr("Read the times of a scenario")),
      m_simulate(pool, tr("Simulate a scenario")), m_sweep(searches, tr("Latency over load")) {
    for (JobSlot* each : {&m_prepare, &m_simulate}) {
        connect(each, &JobSlot::runningChanged, this, &ScenarioRuns::stateChanged);
        connect(each, &JobSlot::cancelled, this, [this] { clear(tr("The simulation was cancelled.")); });
    }
    connect(&m_sweep, &JobSlot::runningChanged, this, &ScenarioRuns::loadsChanged);
}

void ScenarioRuns::start(const scenario::Scenario& scenario, std::shared_ptr<const TimesSource> times,
                         std::int64_t cores) {
    m_sweep.stop();
    m_simulate.stop();
    m_prepare.start([scenario, times = std::move(times),
                     cores](const RunContext&) { return prepared(scenario, *times, cores); },
                    [this](Result<std::shared_ptr<ScenarioResult>> ready) {
                        if (!ready) return clear(QString::fromStdString(ready.error().message));
                        simulate(*std::move(ready));
                    });
}

void ScenarioRuns::simulate(std::shared_ptr<ScenarioResult> prepared) {
    m_asked = prepared->loads;
    m_simulate.start(
        [prepared = std::move(prepared)](const RunContext& run) { return simulated(*prepared, run); },
        [this](Result<Outcome> outcome) {
            if (!outcome) return clear(QString::fromStdString(outcome.error().message));
            m_result = *std::move(outcome);
            m_loads.reset();
            m_why.clear();
            emit changed();
            sweep();
        });
    emit askedChanged();
}

void ScenarioRuns::clear(const QString& why) {
    m_prepare.stop();
    m_simulate.stop();
    m_sweep.stop();
    m_asked.clear();
    m_result.reset();
    m_loads.reset();
    m_why = why;
    emit changed();
    emit loadsChanged();
}

void ScenarioRuns::sweep() {
    m_sweep.start([result = m_result](const RunContext& run) { return swept(*result, run); },
                  [this](Result<std::shared_ptr<const ScenarioLoads>> loads) {
                      if (loads) m_loads = *std::move(loads);
                      emit loadsChanged();
                  });
}

} // namespace edgewright::views
