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

// The policies under which no deadline was missed, the least late one, and overload.
table::Answer answerOf(const std::vector<PolicyRun>& runs, const std::vector<Load>& loads);

} // namespace edgewright::scenario
