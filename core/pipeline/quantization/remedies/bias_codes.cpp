// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/bias_codes.h"

#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/pipeline/quantization/folded_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace edgewright::pipeline {

void ChannelMeans::add(const ir::Node& product, const ir::Tensor& output) {
    const ir::Dims& dims = output.dims();
    if (dims.empty() || output.elements() == 0 || output.dtype() != ir::DataType::Float32) return;
    const bool isConv = product.is("Conv") || product.is("ConvTranspose");
    const std::size_t axis = isConv ? std::min<std::size_t>(1, dims.size() - 1) : dims.size() - 1;
    const auto channels = static_cast<std::size_t>(dims[axis]);
    const auto inner =
        static_cast<std::size_t>(std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                                                 dims.end(), std::int64_t(1), std::multiplies<>()));
    m_sums.resize(channels, 0.0);
    const auto values = output.as<float>();
    for (std::size_t begin = 0; begin < values.size(); begin += inner) {
        double sum = 0;
        for (std::size_t i = begin; i < begin + inner; ++i)
            sum += static_cast<double>(values[i]);
        m_sums[begin / inner % channels] += sum;
    }
    m_count += static_cast<double>(values.size() / channels);
}

std::vector<double> ChannelMeans::means() const {
    std::vector<double> means = m_sums;
    for (double& mean : means)
        mean /= m_count;
    return means;
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result(std::min(a.size(), b.size()));
    std::transform(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(result.size()), b.begin(), result.begin(),
                   std::minus<>());
    return result;
}

double meanMagnitude(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values)
        total += std::abs(value);
    return values.empty() ? 0 : total / static_cast<double>(values.size());
}

BiasCodes::BiasCodes(const Quantized& quantized)
    : m_quantized(quantized), m_graph(*withOpenDimensions(*quantized.typed)->graph), m_connections(m_graph) {}

std::string BiasCodes::correct(const CodedLayer& layer, const std::vector<double>& shift, bool& added) {
    const ir::Node& node = m_graph.node(layer.product);
    if (node.is("MatMul")) return say("MatMul has no bias");
    const double beta = node.is("Gemm") ? static_cast<double>(node.floatOr("beta", 1)) : 1;
    if (beta == 0) return say("it multiplies its bias by 0");
    std::vector<double> scaled;
    for (const double each : shift)
        scaled.push_back(each / beta);
    if (!std::ranges::all_of(scaled, [](double each) { return std::isfinite(each); }))
        return say("its outputs are not finite");
    return node.hasInput(2) ? change(layer, scaled) : addBias(layer, scaled, added);
}

Quantized BiasCodes::take(const RunContext& run) {
    Quantized result = m_quantized;
    result.details.weightBytesAfter += m_addedBytes;
    result.typed =
        withGraph(*m_quantized.typed, std::move(m_graph), m_quantized.typed->opened->model->opsets, run);
    return result;
}

std::string BiasCodes::change(const CodedLayer& layer, const std::vector<double>& shift) {
    const ValueId bias = m_graph.node(layer.product).input(2);
    const auto producer = m_connections.producer(bias);
    if (!producer || !m_graph.node(*producer).is("DequantizeLinear")) return say("its bias is not in codes");
    const NodeId dequantize = *producer;
    const ir::Value& coded = m_graph.value(m_graph.node(dequantize).input(0));
    const ir::Tensor* codes = coded.known();
    const ir::Tensor* scales = m_graph.value(m_graph.node(dequantize).input(1)).known();
    if (!codes || codes->dtype() != ir::DataType::Int32 || !scales || scales->elements() < 1)
        return say("its bias is not in int32 codes");
    if (codes->elements() != static_cast<std::int64_t>(shift.size()))
        return say("its bias is one number for all channels");
    std::vector<std::int32_t> corrected;
    for (std::size_t i = 0; i < shift.size(); ++i) {
        const double scale =
            ir::elementAsDouble(*scales, scales->elements() == 1 ? 0 : static_cast<std::int64_t>(i));
        corrected.push_back(
            quant::biasCode(static_cast<double>(codes->as<std::int32_t>()[i]) - shift[i] / scale));
    }
    const ValueId made =
        addConstant(coded.name + "_corrected", ir::Tensor::of<std::int32_t>(codes->dims(), corrected));
    const ValueId before = m_graph.node(dequantize).inputs[0];
    m_graph.node(dequantize).inputs[0] = made;
    m_graph.value(bias).folded.reset(); // it followed from the codes before
    if (m_connections.consumers(before).size() == 1) m_graph.value(before).constant.reset();
    return {};
}

std::string BiasCodes::addBias(const CodedLayer& layer, const std::vector<double>& shift, bool& added) {
    const std::vector<quant::Params>& weights = m_quantized.details.products[layer.index].weights;
    if (weights.size() != 1 && weights.size() != shift.size())
        return say("its weights have no scale for each output channel");
    std::vector<float> scales;
    for (const quant::Params& each : weights)
        scales.push_back(layer.inputParams.scale * each.scale);
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < shift.size(); ++i)
        codes.push_back(quant::biasCode(-shift[i] / static_cast<double>(scales[scales.size() == 1 ? 0 : i])));
    const auto count = static_cast<std::int64_t>(shift.size());
    const std::string name = m_graph.node(layer.product).label() + "_bias";
    const bool perChannel = scales.size() > 1;
    const ValueId coded = addConstant(name + "_codes", ir::Tensor::of<std::int32_t>({count}, codes));
    const ValueId scale = addConstant(name + "_scale", perChannel ? ir::Tensor::of<float>({count}, scales)
                                                                  : ir::Tensor::scalar<float>(scales.front()));
    ir::Value value;
    value.name = unique(name + "_dequantized");
    value.type = ir::TensorType(ir::DataType::Float32, ir::Dims{count});
    const ValueId back = m_graph.addValue(std::move(value));
    ir::Node dequantize;
    dequantize.name = name + "_dequantize";
    dequantize.op = "DequantizeLinear";
    dequantize.inputs = {coded, scale};
    dequantize.outputs = {back};
    if (perChannel) dequantize.set("axis", std::int64_t(0));
    m_graph.addNode(std::move(dequantize));
    ir::Node& node = m_graph.node(layer.product);
    node.inputs.resize(3);
    node.inputs[2] = back;
    m_addedBytes += count * static_cast<std::int64_t>(sizeof(std::int32_t));
    added = true;
    m_graph.setOrder(ir::executionOrder(m_graph).nodes);
    return {};
}

// Values are never taken away: their number grows.
std::string BiasCodes::unique(const std::string& name) const {
    return name + "_" + std::to_string(m_graph.valueCount());
}

ValueId BiasCodes::addConstant(const std::string& name, ir::Tensor tensor) {
    ir::Value value;
    value.name = unique(name);
    value.type = tensor.type();
    value.constant = std::move(tensor);
    return m_graph.addValue(std::move(value));
}

} // namespace edgewright::pipeline
