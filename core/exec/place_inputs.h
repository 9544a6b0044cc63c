// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a graph inside of a node, where its plan wants it.
#pragma once

#include "core/exec/storage.h"

#include <vector>

namespace edgewright::exec {

// The value, or a copy of it in memory of its own where it lies in the arena, which later values overwrite. Of
// a sequence or an optional, its items.
Result<ir::Tensor> outsideArena(Storage& storage, const ir::Tensor& value);

// Copies the inputs that `plan` has places for. They may lie where the plan puts others of them, as what the
// run before was given or made: each keeps its elements. An input without a place moves out of the plan's
// bytes, which are about to be written.
Result<void> placeInputs(Storage& storage, const ir::ArenaPlan& plan, const ir::Graph& graph,
                         std::vector<ir::Tensor>& inputs);

} // namespace edgewright::exec
