// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/improve/product_weights.h"

#include <algorithm>
#include <cmath>

namespace edgewright::quant {

namespace {

std::optional<std::vector<float>> finiteFloats(const ir::Tensor* tensor) {
    if (!tensor || !tensor->hasData() || tensor->dtype() != ir::DataType::Float32) return std::nullopt;
    const auto span = tensor->as<float>();
    if (!std::ranges::all_of(span, [](float value) { return std::isfinite(value); })) return std::nullopt;
    return std::vector<float>(span.begin(), span.end());
}

const ir::Tensor* knownOf(const ir::Graph& graph, ValueId value) {
    return value.valid() ? graph.value(value).known() : nullptr;
}

} // namespace

std::optional<ProductWeights> ProductWeights::of(const ir::Graph& graph, const ir::Node& node) {
    const bool isConv = node.is("Conv"), isGemm = node.is("Gemm");
    if (!isConv && !isGemm && !node.is("MatMul")) return std::nullopt;
    if (!node.hasInput(0) || knownOf(graph, node.input(0)) || !node.hasInput(1)) return std::nullopt;
    if (isGemm && node.intOr("transA", 0) != 0) return std::nullopt;
    const ir::Tensor* weights = knownOf(graph, node.input(1));
    auto values = finiteFloats(weights);
    if (!values || values->empty()) return std::nullopt;
    ProductWeights product;
    product.m_dims = weights->dims();
    if (isConv ? product.m_dims.size() < 3 : product.m_dims.size() != 2) return std::nullopt;
    product.m_weights = std::move(*values);
    product.m_rows = static_cast<std::size_t>(product.m_dims[0]);
    product.m_columns = static_cast<std::size_t>(product.m_dims[1]);
    product.m_inner = product.m_weights.size() / (product.m_rows * product.m_columns);
    if (isConv) {
        const std::int64_t groups = node.intOr("group", 1);
        if (groups < 1 || product.m_dims[0] % groups != 0) return std::nullopt;
        product.m_rowsPerGroup = product.m_rows / static_cast<std::size_t>(groups);
        product.m_outputs = product.m_rows;
        product.m_inputs = product.m_columns * static_cast<std::size_t>(groups);
    } else {
        product.m_transposed = !(isGemm && node.intOr("transB", 0) != 0);
        product.m_outputs = product.m_transposed ? product.m_columns : product.m_rows;
        product.m_inputs = product.m_transposed ? product.m_rows : product.m_columns;
    }
    if (node.hasInput(2)) {
        const ir::Tensor* bias = knownOf(graph, node.input(2));
        auto numbers = finiteFloats(bias);
        if (!numbers) return std::nullopt;
        const bool isRow = bias->rank() <= 1 || bias->dims().back() == bias->elements();
        if (numbers->size() == 1) numbers->assign(product.m_outputs, numbers->front());
        if (!isRow || numbers->size() != product.m_outputs) return std::nullopt;
        product.m_bias = std::move(*numbers);
        product.m_biasDims = {static_cast<std::int64_t>(product.m_outputs)};
    }
    product.outputFactors.assign(product.m_outputs, 1);
    product.inputFactors.assign(product.m_inputs, 1);
    return product;
}

std::size_t ProductWeights::outputOf(std::size_t element) const {
    const std::size_t row = element / (m_columns * m_inner), column = element / m_inner % m_columns;
    return m_transposed ? column : row;
}

std::size_t ProductWeights::inputOf(std::size_t element) const {
    const std::size_t row = element / (m_columns * m_inner), column = element / m_inner % m_columns;
    if (m_transposed) return row;
    return m_rowsPerGroup == 0 ? column : row / m_rowsPerGroup * m_columns + column;
}

double ProductWeights::at(std::size_t element) const {
    return static_cast<double>(m_weights[element]) * outputFactors[outputOf(element)] *
           inputFactors[inputOf(element)];
}

std::vector<double> ProductWeights::outputRanges() const {
    std::vector<double> ranges(m_outputs, 0.0);
    for (std::size_t i = 0; i < m_weights.size(); ++i)
        ranges[outputOf(i)] = std::max(ranges[outputOf(i)], std::abs(at(i)));
    return ranges;
}

std::vector<double> ProductWeights::inputRanges() const {
    std::vector<double> ranges(m_inputs, 0.0);
    for (std::size_t i = 0; i < m_weights.size(); ++i)
        ranges[inputOf(i)] = std::max(ranges[inputOf(i)], std::abs(at(i)));
    return ranges;
}

ir::Tensor ProductWeights::weights() const {
    std::vector<float> values(m_weights.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(at(i));
    return ir::Tensor::of<float>(m_dims, values);
}

std::optional<ir::Tensor> ProductWeights::bias() const {
    if (m_bias.empty()) return std::nullopt;
    std::vector<float> values(m_bias.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(static_cast<double>(m_bias[i]) * outputFactors[i]);
    return ir::Tensor::of<float>(m_biasDims, values);
}

} // namespace edgewright::quant
