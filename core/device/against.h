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
    // Theirs is a share, by what is predicted of ours, of the time of a kernel that they run all of a range in.
    bool isShared = false;
};

struct Against {
    trace::Tool tool = trace::Tool::Unknown;
    std::string machine;                           // of the profile, where it names one
    bool isDevice = false;                         // theirs are times of kernels of a device, not of the host
    std::size_t runs = 0;                          // that the profile is of
    std::vector<AgainstRow> rows;                  // that both have, the longest first
    double ours = 0, theirs = 0;                   // seconds, of the rows
    double oursAlone = 0, theirsAlone = 0;         // of operators without a partner, or of no node
    double matchedShare = 0;                       // of the profile's time that belongs to nodes
    std::vector<std::string> unmatched, ambiguous; // trace::Matches
    std::vector<std::string> notes;                // what was not read of the profile: one sentence each
};

// `matches`: of the profile to `original`, the graph that the origins of the operators are nodes of.
// BadInput where nothing of the profile fits the graph. No rows where `ours` was stopped before its operators
// were timed: then `theirsAlone` is a whole run.
Result<Against> against(const VariantRecord& ours, const ir::Graph& original, const trace::Trace& profile,
                        const trace::Matches& matches);

} // namespace edgewright::device
