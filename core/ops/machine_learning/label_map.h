// SPDX-License-Identifier: GPL-3.0-or-later
// A table from keys to values, both tensors of one axis: LabelEncoder and CategoryMapper.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

struct LabelMap {
    ir::Tensor keys;     // numbers or strings
    ir::Tensor values;   // as many as keys
    ir::Tensor fallback; // one element of the values' type
};

// Output 0: the value of each element of input 0, whose type is the keys'. Of keys that repeat the last one
// counts; a NaN is one key.
Result<void> mapLabels(KernelContext& context, const LabelMap& map);
// Output 0 has the shape of input 0 and the values' type; BadInput when input 0 has not the keys' type.
Result<void> inferLabels(InferContext& context, const LabelMap& map);

} // namespace edgewright::ops
