// SPDX-License-Identifier: GPL-3.0-or-later
// Puts extents in the place of symbols.
#pragma once

#include "core/ops/infer.h"

namespace edgewright::ops {

// Binds the open dimensions of the graph's inputs, by symbol or by "<input name>#<axis>". Returns `bindings`
// together with the symbols that got their extent through an axis.
ir::Bindings bindInputs(ir::Graph& graph, const ir::Bindings& bindings);

void bindSymbols(ir::TensorType& type, const ir::Bindings& symbols);

} // namespace edgewright::ops
