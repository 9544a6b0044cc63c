// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of two values.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

namespace edgewright::exec {

// The element-wise test of the ONNX backend suite: |a - b| <= BackendAbsolute + BackendRelative * |b|.
inline constexpr double BackendAbsolute = 1e-7, BackendRelative = 1e-3;

struct Difference {
    double maxAbs = 0;       // max |a - b|
    double maxRel = 0;       // max |a - b| / max(|b|, 1e-6 * max|b|, tiny)
    double relNorm = 0;      // ||a - b|| / ||b||  (0 when both are 0)
    double backendRatio = 0; // max |a - b| / (BackendAbsolute + BackendRelative |b|); up to 1 passes
    std::int64_t where = -1; // index of the largest absolute difference; of a sequence, the item that holds it
    bool sameShape = true;   // otherwise everything else is infinite
    std::int64_t nonFinite = 0; // elements where exactly one side is not finite
    bool isIdentical = true;    // bit by bit, in type, shape and elements: 0 and -0 differ
};

// Sequences and optionals must be of one kind and hold as many items; each measure is then the largest over the
// items.
Difference compare(const ir::Tensor& actual, const ir::Tensor& reference);

} // namespace edgewright::exec
