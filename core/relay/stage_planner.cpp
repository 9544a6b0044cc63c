// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/stage_planner.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

namespace edgewright::relay {

using namespace partition;

Result<StagePlanner>
StagePlanner::of(const ir::Graph& graph, const ir::Opsets& opsets,
                 const std::function<Result<std::vector<PlannedDevice>>(std::span<const NodeId>)>& devices,
                 std::filesystem::path folder) {
    StagePlanner planner(graph, opsets);
    ASSIGN_OR_RETURN(planner.m_made, problemOf(graph));
    ASSIGN_OR_RETURN(planner.m_devices, devices(planner.m_made.nodes));
    planner.m_folder = std::move(folder);
    return planner;
}

StagePlanner StagePlanner::only(std::size_t device) const {
    StagePlanner one = *this;
    one.m_devices = {m_devices[device]};
    return one;
}

Result<StagePlanner::Choice> StagePlanner::choose(std::vector<PlannedDevice> devices,
                                                  const RunContext& run) const {
    Problem problem = m_made.problem;
    problem.devices = std::move(devices);
    problem.credits = credits;
    problem.replicas = replicas;
    problem.hostProcessors = hostProcessors;
    ASSIGN_OR_RETURN(OrderedFound found, leastPeriodOfOrders(problem, run));
    ASSIGN_OR_RETURN(Found best, recommended(found.problem, std::move(found.found.best), run));
    Choice choice{.problem = std::move(found.problem),
                  .nodes = {},
                  .split = std::move(best.split),
                  .figures = std::move(best.figures),
                  .rule = found.rule,
                  .tried = found.tried,
                  .bound = 0,
                  .byDevices = std::move(found.found.byDevices)};
    for (const std::size_t step : found.order)
        choice.nodes.push_back(m_made.nodes[step]);
    choice.bound = periodBound(choice.problem);
    return choice;
}

Result<StagePlanner::Choice> StagePlanner::choose(const RunContext& run) const {
    return choose(m_devices, run);
}

Result<Plan> StagePlanner::planOf(const Choice& choice) const {
    const GraphProblem made{choice.problem, choice.nodes, m_made.tensors, m_made.weights};
    Plan plan{choice.split, choice.figures, {}};
    ASSIGN_OR_RETURN(plan.programs, writePrograms(*m_graph, *m_opsets, made, plan.split, m_folder));
    return plan;
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
    ASSIGN_OR_RETURN(const Choice choice, choose(std::move(there), run));
    ASSIGN_OR_RETURN(Plan plan, planOf(choice));
    for (std::size_t stage = 0; stage < plan.split.size(); ++stage) {
        for (std::size_t& each : plan.split[stage].devices)
            each = numbers[each];
        for (DeviceFigures& each : plan.figures.stages[stage].devices)
            each.device = numbers[each.device];
    }
    plan.figures.device = numbers[plan.figures.device];
    return plan;
}

} // namespace edgewright::relay
