// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/operator_scratch.h"

#include "core/base/propagate.h"
#include "core/exec/executor.h"

namespace edgewright::pipeline {

namespace {

Result<exec::RunResult> runOnce(const ir::Graph& graph, const ir::Opsets& opsets, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto feeds, ir::seededFeeds(graph, 1, run));
    exec::RunOptions options;
    options.roundHalves = true; // as every run with an arena
    return exec::run(graph, opsets, feeds, options, run);
}

} // namespace

Result<void> measureScratch(const ir::Graph& graph, const ir::Opsets& opsets, memory::LivenessOptions& options,
                            Diagnostics& notes, const RunContext& run) {
    const auto executed = runOnce(graph, opsets, run);
    if (executed) {
        for (const exec::NodeScratch& each : executed->scratch)
            options.scratch[each.node] = each.bytes;
        return {};
    }
    if (executed.error().code == ErrorCode::Cancelled) return executed.error();
    notes.push_back({Severity::Warning, "scratch",
                     "what operators need for themselves is not planned, as the model does not run: " +
                         executed.error().message,
                     NodeId(), ValueId(), ""});
    return {};
}

} // namespace edgewright::pipeline
