// SPDX-License-Identifier: GPL-3.0-or-later
// Declared and inferred type of one value become one.
#pragma once

#include "core/ir/tensor_type.h"

namespace edgewright::ops {

struct MergedType {
    ir::TensorType type;
    bool contradiction = false; // something known on both sides differs; the inferred side won
};

// Inferred wins where it is known; what it leaves open comes from `declared`.
MergedType mergeTypes(const ir::TensorType& declared, const ir::TensorType& inferred);

} // namespace edgewright::ops
