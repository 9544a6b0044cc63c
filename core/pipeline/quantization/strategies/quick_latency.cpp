// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/quick_latency.h"

#include "core/base/propagate.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/measure/sampling.h"
#include "core/measure/statistics.h"

#include <cmath>
#include <utility>

namespace edgewright::pipeline {

namespace {

constexpr measure::Effort Short{.warmups = 1,
                                .uncertainty = 0.02,
                                .minBlocks = 7,
                                .minSeconds = 0.05,
                                .maxBlocks = 200,
                                .seconds = 0.5,
                                .seed = 1};

constexpr measure::ComparisonRules RatioRules{.confidence = 0.95};

} // namespace

// Stays where it is: the program refers to the rest.
struct QuickLatency::Running {
    std::shared_ptr<const fusion::History> history;
    exec::Lowered lowered;
    ir::Feeds feeds;
    std::unique_ptr<exec::Program> program;

    measure::Subject asSubject() {
        measure::Subject subject;
        subject.run = [this](const RunContext& context) -> Result<void> {
            exec::RunOptions options;
            RETURN_IF_ERROR(program->run(feeds, options, context));
            return {};
        };
        return subject;
    }
};

Result<std::shared_ptr<QuickLatency::Running>> QuickLatency::running(const Typed& typed,
                                                                     const RunContext& quiet) {
    auto made = std::make_shared<Running>();
    ASSIGN_OR_RETURN(made->history, fuse(typed, {}, quiet));
    made->lowered = exec::lower(made->history->graph, made->history->opsets, {}, quiet);
    ASSIGN_OR_RETURN(made->feeds, ir::seededFeeds(*made->lowered.graph, 1, quiet));
    made->program = std::make_unique<exec::Program>(*made->lowered.graph, made->history->opsets);
    return made;
}

QuickLatency::QuickLatency() : m_first(std::make_shared<First>()) {}

Result<LatencyHere> QuickLatency::operator()(const Typed& typed, const RunContext& run) const {
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(auto model, running(typed, quiet));
    if (!m_first->model) {
        ASSIGN_OR_RETURN(const auto alone, measure::sample({model->asSubject()}, Short, quiet));
        const measure::Summary summary = measure::summaryOf(alone.wall(0));
        m_first->model = std::move(model);
        m_first->milliseconds = summary.median * 1e3;
        LatencyHere first{m_first->milliseconds, summary.interval};
        if (first.interval)
            first.interval = measure::Interval{first.interval->low * 1e3, first.interval->high * 1e3};
        return first;
    }
    ASSIGN_OR_RETURN(const auto both,
                     measure::sample({m_first->model->asSubject(), model->asSubject()}, Short, quiet));
    const measure::Comparison ratio = measure::compare(both.wall(0), both.wall(1), RatioRules);
    const double of = m_first->milliseconds;
    LatencyHere found{of * ratio.ratio, std::nullopt};
    if (std::isfinite(ratio.interval.high))
        found.interval = measure::Interval{of * ratio.interval.low, of * ratio.interval.high};
    return found;
}

} // namespace edgewright::pipeline
