// SPDX-License-Identifier: GPL-3.0-or-later
// Groups within groups: a group that no single kernel computes runs member by member, and those of its members
// that one kernel does compute go together.
//
//   [Resize, Conv, Add, Relu]      =>      Resize, [Conv, Add, Relu]
#pragma once

#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <memory>

namespace edgewright::exec {

// `body` with such members as groups; the ids of its values stay. `body` itself when there are none. Once the
// run is stopped, with those that were found by then.
std::shared_ptr<const ir::Graph> withInnerGroups(const std::shared_ptr<const ir::Graph>& body,
                                                 const ir::Opsets& opsets, const RunContext& run = {});

} // namespace edgewright::exec
