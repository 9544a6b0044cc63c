// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/stages/stage_frames.h"

#include "core/base/propagate.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"

#include <algorithm>
#include <limits>

namespace edgewright::device {

Result<StageFrames> StageFrames::of(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Feeds& feeds,
                                    std::uint64_t seed, int threads, std::int64_t memoryLimitBytes,
                                    const RunContext& run) {
    StageFrames frames;
    exec::Program program(graph, opsets);
    exec::RunOptions options;
    options.threads = threads;
    options.memoryLimitBytes = memoryLimitBytes;
    for (std::size_t i = 0; i < Distinct; ++i) {
        ir::Feeds some = feeds;
        if (i > 0) {
            ASSIGN_OR_RETURN(some, ir::seededFeeds(graph, seed + i, run));
        }
        ASSIGN_OR_RETURN(exec::RunResult result, program.run(some, options, run));
        frames.m_inputs.push_back(std::move(some));
        frames.m_expected.push_back(std::move(result.outputs));
    }
    return frames;
}

void StageFrames::compare(const relay::FrameDone& frame, OutputDifferences& to) const {
    const std::vector<ir::Tensor>& expected = m_expected[frame.number % Distinct];
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (i >= frame.outputs.size()) {
            to = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), false};
            return;
        }
        const exec::Difference one = exec::compare(frame.outputs[i], expected[i]);
        to.maxAbs = std::max(to.maxAbs, one.maxAbs);
        to.relNorm = std::max(to.relNorm, one.relNorm);
        to.identical = to.identical && one.isIdentical;
    }
}

} // namespace edgewright::device
