// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the scenario page, in words.
#pragma once

#include "views/session/scenario/real_run.h"
#include "views/session/scenario/scenario_runs.h"
#include "views/support/page/page_answer.h"

namespace edgewright::views {

// A real run first, with the simulation beside it; the policies that keep all deadlines and why others do not,
// overload, and, where they are known, the rates that fit. `times`: where the times come from. `ran`, `loads`:
// null where there are none.
PageWords scenarioWords(const ScenarioResult& result, const RanScenario* ran, const ScenarioLoads* loads,
                        const QString& times);
// The origin of the figures, a line each: the scenario and its models, the settings, the times. `shown`: the
// scenario with the policy that they show.
QStringList scenarioOrigin(const scenario::Scenario& shown, std::int64_t cores, const QString& file,
                           const QString& times);
// The number of queries that were late or dropped where it really ran, and in the simulation; null: there is
// none.
QString ranText(const RanScenario& ran, const ScenarioResult* result);
// Asked for more than the cores can do; empty: it is not.
QString overloadText(const std::vector<scenario::Load>& loads);

} // namespace edgewright::views
