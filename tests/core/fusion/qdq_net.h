// SPDX-License-Identifier: GPL-3.0-or-later
// One product between DequantizeLinear and QuantizeLinear, with whatever may be different about it.
#pragma once

#include "tests/core/fusion/net.h"

#include <random>

namespace edgewright::fusion::test {

enum class Bias { None, Codes, CodesOfOtherScale, ShiftedCodes, ShortCodes, ExactFloats, Floats, Input };

struct Parts {
    std::string op = "Conv";
    ir::DataType x = ir::DataType::UInt8, w = ir::DataType::Int8, y = ir::DataType::UInt8;
    float xScale = 0.02F, yScale = 0.06F;
    int xZero = 120, wZero = 0, yZero = 128;
    std::vector<float> wScales{0.01F};
    std::int64_t wAxis = 0;
    bool zeroPoints = true;
    Bias bias = Bias::None;
    std::string clip;
    float clipHigh = 6;
    std::vector<ir::Attribute> attributes;
    ir::Dims xDims{1, 4, 9, 9}, wDims{8, 4, 3, 3};
    bool sumIsRead = false, clipIsRead = false, sumIsOutput = false;
    bool scaleIsInput = false, zeroIsInput = false, halfScale = false;
};

inline ir::Tensor halfScalar(float v) {
    auto tensor = ir::Tensor::allocate(ir::DataType::Float16, {});
    tensor->as<std::uint16_t>()[0] = ir::floatToHalf(v);
    return std::move(tensor).value();
}

class QdqNet : public Net {
public:
    explicit QdqNet(const Parts& parts) : Net(21), m_parts(parts) { build(); }

    ValueId zero(const std::string& name, ir::DataType type, int v) {
        switch (type) {
        case ir::DataType::Int8:
            return constant(name, ir::Tensor::scalar(static_cast<std::int8_t>(v)));
        case ir::DataType::UInt16:
            return constant(name, ir::Tensor::scalar(static_cast<std::uint16_t>(v)));
        default:
            return constant(name, ir::Tensor::scalar(static_cast<std::uint8_t>(v)));
        }
    }
    ValueId scales(const std::string& name, const std::vector<float>& v) {
        return constant(name, v.size() == 1 ? ir::Tensor::scalar(v.front())
                                            : ir::Tensor::of<float>({static_cast<std::int64_t>(v.size())}, v));
    }
    // The input quantized and dequantized.
    ValueId activation(const std::string& name, const ir::Dims& dims) {
        const ValueId scale = m_parts.scaleIsInput
                                  ? input(name + "_scale", ir::TensorType(ir::DataType::Float32, ir::Dims{}))
                                  : scales(name + "_scale", {m_parts.xScale});
        std::vector<ValueId> coding{scale};
        if (m_parts.zeroPoints)
            coding.push_back(m_parts.zeroIsInput ? input(name + "_zero", ir::TensorType(m_parts.x, ir::Dims{}))
                                                 : zero(name + "_zero", m_parts.x, m_parts.xZero));
        std::vector<ValueId> inputs = coding;
        inputs.insert(inputs.begin(), floats(name, dims));
        const ValueId codes = node("QuantizeLinear", inputs);
        inputs = coding;
        inputs.insert(inputs.begin(), codes);
        return node("DequantizeLinear", inputs);
    }
    ValueId dequantizedWeights() {
        std::mt19937 generator(7);
        std::int64_t count = 1;
        for (const std::int64_t extent : m_parts.wDims)
            count *= extent;
        std::vector<std::int8_t> codes;
        for (std::int64_t i = 0; i < count; ++i)
            codes.push_back(static_cast<std::int8_t>(static_cast<int>(generator() % 255) - 127));
        std::vector<std::uint8_t> unsignedCodes(codes.begin(), codes.end());
        const ValueId w =
            constant("w", m_parts.w == ir::DataType::Int8 ? ir::Tensor::of(m_parts.wDims, codes)
                                                          : ir::Tensor::of(m_parts.wDims, unsignedCodes));
        std::vector<ValueId> inputs{w, scales("w_scale", m_parts.wScales)};
        if (m_parts.zeroPoints && m_parts.wScales.size() == 1)
            inputs.push_back(zero("w_zero", m_parts.w, m_parts.wZero));
        return node("DequantizeLinear", inputs, {{"axis", m_parts.wAxis}});
    }
    ValueId bias() {
        if (m_parts.bias == Bias::None) return {};
        const auto channels = m_parts.wDims.front();
        std::vector<std::int32_t> codes;
        std::vector<float> exact, others, biasScales;
        for (std::int64_t i = 0; i < channels; ++i) {
            const std::size_t at = m_parts.wScales.size() == 1 ? 0 : static_cast<std::size_t>(i);
            const float scale = m_parts.xScale * m_parts.wScales[at];
            codes.push_back(static_cast<std::int32_t>(3000 - 1234 * i));
            exact.push_back(static_cast<float>(codes.back()) * scale);
            others.push_back(exact.back() + 0.4F * scale);
            if (i == 0 || m_parts.wScales.size() > 1)
                biasScales.push_back(m_parts.bias == Bias::CodesOfOtherScale ? 1.01F * scale : scale);
        }
        switch (m_parts.bias) {
        case Bias::ExactFloats:
            return constant("b", ir::Tensor::of<float>({channels}, exact));
        case Bias::Floats:
            return constant("b", ir::Tensor::of<float>({channels}, others));
        case Bias::Input:
            return floats("b", {channels});
        case Bias::ShortCodes:
            return node(
                "DequantizeLinear",
                {constant("b", ir::Tensor::of(ir::Dims{channels}, std::vector<std::int8_t>(codes.size(), 3))),
                 scales("b_scale", biasScales)},
                {{"axis", std::int64_t(0)}});
        default: {
            std::vector<ValueId> inputs{constant("b", ir::Tensor::of<std::int32_t>({channels}, codes)),
                                        scales("b_scale", biasScales)};
            if (m_parts.bias == Bias::ShiftedCodes)
                inputs.push_back(constant("b_zero", ir::Tensor::scalar<std::int32_t>(5)));
            return node("DequantizeLinear", inputs, {{"axis", std::int64_t(0)}});
        }
        }
    }

private:
    void build() {
        std::vector<ValueId> inputs{activation("x", m_parts.xDims), dequantizedWeights()};
        if (const ValueId b = bias(); b.valid()) inputs.push_back(b);
        ValueId sum = node(m_parts.op, inputs, m_parts.attributes);
        if (m_parts.sumIsOutput) output(sum);
        if (m_parts.sumIsRead) output(node("Abs", {sum}));
        if (m_parts.clip == "Relu") sum = node("Relu", {sum});
        if (m_parts.clip == "Clip")
            sum = node("Clip", {sum, scalar("low", 0), scalar("high", m_parts.clipHigh)});
        if (m_parts.clip == "ClipByInput") sum = node("Clip", {sum, floats("low", {})});
        if (m_parts.clipIsRead) output(node("Abs", {sum}));
        std::vector<ValueId> coding{sum, scales("y_scale", {m_parts.yScale})};
        if (m_parts.halfScale) coding.back() = constant("y_half", halfScalar(m_parts.yScale));
        if (m_parts.zeroPoints) coding.push_back(zero("y_zero", m_parts.y, m_parts.yZero));
        output(node("QuantizeLinear", coding));
    }

    Parts m_parts;
};

} // namespace edgewright::fusion::test
