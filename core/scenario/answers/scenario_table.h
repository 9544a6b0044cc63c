// SPDX-License-Identifier: GPL-3.0-or-later
// Results of simulations as a table: a row for each model under each policy; and as an answer.
#pragma once

#include "core/scenario/answers/schedulability.h"
#include "core/scenario/simulator.h"
#include "core/table/answer.h"
#include "core/table/column.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::scenario {

struct PolicyRun {
    Scenario scenario; // with the policy that it ran under
    Simulation simulation;
};

table::Table scenarioTable(std::shared_ptr<const std::vector<PolicyRun>> runs);

// The demand of the models on their core sets: the sum of rate times mean time and threads over the cores of
// the set. Above 1 a queue grows without an end. Nothing for a set with arrivals that follow what is done.
// Behind the sets those models whose instances, each of which computes one batch at a time, have more to do
// than their set.
struct Load {
    std::string coreSet;
    double utilisation = 0;
    std::string model = {}; // empty: the cores of the set
};
std::vector<Load> loadsOf(const Scenario& scenario, const Service& service, std::int64_t machineCores);

std::vector<std::string> loadSentences(const std::vector<Load>& loads);

struct LateQueries {
    std::int64_t late = 0, arrived = 0; // of all models; late: or dropped
};
LateQueries lateOf(const Simulation& run);
// The policies under which no deadline was missed, or the least late one. `late`: by run, one at least.
std::string deadlineSentence(const Scenario& scenario, const std::vector<std::string>& policies,
                             const std::vector<LateQueries>& late);
// The result of a run, and of the simulation beside it; null: there is none.
std::string ranSentence(const Scenario& scenario, const Simulation& real, const Simulation* simulated);

// For simulations: deadlineSentence(), and overload.
table::Answer answerOf(const std::vector<PolicyRun>& runs, const std::vector<Load>& loads);

} // namespace edgewright::scenario
