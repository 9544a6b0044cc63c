// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/stage_planner.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

namespace edgewright::relay {

using namespace partition;

Result<StagePlanner>
StagePlanner::of(const ir::Graph& graph, const ir::Opsets& opsets,
                 const std::function<std::vector<PlannedDevice>(std::span<const NodeId>)>& devices,
                 std::filesystem::path folder) {
    StagePlanner planner(graph, opsets);
    ASSIGN_OR_RETURN(planner.m_made, problemOf(graph));
    planner.m_devices = devices(planner.m_made.nodes);
    planner.m_folder = std::move(folder);
    return planner;
}

Problem StagePlanner::problemFor(std::vector<PlannedDevice> devices) const {
    Problem problem = m_made.problem;
    problem.devices = std::move(devices);
    problem.credits = credits;
    problem.replicas = replicas;
    return problem;
}

Result<Plan> StagePlanner::plan(const std::vector<DeviceState>& states, const RunContext& run) const {
    std::vector<PlannedDevice> there;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].isLost) continue;
        numbers.push_back(i);
        there.push_back(m_devices[i]);
        for (double& each : there.back().seconds)
            each *= states[i].factor;
    }
    if (there.empty()) return edgewright::badInput(say("no device is left"));
    ASSIGN_OR_RETURN(OrderedFound found, leastPeriodOfOrders(problemFor(std::move(there)), run));
    GraphProblem made{found.problem, {}, m_made.tensors, m_made.weights};
    for (const std::size_t step : found.order)
        made.nodes.push_back(m_made.nodes[step]);
    Plan plan{std::move(found.found.split), std::move(found.found.figures), {}};
    ASSIGN_OR_RETURN(plan.programs, writePrograms(*m_graph, *m_opsets, made, plan.split, m_folder));
    for (std::size_t stage = 0; stage < plan.split.size(); ++stage) {
        for (std::size_t& each : plan.split[stage].devices)
            each = numbers[each];
        for (DeviceFigures& each : plan.figures.stages[stage].devices)
            each.device = numbers[each.device];
    }
    plan.figures.device = numbers[plan.figures.device];
    return plan;
}

Result<StagePlanner::Choice> StagePlanner::choose(const RunContext& run) const {
    ASSIGN_OR_RETURN(OrderedFound found, leastPeriodOfOrders(problemFor(m_devices), run));
    Choice choice{.split = found.found.split,
                  .figures = found.found.figures,
                  .steps = found.problem.steps,
                  .rule = found.rule,
                  .tried = found.tried,
                  .bound = periodBound(found.problem),
                  .byDevices = {}};
    ASSIGN_OR_RETURN(choice.byDevices, leastPeriods(found.problem, run));
    return choice;
}

} // namespace edgewright::relay
