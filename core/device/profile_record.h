// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels in a profile of an accelerator as a measurement of the network there: what shows measured times
// shows these.
#pragma once

#include "core/device/record/record.h"
#include "core/ir/graph.h"
#include "core/trace/match.h"

#include <string>

namespace edgewright::device {

// True if the times are those of a profile, by profileRecord(): our agent did not take them.
inline bool isOfProfile(const Record& record) { return !record.profiledBy.empty(); }

// One variant, called after the tool: an operator for each set of nodes that kernels were started for, in the
// order of the graph, with the median over the passes of what its kernels take together, and one without nodes
// for all other kernels, so that the operators sum up to what was profiled. A block is a pass from its first
// kernel to its last. MACs and bytes are those of `original`; 0 where the profile tells of an input of another
// shape. `date`: when it was taken. BadInput where the profile has no kernels of passes that are nodes.
Result<Record> profileRecord(const trace::Trace& profile, const trace::Matches& matches,
                             const ir::Graph& original, std::string date);

// "its input is 4x3x224x224, that of this model 1x3x224x224"; empty: they are alike, or it is not told.
std::string otherInputText(const trace::Trace& profile, const ir::Graph& original);

// "142 µs of the 883 µs that kernels take, 16.1 %, belong to no node of the model"; empty where there is
// nothing left.
std::string unmatchedText(const trace::Matches& matches);

} // namespace edgewright::device
