// SPDX-License-Identifier: GPL-3.0-or-later
// Values whose elements are known without running the model, and which of them are the same.
#pragma once

#include "core/ir/graph.h"

namespace edgewright::ir {

// Elements of a value that are known without running the model and complete; null otherwise.
const Tensor* knownTensor(const Graph& graph, ValueId value);

// Both have data: the same type, shape and elements.
bool areSameTensors(const Tensor& a, const Tensor& b);

// One value, or known ones that hold the same. Inputs that are left out are the same.
bool areSameOperands(const Graph& graph, ValueId a, ValueId b);

} // namespace edgewright::ir
