// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles whose operators have no names but those of their kinds.
#pragma once

#include "core/trace/match.h"

namespace edgewright::trace {

// Matches calls of PyTorch and of TVM by their place among those of their kind, and kernels of a device through
// the range with the name of a node or the operator that they were started within. A kind of which the profile
// does not have as many as a number of passes through the graph would have is matched to nothing.
Matches matchByOrder(const Trace& trace, const ir::Graph& graph);

} // namespace edgewright::trace
