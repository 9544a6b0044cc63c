// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation/fused_activation.h"

#include "core/base/propagate.h"
#include "core/ops/operands/forwarding_context.h"

#include <optional>

namespace edgewright::ops {

namespace {

// The context of the operator inside, which keeps hold of what is written to output 0.
class Inner final : public ForwardingContext {
public:
    using ForwardingContext::ForwardingContext;
    ir::Tensor& result() { return m_result; }

    std::int64_t opset() const override { return 22; } // of the standard operator inside
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        auto made = outer().output(index, type, dims);
        if (made && index == 0) m_result = *made;
        return made;
    }
    void setOutput(std::size_t index, ir::Tensor tensor) override {
        if (index == 0) m_result = tensor;
        outer().setOutput(index, std::move(tensor));
    }

private:
    ir::Tensor m_result;
};

struct Known {
    std::string_view name;
    kernels::Unary function;
};
constexpr Known Activations[] = {
    {"Relu", kernels::Unary::Relu},           {"Tanh", kernels::Unary::Tanh},
    {"Sigmoid", kernels::Unary::Sigmoid},     {"Clip", kernels::Unary::Clip},
    {"LeakyRelu", kernels::Unary::LeakyRelu}, {"HardSigmoid", kernels::Unary::HardSigmoid},
};

Result<std::optional<kernels::Unary>> activationOf(const ir::Node& node) {
    const std::string name = node.stringOr("activation", "");
    if (name.empty()) return std::optional<kernels::Unary>();
    for (const Known& known : Activations)
        if (known.name == name) return std::optional(known.function);
    return unsupported("the activation '" + name + "' is not supported here");
}

} // namespace

Result<void> inferBiased(InferContext& context) { return inferNormalised(context, 0); }

Result<void> checkActivation(const ir::Node& node) {
    const auto known = activationOf(node);
    return known ? Result<void>() : Result<void>(known.error());
}

Result<void> runFused(KernelContext& context, const FusedNode& fused) {
    ASSIGN_OR_RETURN(const auto activation, activationOf(context.node()));
    Inner inner(context);
    RETURN_IF_ERROR(fused.op->run(inner));
    const ir::Tensor& result = inner.result();
    const bool adds = context.node().hasInput(fused.added);
    if (!result.hasData() || (!activation && !adds)) return {};
    if (!ir::isFloating(result.dtype()))
        return unsupported("an activation of " + result.type().text() + " is not supported");
    ASSIGN_OR_RETURN(ir::Tensor work, asFloat32(context, result)); // the output itself when that is float32
    const auto out = work.as<float>();
    if (adds) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, fused.added));
        if (given->dims() != result.dims())
            return badInput("what is added is " + given->type().text() + " where the result is " +
                            result.type().text());
        ASSIGN_OR_RETURN(const auto more, asFloat32(context, *given));
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] += more.as<float>()[i];
    }
    if (activation) applyUnary(*activation, out, fused.alpha, fused.beta);
    if (work.dtype() == result.dtype()) return {};
    ir::Tensor& target = inner.result();
    for (std::size_t i = 0; i < out.size(); ++i)
        switch (target.dtype()) {
        case ir::DataType::Float16:
            target.as<std::uint16_t>()[i] = ir::floatToHalf(out[i]);
            break;
        case ir::DataType::BFloat16:
            target.as<std::uint16_t>()[i] = ir::floatToBfloat16(out[i]);
            break;
        default:
            target.as<double>()[i] = static_cast<double>(out[i]);
        }
    return {};
}

} // namespace edgewright::ops
