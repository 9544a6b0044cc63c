// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gpu_network_tuner.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/measure/stopwatch.h"
#include "core/tuner/gpu_log.h"

#include <algorithm>

namespace edgewright::tuner {

namespace {

double callsOf(const GpuTunedTask& task) { return static_cast<double>(task.task.nodes.size()); }

} // namespace

double GpuTunedTask::usualSeconds() const {
    return tuned.finalists.empty() ? 0 : tuned.finalists.front().seconds.median;
}
double GpuTunedTask::bestSeconds() const {
    // Against the default, whose clock may have been another one meanwhile.
    return isFaster() ? usualSeconds() * tuned.decision.comparison.ratio : usualSeconds();
}
const gpu::Values& GpuTunedTask::values() const { return isFaster() ? tuned.best()->values : task.values; }

double GpuNetworkTuned::usualSeconds() const {
    double seconds = 0;
    for (const GpuTunedTask& each : tasks)
        seconds += callsOf(each) * each.usualSeconds();
    return seconds;
}
double GpuNetworkTuned::bestSeconds() const {
    double seconds = 0;
    for (const GpuTunedTask& each : tasks)
        seconds += callsOf(each) * each.bestSeconds();
    return seconds;
}

Result<GpuNetworkTuned> tuneNetworkOnGpu(gpu::Programs& programs, const ir::Graph& graph,
                                         const std::vector<gpu::LaunchTask>& tasks, const SearchOptions& search,
                                         const gpu::GpuEffort& effort, const GpuTuneListener& listener,
                                         const RunContext& run) {
    GpuNetworkTuned result;
    const measure::Stopwatch watch;
    std::int64_t trials = search.trials;
    for (std::size_t i = 0; i < tasks.size() && !run.stopped(); ++i) {
        const auto left = static_cast<std::int64_t>(tasks.size() - i);
        GpuTunedTask each{tasks[i], graph.node(tasks[i].nodes.front()).label(), {}, {}};
        if (listener.doing) listener.doing(logTask(each.task.shape));
        GpuTuneOptions options;
        options.trials = std::max<std::int64_t>(1, trials / left);
        options.seconds = std::max(0.0, search.seconds - watch.elapsed().wall) / static_cast<double>(left);
        options.usual = each.task.values;
        options.strategy = search.strategy;
        options.costModel = search.costModel;
        options.seed = search.seed;
        options.effort = effort;
        options.finalists = search.finalists;
        auto tuned = tuneOnGpu(programs, {each.task.shape.kernel}, each.task.shape.sizes, options, run);
        if (tuned) {
            each.tuned = *std::move(tuned);
            trials -= static_cast<std::int64_t>(each.tuned.trials.size());
            if (listener.logged) {
                for (const gpu::KernelResult& trial : each.tuned.trials)
                    listener.logged(loggedTrial(trial));
                if (each.tuned.best()) listener.logged(loggedDecision(each));
            }
        } else if (tuned.error().code == ErrorCode::BadInput || tuned.error().code == ErrorCode::Unsupported) {
            each.problem = tuned.error().message; // sizes that the catalogue does not measure
        } else if (tuned.error().code == ErrorCode::Cancelled) {
            break;
        } else {
            return tuned.error();
        }
        result.tasks.push_back(std::move(each));
    }
    result.wasStopped = run.stopped();
    if (result.tasks.empty() && result.wasStopped) return cancelled();
    return result;
}

namespace gpu_tune_columns {

namespace {

using table::Cell;
using enum table::Unit;

constexpr table::Column<GpuTunedTask> Columns[] = {
    {{"task", TRANSLATABLE("Column", "Operator"), TRANSLATABLE("Column", "The first node that it runs for")},
     [](const GpuTunedTask& row) -> Cell { return row.label; }},
    {{"kernel", TRANSLATABLE("Column", "Kernel"), TRANSLATABLE("Column", "Name of the kernel")},
     [](const GpuTunedTask& row) -> Cell { return row.task.shape.kernel->name; }},
    {{"sizes", TRANSLATABLE("Column", "Sizes"), TRANSLATABLE("Column", "Extents, as the kernel names them")},
     [](const GpuTunedTask& row) -> Cell { return gpu::textOf(row.task.shape.sizes); }},
    {{"times", TRANSLATABLE("Column", "Calls"),
      TRANSLATABLE("Column", "Nodes with the same kernel on the same shapes"), Plain},
     [](const GpuTunedTask& row) -> Cell { return row.task.nodes.size(); }},
    {{"default_seconds", TRANSLATABLE("Column", "Default"), TRANSLATABLE("Column", "Median of new samples"),
      Seconds},
     [](const GpuTunedTask& row) -> Cell {
         return row.usualSeconds() > 0 ? Cell(row.usualSeconds()) : Cell();
     }},
    {{"tuned_seconds", TRANSLATABLE("Column", "Tuned"),
      TRANSLATABLE("Column", "Median of new samples; the default where nothing is faster beyond doubt"),
      Seconds},
     [](const GpuTunedTask& row) -> Cell { return row.bestSeconds() > 0 ? Cell(row.bestSeconds()) : Cell(); }},
    {{"ratio", TRANSLATABLE("Column", "Tuned / default"),
      TRANSLATABLE("Column", "Median of the ratios by block"), Ratio},
     [](const GpuTunedTask& row) -> Cell {
         if (row.usualSeconds() <= 0) return {};
         return row.isFaster() ? row.tuned.decision.comparison.ratio : 1.0;
     }},
    {{"trials", TRANSLATABLE("Column", "Trials"), "", Plain},
     [](const GpuTunedTask& row) -> Cell { return row.tuned.trials.size(); }},
    {{"parameters", TRANSLATABLE("Column", "Parameters"), ""},
     [](const GpuTunedTask& row) -> Cell { return gpu::textOf(row.values()); }},
    {{"problem", TRANSLATABLE("Column", "Problem"), "", Text, table::Everywhere | table::FoldedIfAlike},
     [](const GpuTunedTask& row) -> Cell { return row.problem.empty() ? Cell() : Cell(row.problem); }},
};

} // namespace

} // namespace gpu_tune_columns

table::Table gpuTuneTable(std::shared_ptr<const GpuNetworkTuned> result) {
    const std::size_t rows = result->tasks.size();
    return {
        std::span(gpu_tune_columns::Columns), rows,
        [result = std::move(result)](std::size_t row) -> const GpuTunedTask& { return result->tasks[row]; }};
}

} // namespace edgewright::tuner
