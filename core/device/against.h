// SPDX-License-Identifier: GPL-3.0-or-later
// A variant of a record beside the profile of another runtime, part by part.
#pragma once

#include "core/device/record/record.h"
#include "core/ir/graph.h"
#include "core/trace/match.h"

#include <string>
#include <vector>

namespace edgewright::device {

// The smallest parts that both have as a whole: what one fuses in one way and the other in another is one part.
struct AgainstRow {
    std::string name;            // of the operator of ours that takes longest
    std::vector<NodeId> nodes;   // of the original graph, in its order
    double ours = 0, theirs = 0; // seconds of one run
};

struct Against {
    trace::Tool tool = trace::Tool::Unknown;
    std::size_t runs = 0;                          // that the profile is of
    std::vector<AgainstRow> rows;                  // that both have, the longest first
    double ours = 0, theirs = 0;                   // seconds, of the rows
    double oursAlone = 0, theirsAlone = 0;         // of operators without a partner
    std::vector<std::string> unmatched, ambiguous; // trace::Matches
    std::vector<std::string> notes;                // what was not read of the profile: one sentence each
};

// `matches`: of the profile to `original`, the graph that the origins of the operators are nodes of.
// BadInput where nothing of the profile fits the graph.
Result<Against> against(const VariantRecord& ours, const ir::Graph& original, const trace::Trace& profile,
                        const trace::Matches& matches);

} // namespace edgewright::device
