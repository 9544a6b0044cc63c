// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/quick_latency.h"

#include "core/base/propagate.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/measure/sampling.h"
#include "core/measure/statistics.h"

namespace edgewright::pipeline {

namespace {

constexpr measure::Effort Short{.warmups = 1,
                                .uncertainty = 0.02,
                                .minBlocks = 7,
                                .minSeconds = 0.05,
                                .maxBlocks = 200,
                                .seconds = 0.5,
                                .seed = 1};

} // namespace

Result<double> quickLatency(const Typed& typed, const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const auto history, fuse(typed, {}, quiet));
    const exec::Lowered lowered = exec::lower(history->graph, history->opsets, {}, quiet);
    ASSIGN_OR_RETURN(const auto feeds, ir::seededFeeds(*lowered.graph, 1, quiet));
    exec::Program program(*lowered.graph, history->opsets);
    exec::RunOptions options;
    measure::Subject subject;
    subject.run = [&](const RunContext& context) -> Result<void> {
        RETURN_IF_ERROR(program.run(feeds, options, context));
        return {};
    };
    ASSIGN_OR_RETURN(const auto samples, measure::sample({subject}, Short, quiet));
    return measure::summaryOf(samples.wall(0)).median * 1e3;
}

} // namespace edgewright::pipeline
