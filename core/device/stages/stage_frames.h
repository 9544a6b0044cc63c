// SPDX-License-Identifier: GPL-3.0-or-later
// Frames for a network over several devices, and this machine's results for them.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/feeds/feeds.h"
#include "core/ir/graph.h"
#include "core/relay/relay.h"

#include <cstdint>
#include <vector>

namespace edgewright::device {

// Outputs of a run beside those of this machine.
struct OutputDifferences {
    double maxAbs = 0, relNorm = 0; // the largest of all frames and outputs
    bool identical = true;          // bit by bit
};

class StageFrames {
public:
    static constexpr std::size_t Distinct = 4; // inputs, which repeat

    // `feeds`, then others at random; and the outputs of this machine for each. Cancelled; errors of the run.
    static Result<StageFrames> of(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Feeds& feeds,
                                  std::uint64_t seed, int threads, std::int64_t memoryLimitBytes,
                                  const RunContext& run);

    const ir::Feeds& inputs(std::uint64_t number) const { return m_inputs[number % Distinct]; }
    // Adds what a frame's outputs differ by; one that is missing differs by infinity.
    void compare(const relay::FrameDone& frame, OutputDifferences& to) const;

private:
    StageFrames() = default;
    std::vector<ir::Feeds> m_inputs;
    std::vector<std::vector<ir::Tensor>> m_expected;
};

} // namespace edgewright::device
