// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that a quantized model has in floating point: of products that are not quantized, and beside their
// codes, because others than the quantized products read them: the table of an Embedding that is the weights of
// the last layer, too.
#pragma once

#include "core/quant/qdq/placement.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct KeptWeights {
    std::string name;                 // of the constant
    std::vector<std::string> readers; // labels of nodes
    std::int64_t bytes = 0;
    bool besideCodes = false;
};

// `products`: quantized nodes of `folded`, which stand for products of `given`, the model before rules changed
// it; `left`: nodes of `folded` that are not; `written`: with codes in it. In the order of its constants.
std::vector<KeptWeights> keptWeights(const ir::Graph& given, const ir::Graph& folded,
                                     std::span<const NodeId> products, std::span<const quant::LeftInFloat> left,
                                     const ir::Graph& written);

// The bytes that quantization adds: those beside their codes.
std::int64_t bytesBesideCodes(std::span<const KeptWeights> kept);

} // namespace edgewright::pipeline
