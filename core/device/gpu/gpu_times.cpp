// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/gpu/gpu_times.h"

#include "core/base/say.h"

#include <algorithm>
#include <numeric>

namespace edgewright::device {

namespace {

bool isCopy(const gpu::Action& action) {
    return action.kind == gpu::ActionKind::ToGpu || action.kind == gpu::ActionKind::ToHost;
}

// Of those actions that are operators, in the way of the executor.
std::vector<std::vector<exec::NodeTiming>> timingsOf(const gpu::NetworkPlan& plan,
                                                     const std::vector<std::vector<double>>& runs) {
    std::vector<std::vector<exec::NodeTiming>> timings;
    for (const std::vector<double>& seconds : runs) {
        double start = 0;
        timings.emplace_back();
        for (std::size_t i = 0; i < seconds.size(); start += seconds[i++])
            if (!isCopy(plan.actions[i]))
                timings.back().push_back({plan.actions[i].node, seconds[i] * 1e6, start * 1e6});
    }
    return timings;
}

OperatorTime copyOf(const ir::Graph& graph, const gpu::NetworkPlan& plan, std::size_t at,
                    const std::vector<std::vector<double>>& runs, double quantile) {
    const gpu::Action& action = plan.actions[at];
    std::vector<double> took, began;
    for (const std::vector<double>& seconds : runs) {
        took.push_back(seconds[at]);
        began.push_back(
            std::accumulate(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(at), 0.0));
    }
    std::ranges::sort(took);
    std::ranges::sort(began);
    const ir::Value& value = graph.value(action.value);
    OperatorTime time;
    time.name = value.name;
    time.op = action.kind == gpu::ActionKind::ToGpu ? "CopyToGpu" : "CopyFromGpu";
    time.seconds = measure::quantile(took, quantile);
    time.start = measure::quantile(began, quantile);
    time.bytes = value.type.bytes().value_or(0);
    time.ranBy = RanBy::Copy;
    return time;
}

} // namespace

void tellGpuTimes(VariantRecord& record, const Ran& ran, const gpu::NetworkPlan& plan,
                  const std::vector<std::vector<double>>& runs, double quantile) {
    if (runs.empty()) return;
    std::vector<OperatorTime> operators = operatorTimes(ran, timingsOf(plan, runs), quantile);
    std::size_t next = 0;
    for (std::size_t i = 0; i < plan.actions.size(); ++i) {
        if (isCopy(plan.actions[i])) {
            record.operators.push_back(copyOf(*ran.graph, plan, i, runs, quantile));
            continue;
        }
        record.operators.push_back(std::move(operators[next++]));
        if (plan.actions[i].kind == gpu::ActionKind::OnHost) record.operators.back().ranBy = RanBy::ThisMachine;
    }
    std::vector<double> totals;
    for (const std::vector<double>& seconds : runs)
        totals.push_back(std::accumulate(seconds.begin(), seconds.end(), 0.0));
    record.profiledSeconds = measure::summaryOf(totals).median;
}

} // namespace edgewright::device
