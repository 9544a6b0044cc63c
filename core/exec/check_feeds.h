// SPDX-License-Identifier: GPL-3.0-or-later
// The check that tensors fit the inputs that a graph declares.
#pragma once

#include "core/exec/executor.h"

namespace edgewright::exec {

// Every graph input has a value of its kind with its dtype, rank and known extents; other tensors replace
// initializers only.
Result<void> checkFeeds(const ir::Graph& graph, const Feeds& feeds);

} // namespace edgewright::exec
