// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that end in an activation: of a convolution, of a matrix product.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/forwarding_context.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/unary_kernel.h"

#include <array>
#include <optional>

namespace edgewright::ops {

namespace conv {
extern const Operator entry;
}
namespace gemm {
extern const Operator entry;
}
namespace mat_mul {
extern const Operator entry;
}
namespace fused_mat_mul {
extern const Operator entry;
}

namespace fused_activations {

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
    return unsupported(say("the activation '{1}' is not supported here", name));
}

// The node runs as `op`, then its activation: `always`, or the attribute `activation`, with alpha and beta.
// `added`: an input that is added before the activation, if given; `isRow`: it is added to each row.
struct FusedNode {
    const Operator* op = nullptr;
    float alpha = 0;
    float beta = 0;
    std::size_t added = static_cast<std::size_t>(-1);
    bool isRow = false;
    std::optional<kernels::Unary> always = {};
};
Result<void> runFused(KernelContext& context, const FusedNode& fused) {
    ASSIGN_OR_RETURN(const auto activation, fused.always ? Result(fused.always) : activationOf(context.node()));
    Inner inner(context);
    RETURN_IF_ERROR(fused.op->run(inner));
    const ir::Tensor& result = inner.result();
    const bool adds = context.node().hasInput(fused.added);
    if (!result.hasData() || (!activation && !adds)) return {};
    if (!ir::isFloating(result.dtype()))
        return unsupported(say("an activation of {1} is not supported", result.type().text()));
    ASSIGN_OR_RETURN(ir::Tensor work, asFloat32(context, result)); // the output itself when that is float32
    const auto out = work.as<float>();
    if (adds) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, fused.added));
        ir::Dims fitting = result.dims();
        if (fused.isRow) fitting = fitting.empty() ? ir::Dims{1} : ir::Dims{fitting.back()};
        if (given->dims() != fitting)
            return badInput(say("what is added is {1} where the result is {2}", given->type().text(),
                                result.type().text()));
        ASSIGN_OR_RETURN(const auto more, asFloat32(context, *given));
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] += more.as<float>()[fused.isRow ? i % more.as<float>().size() : i];
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

template <const Operator& Inside>
Result<void> infer(InferContext& context) {
    return Inside.infer(context);
}

Result<void> runConv(KernelContext& context) {
    // HardSigmoid and Clip take two parameters, LeakyRelu one.
    const auto parameters = context.node().floats("activation_params");
    return runFused(context, {.op = &conv::entry,
                              .alpha = parameters.empty() ? 0.0f : parameters[0],
                              .beta = parameters.size() < 2 ? 0.0f : parameters[1],
                              .added = 3});
}

Result<void> runGemm(KernelContext& context) {
    return runFused(context, {.op = &gemm::entry,
                              .alpha = context.node().floatOr("activation_alpha", 0.0f),
                              .beta = context.node().floatOr("activation_beta", 0.0f)});
}

Result<void> runMatMul(KernelContext& context) {
    return runFused(context, {.op = &fused_mat_mul::entry,
                              .alpha = context.node().floatOr("activation_alpha", 0.0f),
                              .beta = context.node().floatOr("activation_beta", 0.0f)});
}

// x, w, bias.
Result<void> runFastGelu(KernelContext& context) {
    return runFused(context,
                    {.op = &mat_mul::entry, .added = 2, .isRow = true, .always = kernels::Unary::GeluTanh});
}

Result<void> runTransposed(KernelContext& context) { return fused_mat_mul::entry.run(context); }

Result<MatrixProducts> fusedProducts(const ir::Node& node, Types inputs, Types outputs) {
    return fused_mat_mul::entry.products(node, inputs, outputs);
}

constexpr Operator row(std::string_view name, InferFunction infer, ProductsFunction products, RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .pattern = Pattern::OutFusable,
            .infer = infer,
            .products = products,
            .run = run};
}

constexpr std::array Rows{
    row("FusedConv", infer<conv::entry>, convolutionProducts<0, 1>, runConv),
    row("FusedGemm", infer<gemm::entry>, gemmProducts<0, 1>, runGemm),
    row("FusedMatMulActivation", infer<fused_mat_mul::entry>, fusedProducts, runMatMul),
    row("GemmFastGelu", infer<mat_mul::entry>, matrixProducts<0, 1>, runFastGelu),
    row("TransposeMatMul", infer<fused_mat_mul::entry>, fusedProducts, runTransposed), // an older name
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace fused_activations

} // namespace edgewright::ops
