// SPDX-License-Identifier: GPL-3.0-or-later
// A float32 graph with pairs of QuantizeLinear and DequantizeLinear: what a quantized model is in ONNX's QDQ
// form. Activations and weights become codes by a scheme each, biases int32 codes at the scale of their
// products.
#pragma once

#include "core/base/result.h"
#include "core/quant/qdq/placement.h"
#include "core/quant/scheme.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace edgewright::quant {

struct QdqOptions {
    Granularity weights = Granularity::PerChannel;
    Scheme weightScheme = DefaultWeights, activationScheme = DefaultActivations;
    // Rounding of weights and other constants; what QuantizeLinear does with activations is half to even.
    Rounding rounding = Rounding::HalfEven;
    std::uint64_t roundingSeed = 1; // of stochastic rounding
    friend bool operator==(const QdqOptions&, const QdqOptions&) = default;
};

// The least operator set that a graph with such pairs needs.
std::int64_t leastOpset(const QdqOptions& options);

struct QuantizedTensor {
    ValueId value; // of the graph before
    std::string name;
    Range range; // that the codes cover
    Params params;
};

struct QuantizedProduct {
    NodeId node; // of both graphs
    std::string name;
    std::vector<Params> weights; // one, or one for each output channel; empty: the weights are an activation
    // Output channels whose scale was raised so that their bias fits 32 bits.
    std::size_t raisedForBias = 0;
};

// A Concat whose operands get codes of one scale, which leaves few of them to the narrow ones.
struct MixedRanges {
    static constexpr float Ratio = 64; // of the widest range to the narrowest, from which on it is told

    NodeId node;
    std::string name, widest, narrowest; // of the node, of the two operands
    float widestRange = 0, narrowestRange = 0;
    double steps = 0; // of the result's codes that the narrowest operand spans
};

struct QdqGraph {
    ir::Graph graph; // types set; nodes and values of the graph before keep their ids
    std::vector<QuantizedTensor> tensors;
    std::vector<QuantizedProduct> products;
    std::vector<LeftInFloat> left;
    std::vector<MixedRanges> mixed;
    // Sums over the products, those left in float, too, with biases and scales; what several products share
    // counts once.
    std::int64_t weightBytesBefore = 0, weightBytesAfter = 0;
};

// `ranges`: of Placement::toCalibrate; the graph has the operator set of leastOpset(). BadInput, naming the
// tensor, where one is missing or not finite, and where weights or biases are not finite; Unsupported for
// activations of 4 bits.
Result<QdqGraph> insertQdq(const ir::Graph& graph, const Placement& placement,
                           const std::map<ValueId, Range>& ranges, const QdqOptions& options = {});

} // namespace edgewright::quant
