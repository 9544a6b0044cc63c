// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of a model as layers: their tensors' shapes turned into extents and M, N, K.
#pragma once

#include "core/base/result.h"
#include "core/cost/workload.h"
#include "core/ir/node.h"

namespace edgewright::cost {

// A convolution of input x[N, C, ...] with weights w[O, C/groups, ...] into y[N, O, ...].
Result<Layer> convLayer(const ir::Node& node, const ir::Dims& x, const ir::Dims& w, const ir::Dims& y);
// a[..., M, K] times b[..., K, N] with NumPy's rules.
Result<Layer> matMulLayer(ir::Dims a, ir::Dims b);
// a[M, K] times b[K, N] after the node's transA and transB.
Result<Layer> gemmLayer(const ir::Node& node, const ir::Dims& a, const ir::Dims& b);
// The matrix product as SCALE-Sim sees one: an M x K ifmap of one channel under N filters of 1 x K.
Layer productLayer(std::int64_t m, std::int64_t n, std::int64_t k);

} // namespace edgewright::cost
