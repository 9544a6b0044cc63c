// SPDX-License-Identifier: GPL-3.0-or-later
// Colourings of the nodes by what was computed or measured of them: bound, INT8 error, numeric difference,
// time.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/study.h"
#include "views/graph/picture/node_colouring.h"
#include "views/graph/provenance.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace edgewright::views {

// Of the fused graph's layers; their members in the original graph take the same colour.
NodeColouring colourByBound(const pipeline::Costs& costs, const Provenance& provenance);
// Signal to noise of the layers that were studied so far, by base node.
NodeColouring colourByInt8(const std::map<NodeId, double>& sqnrDb, const Provenance* provenance);
// Relative difference of each boundary.
NodeColouring colourByDifference(const pipeline::Check& check);

struct Measured {
    std::unordered_map<NodeId, double> microseconds; // of either graph: the fastest of some runs
    double beforeMicroseconds = 0, afterMicroseconds = 0;
    std::shared_ptr<const fusion::History> history; // that was measured: another one has other fused nodes
    int runs = 0;
};
NodeColouring colourByTime(const Measured& measured);
// Runs both graphs on this machine, one thread, seeded inputs.
Result<std::shared_ptr<const Measured>> measure(const pipeline::Typed& typed,
                                                std::shared_ptr<const fusion::History> history,
                                                std::uint64_t seed, const RunContext& run = {});

} // namespace edgewright::views
