// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/this_machine.h"

#include "core/base/propagate.h"
#include "core/device/operator_times.h"
#include "core/exec/program.h"
#include "core/kernels/isa.h"
#include "core/measure/utc_date.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <optional>

namespace edgewright::device {

namespace {

// One variant, ready to run. Programs of the same graph share nothing but its weights.
class Runner {
public:
    static Result<std::unique_ptr<Runner>> make(const Task& task, const Variant& variant,
                                                const RunContext& run) {
        if (variant.fusion && !task.history)
            return badInput("variant '" + variant.name + "': the graph is not fused");
        auto runner = std::make_unique<Runner>();
        const ir::Graph& given = variant.fusion ? task.history->graph : *task.typed->graph;
        runner->m_opsets = &(variant.fusion ? task.history->opsets : task.typed->opened->model->opsets);
        runner->m_options.threads = variant.threads;
        runner->m_options.backend = variant.backend;
        runner->m_options.algorithm = variant.algorithm;
        runner->m_options.flushDenormals = variant.flushDenormals;
        runner->m_options.memoryLimitBytes = task.memoryLimitBytes;
        runner->m_graph = &given;
        if (variant.fusion) runner->m_history = task.history.get();
        if (variant.reuse) {
            runner->m_plan = variant.fusion ? task.planAfter : task.planBefore;
            if (!runner->m_plan) {
                ASSIGN_OR_RETURN(runner->m_plan, pipeline::plan(given, *runner->m_opsets, task.planning, run));
            }
            runner->m_graph = &runner->m_plan->graph();
            runner->m_arena = memory::arenaPlan(runner->m_plan->liveness, runner->m_plan->solution);
            runner->m_options.arena = &*runner->m_arena;
        }
        runner->m_feeds = &task.feeds;
        runner->m_program.emplace(*runner->m_graph, *runner->m_opsets);
        return runner;
    }

    Result<void> runOnce(bool profiled, const RunContext& run) {
        m_options.timeNodes = profiled;
        const RunContext quiet{run.stop, nullptr}; // the progress of one run is none of the measurement's
        ASSIGN_OR_RETURN(m_last, m_program->run(*m_feeds, m_options, quiet));
        return {};
    }
    const exec::RunResult& last() const { return m_last; }
    Ran ran() const { return {m_graph, m_plan.get(), m_history}; }
    std::int64_t arenaBytes() const { return m_arena ? m_arena->arenaBytes : 0; }

private:
    const ir::Graph* m_graph = nullptr;
    const ir::Opsets* m_opsets = nullptr;
    const fusion::History* m_history = nullptr;
    const exec::Feeds* m_feeds = nullptr;
    std::shared_ptr<const pipeline::MemoryPlan> m_plan;
    std::optional<ir::ArenaPlan> m_arena;
    exec::RunOptions m_options;
    std::optional<exec::Program> m_program;
    exec::RunResult m_last;
};

Result<void> profile(std::vector<std::unique_ptr<Runner>>& runners, Record& record, const Task& task,
                     const RunContext& run) {
    std::vector<std::vector<std::vector<exec::NodeTiming>>> timings(runners.size()); // by variant, by run
    std::vector<std::vector<double>> seconds(runners.size());
    for (int i = 0; i < task.profiledRuns; ++i)
        for (std::size_t variant = 0; variant < runners.size(); ++variant) {
            if (run.stopped()) return {}; // the samples are there
            const measure::Stopwatch watch;
            RETURN_IF_ERROR(runners[variant]->runOnce(true, run));
            seconds[variant].push_back(watch.elapsed().wall);
            timings[variant].push_back(runners[variant]->last().timings);
        }
    for (std::size_t variant = 0; variant < runners.size(); ++variant) {
        record.variants[variant].operators =
            operatorTimes(runners[variant]->ran(), timings[variant], task.profiledQuantile);
        record.variants[variant].profiledSeconds = measure::summaryOf(seconds[variant]).median;
    }
    return {};
}

void take(Record& record, const measure::Samples& samples) {
    record.end = samples.end;
    record.seconds = samples.seconds;
    for (std::size_t variant = 0; variant < record.variants.size(); ++variant) {
        VariantRecord& each = record.variants[variant];
        each.first = samples.first[variant];
        each.blocks = samples.blocks[variant];
        each.disturbed = samples.disturbed(variant, each.variant.threads);
    }
}

} // namespace

Result<std::shared_ptr<const Record>> measureHere(const Task& task, const RunContext& run,
                                                  const std::function<void(const Record&)>& told) {
    auto record = std::make_shared<Record>();
    record->model = task.typed->opened->file.string();
    record->date = measure::utcNow();
    record->isa = kernels::nameOf(kernels::isaInUse());
    record->machine = measure::thisMachine();
    std::vector<std::unique_ptr<Runner>> runners;
    std::vector<measure::Subject> subjects;
    for (const Variant& variant : task.variants) {
        ASSIGN_OR_RETURN(auto runner, Runner::make(task, variant, run));
        subjects.push_back({variant.name, [it = runner.get()](const RunContext& context) {
                                return it->runOnce(false, context);
                            }});
        runners.push_back(std::move(runner));
        record->variants.push_back({.variant = variant});
    }
    record->before = measure::conditionsNow();
    ASSIGN_OR_RETURN(const auto samples,
                     measure::sample(subjects, task.effort, run, [&](const measure::Samples& so) {
                         if (!told) return;
                         take(*record, so);
                         told(*record);
                     }));
    take(*record, samples);
    record->after = measure::conditionsNow();
    for (std::size_t variant = 0; variant < runners.size(); ++variant) {
        const exec::RunResult& last = runners[variant]->last();
        VariantRecord& each = record->variants[variant];
        each.peakBytes = last.peakBytes;
        each.valueBytes = last.valueBytes;
        each.arenaBytes = runners[variant]->arenaBytes();
        each.allocations = last.allocations;
        each.operatorCalls = last.operatorCalls;
    }
    if (auto profiled = profile(runners, *record, task, run); !profiled && !run.stopped())
        return profiled.error();
    return std::shared_ptr<const Record>(std::move(record));
}

} // namespace edgewright::device
