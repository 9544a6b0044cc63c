// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a Conv, Gemm or MatMul by input and output channel.
#pragma once

#include "core/ir/graph.h"

#include <optional>
#include <vector>

namespace edgewright::quant {

class ProductWeights {
public:
    // Empty where weights or bias are no finite float32 constants, or their shapes do not fit the operator.
    static std::optional<ProductWeights> of(const ir::Graph& graph, const ir::Node& node);

    std::size_t outputs() const { return m_outputs; }
    std::size_t inputs() const { return m_inputs; }

    // Factors on top of the constants, by channel; 1 to begin with.
    std::vector<double> outputFactors, inputFactors;
    // Largest magnitude of each channel's weights with their factors.
    std::vector<double> outputRanges() const;
    std::vector<double> inputRanges() const;

    // With the factors, as float32. A bias of one number for all outputs becomes one for each.
    ir::Tensor weights() const;
    std::optional<ir::Tensor> bias() const; // empty: none

private:
    std::size_t outputOf(std::size_t element) const;
    std::size_t inputOf(std::size_t element) const;
    double at(std::size_t element) const;

    ir::Dims m_dims, m_biasDims;
    std::vector<float> m_weights, m_bias;
    std::size_t m_outputs = 0, m_inputs = 0;
    std::size_t m_rows = 0, m_columns = 0, m_inner = 1; // of the weights: [rows, columns, inner]
    std::size_t m_rowsPerGroup = 0; // of a convolution; 0: rows are outputs, or inputs, as m_transposed says
    bool m_transposed = false;      // rows are inputs
};

} // namespace edgewright::quant
