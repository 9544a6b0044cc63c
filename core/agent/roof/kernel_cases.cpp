// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/roof/kernel_cases.h"

#include "core/base/propagate.h"
#include "core/ir/builder.h"
#include "core/ops/convolution/algorithm_choice.h"
#include "core/ops/infer.h"

#include <array>

namespace edgewright::agent {

using measure::Arithmetic;

namespace {

constexpr std::array<std::int64_t, 4> ProductSizes{128, 256, 512, 1024};

// As networks have them: the body and the stem of a ResNet, pointwise and depthwise layers of mobile ones.
struct Layer {
    std::int64_t kernel, in, out, extent, stride = 1;
    bool depthwise = false; // in == out
};
constexpr std::array<Layer, 8> Layers{{
    {1, 256, 64, 56},
    {1, 96, 576, 14},
    {3, 64, 64, 56},
    {3, 256, 256, 14},
    {7, 3, 64, 224, 2},
    {3, 144, 144, 56, 1, true},
    {3, 576, 576, 14, 1, true},
    {3, 96, 96, 112, 2, true},
}};

// In float32 each layer by each of them that can; codes have one.
using Algorithm = kernels::ConvolutionAlgorithm;
constexpr std::array Algorithms{Algorithm::Direct, Algorithm::Im2col, Algorithm::Winograd};

// Values without a pattern that a cache or a predictor could know, the same every time.
class Numbers {
public:
    std::uint32_t next() { return m_state = m_state * 1664525u + 1013904223u; }

private:
    std::uint32_t m_state = 1;
};

template <typename T>
Result<ir::Tensor> numbers(ir::Dims dims) {
    ASSIGN_OR_RETURN(auto tensor, ir::Tensor::unfilled(ir::dataTypeOf<T>(), std::move(dims)));
    Numbers random;
    for (T& each : tensor.template as<T>()) {
        const std::uint32_t bits = random.next() >> 24;
        if constexpr (std::is_same_v<T, float>)
            each = static_cast<float>(bits) / 256.0f - 0.5f;
        else
            each = static_cast<T>(bits);
    }
    return tensor;
}

std::string times(std::int64_t a, std::int64_t b) { return std::to_string(a) + "x" + std::to_string(b); }

// `make` adds the node that reads `x` and answers with its output.
template <typename Make>
Result<KernelCase> caseOf(std::string algorithm, std::string shape, Arithmetic arithmetic, ir::Dims input,
                          const Make& make) {
    KernelCase result;
    result.algorithm = std::move(algorithm);
    result.shape = std::move(shape);
    result.arithmetic = arithmetic;
    const bool onCodes = arithmetic == Arithmetic::Int8;
    ASSIGN_OR_RETURN(auto values, onCodes ? numbers<std::uint8_t>(input) : numbers<float>(input));
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", values.type());
    ASSIGN_OR_RETURN(const ValueId y, make(builder, x));
    builder.output(y);
    result.opsets = {{"", 13}};
    result.graph = ops::inferTypes(builder.take(), result.opsets).graph;
    result.feeds.emplace(x, std::move(values));
    return result;
}

Result<KernelCase> productCase(std::int64_t size, Arithmetic arithmetic) {
    const auto make = [&](ir::GraphBuilder& builder, ValueId x) -> Result<ValueId> {
        const ir::Dims dims{size, size};
        if (arithmetic == Arithmetic::Float32) {
            ASSIGN_OR_RETURN(auto b, numbers<float>(dims));
            return builder.node("MatMul", {x, builder.constant("b", std::move(b))});
        }
        ASSIGN_OR_RETURN(auto b, numbers<std::int8_t>(dims));
        return builder.node("MatMulInteger", {x, builder.constant("b", std::move(b)),
                                              builder.constant("zero", ir::Tensor::scalar(std::uint8_t(128)))});
    };
    return caseOf("gemm", times(size, size) + "x" + std::to_string(size), arithmetic, {size, size}, make);
}

std::string textOf(const Layer& layer) {
    return times(layer.kernel, layer.kernel) + (layer.depthwise ? " depthwise " : " ") +
           (layer.depthwise ? std::to_string(layer.in)
                            : std::to_string(layer.in) + " to " + std::to_string(layer.out)) +
           " at " + times(layer.extent, layer.extent) +
           (layer.stride > 1 ? ", stride " + std::to_string(layer.stride) : std::string());
}

Result<KernelCase> layerCase(const Layer& layer, Arithmetic arithmetic, Algorithm algorithm) {
    const auto make = [&](ir::GraphBuilder& builder, ValueId x) -> Result<ValueId> {
        const std::int64_t pad = layer.kernel / 2;
        std::vector<ir::Attribute> attributes{
            {"kernel_shape", std::vector<std::int64_t>{layer.kernel, layer.kernel}},
            {"pads", std::vector<std::int64_t>{pad, pad, pad, pad}},
            {"strides", std::vector<std::int64_t>{layer.stride, layer.stride}},
            {"group", layer.depthwise ? layer.in : std::int64_t(1)}};
        const ir::Dims dims{layer.out, layer.depthwise ? 1 : layer.in, layer.kernel, layer.kernel};
        const auto channels = static_cast<std::size_t>(layer.out);
        if (arithmetic == Arithmetic::Float32) {
            ASSIGN_OR_RETURN(auto w, numbers<float>(dims));
            return builder.node(
                "Conv",
                {x, builder.constant("w", std::move(w)),
                 builder.constant("bias", ir::Tensor::of({layer.out}, std::vector<float>(channels, 0.5f)))},
                std::move(attributes));
        }
        ASSIGN_OR_RETURN(auto w, numbers<std::int8_t>(dims));
        return builder.node(
            "QLinearConv",
            {x, builder.constant("x_scale", ir::Tensor::scalar(0.02f)),
             builder.constant("x_zero", ir::Tensor::scalar(std::uint8_t(128))),
             builder.constant("w", std::move(w)),
             builder.constant("w_scale", ir::Tensor::of({layer.out}, std::vector<float>(channels, 0.01f))),
             builder.constant("w_zero", ir::Tensor::of({layer.out}, std::vector<std::int8_t>(channels, 0))),
             builder.constant("y_scale", ir::Tensor::scalar(0.5f)),
             builder.constant("y_zero", ir::Tensor::scalar(std::uint8_t(128))),
             builder.constant("bias", ir::Tensor::of({layer.out}, std::vector<std::int32_t>(channels, 7)))},
            std::move(attributes));
    };
    ASSIGN_OR_RETURN(auto result, caseOf(std::string(kernels::nameOf(algorithm)), textOf(layer), arithmetic,
                                         {1, layer.in, layer.extent, layer.extent}, make));
    result.options.algorithm = algorithm;
    result.everyMac = algorithm != Algorithm::Winograd;
    return result;
}

Result<void> addLayer(const Layer& layer, std::vector<KernelCase>& cases) {
    for (const Algorithm algorithm : Algorithms) {
        if (layer.depthwise && algorithm != Algorithm::Direct) continue; // one product for each channel
        ASSIGN_OR_RETURN(auto each, layerCase(layer, Arithmetic::Float32, algorithm));
        const ir::Node& node = each.graph.node(each.graph.order().front());
        const auto runs = ops::algorithmOf(each.graph, node, algorithm);
        if (runs && runs->algorithm == algorithm) cases.push_back(std::move(each));
    }
    return {};
}

} // namespace

Result<std::vector<KernelCase>> kernelCases() {
    std::vector<KernelCase> cases;
    for (const Arithmetic arithmetic : {Arithmetic::Float32, Arithmetic::Int8}) {
        for (const std::int64_t size : ProductSizes) {
            ASSIGN_OR_RETURN(auto each, productCase(size, arithmetic));
            cases.push_back(std::move(each));
        }
        for (const Layer& layer : Layers) {
            if (arithmetic == Arithmetic::Float32) {
                RETURN_IF_ERROR(addLayer(layer, cases));
                continue;
            }
            const Algorithm algorithm = layer.depthwise ? Algorithm::Direct : Algorithm::Im2col;
            ASSIGN_OR_RETURN(auto each, layerCase(layer, arithmetic, algorithm));
            cases.push_back(std::move(each));
        }
    }
    return cases;
}

} // namespace edgewright::agent
