// SPDX-License-Identifier: GPL-3.0-or-later
// Cross-layer equalization: channels between two products are scaled so that the weights on both sides have the
// same range in each channel, which one scale for a whole tensor of weights then covers. The function of the
// graph stays. (Nagel, van Baalen, Blankevoort, Welling: Data-free quantization through weight equalization and
// bias correction, ICCV 2019.)
//
//   y = W2 f(W1 x + b1)  =  (W2 S) f(S^-1 W1 x + S^-1 b1)        f(s x) = s f(x) for s > 0
//
//   s_i = sqrt(r1_i r2_i) / r2_i,   r1_i, r2_i: largest magnitude among the weights of channel i on either side
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace edgewright::quant {

struct EqualizeOptions {
    // A Clip from 0 to a positive bound does not scale: with this it becomes a Relu where it stands between two
    // products. The function changes for what was above the bound.
    bool replaceClips = false;
    int sweeps = 20; // over all pairs at most; chains take several. Fewer once no factor moves by 0.1 %
    friend bool operator==(const EqualizeOptions&, const EqualizeOptions&) = default;
};

struct EqualizedPair {
    NodeId first, second; // products: Conv, Gemm or MatMul
    std::string firstName, secondName;
    std::vector<float> factors; // s_i, by channel
    // Largest range of a channel over the median range, of the first product's weights by output channel.
    double spreadBefore = 1, spreadAfter = 1;
};

struct NotEqualized {
    NodeId first; // the product
    std::string name;
    std::string reason; // "Clip_3 limits it at 6, and a limit does not scale"
};

struct Equalized {
    ir::Graph graph; // node ids as before
    std::vector<EqualizedPair> pairs;
    std::vector<NotEqualized> left;         // products with constant weights that are the first of no pair
    std::vector<std::string> replacedClips; // names of those that are a Relu now
};

// `graph`: with types, in execution order, batch norms folded. Between the products of a pair: Relu, LeakyRelu,
// PRelu, pooling, and what only drops axes of extent 1. Factors stay within 1/1000 and 1000. Cancelled.
Result<Equalized> equalize(const ir::Graph& graph, const EqualizeOptions& options = {},
                           const RunContext& run = {});

} // namespace edgewright::quant
