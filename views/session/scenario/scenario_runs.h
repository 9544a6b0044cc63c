// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario simulated under every policy, off the GUI thread: the newest request wins. After that, on another
// thread, the latency over the load and the rates that fit.
#pragma once

#include "core/scenario/answers/load_sweep.h"
#include "core/scenario/answers/server_search.h"
#include "views/session/scenario/policy_rows.h"
#include "views/session/scenario/scenario_times.h"

#include <QObject>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace edgewright::views {

struct ScenarioPromise {
    std::string policy, coreSet;
    scenario::Schedulability verdict;
};

// Its rows are by policy, in the order of policies().
struct ScenarioResult : PolicyRows {
    scenario::Scenario scenario;
    scenario::Service service;
    std::int64_t cores = 1;
    std::vector<scenario::Load> loads;
    std::vector<ScenarioPromise> promises; // of core sets and policies that the analysis says something of

    // The run under that policy; where there is none, under the one that the scenario names.
    const scenario::PolicyRun& under(const std::string& policy) const;
    const scenario::PolicyRun& chosen() const { return under(scenario.policy); }
};

// The largest rate of random arrivals at which a model with a deadline keeps it in 99 % of its queries.
struct FittingRate {
    std::size_t model = 0;
    double deadlineMs = 0;
    scenario::ServerRate found;
};
struct ScenarioLoads {
    std::shared_ptr<const scenario::LoadCurve> curve; // null: nothing can be scaled
    std::string whyNoCurve;                           // then
    std::vector<FittingRate> fitting;
};

class ScenarioRuns final : public QObject {
    Q_OBJECT
public:
    ScenarioRuns(QThreadPool& pool, QThreadPool& searches, QObject* parent = nullptr);

    // `cores`: of the machine, where the scenario does not say how many there are.
    void start(const scenario::Scenario& scenario, std::shared_ptr<const TimesSource> times,
               std::int64_t cores);
    // There is nothing to simulate: the result is void.
    void clear(const QString& why);
    // Null while there is none; an older one stays while a newer one is computed.
    const std::shared_ptr<const ScenarioResult>& result() const { return m_result; }
    // They belong to the result; null: not there yet.
    const std::shared_ptr<const ScenarioLoads>& loads() const { return m_loads; }
    const QString& whyNone() const { return m_why; } // the reason why there is no result
    // The load that the newest request asks for, known before it is simulated.
    const std::vector<scenario::Load>& asked() const { return m_asked; }
    bool isRunning() const { return m_prepare.running() || m_simulate.running(); }
    bool isSweeping() const { return m_sweep.running(); }

signals:
    void changed();      // the result, or why there is none
    void askedChanged(); // asked()
    void loadsChanged(); // the loads, or that they are on their way
    void stateChanged(); // runs or not

private:
    void simulate(std::shared_ptr<ScenarioResult> prepared);
    void sweep();

    std::shared_ptr<const ScenarioResult> m_result;
    std::shared_ptr<const ScenarioLoads> m_loads;
    QString m_why;
    std::vector<scenario::Load> m_asked;
    JobSlot m_prepare, m_simulate, m_sweep;
};

} // namespace edgewright::views
