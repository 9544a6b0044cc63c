// SPDX-License-Identifier: GPL-3.0-or-later
// Values that the subgraphs of a node read of the graph around it, under other ids.
#pragma once

#include "core/ir/node.h"

#include <functional>

namespace edgewright::ir {

// Lets every captured value (Value::outer) of the node's subgraphs be `moved(captured)`. Subgraphs that capture
// nothing that moves are shared with the original as before; those below name what the level above calls it.
void moveCaptures(Node& node, const std::function<ValueId(ValueId)>& moved);

} // namespace edgewright::ir
