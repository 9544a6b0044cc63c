// SPDX-License-Identifier: GPL-3.0-or-later
// A float32 graph whose products code their inputs anew in each run, from the values that these have then: no
// calibration, and a pass over each input more. As ONNX Runtime's quantize_dynamic writes it:
//
//   x -> DynamicQuantizeLinear -> ConvInteger or MatMulInteger -> Cast -> Mul by both scales -> Add of the bias
#pragma once

#include "core/base/result.h"
#include "core/quant/qdq/placement.h"
#include "core/quant/scheme.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace edgewright::quant {

inline constexpr std::int64_t DynamicOpset = 11; // the first with DynamicQuantizeLinear

struct DynamicOptions {
    Granularity weights = Granularity::PerChannel; // which are symmetric int8
    std::set<std::string> inFloat;                 // labels of nodes that stay as they are
};

struct DynamicGraph {
    ir::Graph graph; // without types for what is new; nodes and values of the graph before keep their ids
    std::vector<NodeId> products; // of the graph before, that are integers now
    std::vector<LeftInFloat> left;
    // Sums over the products, those left in float, too, with scales, without biases; what several products
    // share counts once.
    std::int64_t weightBytesBefore = 0, weightBytesAfter = 0;
};

// Conv, MatMul and Gemm (of alpha and beta 1, nothing transposed but its weights) with constant float32 weights
// of finite numbers; others are told in `left`. `graph`: types inferred, opset DynamicOpset or later. BadInput
// where there is none of them, and for weights that are not finite.
Result<DynamicGraph> quantizeDynamically(const ir::Graph& graph, const DynamicOptions& options = {});

} // namespace edgewright::quant
