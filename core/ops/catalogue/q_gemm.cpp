// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/ops/codes.h"
#include "core/ops/elementwise.h"
#include "core/ops/integer_product.h"
#include "core/ops/operands.h"
#include "core/ops/requantize.h"
#include "core/ops/wrapping.h"

#include <array>

namespace edgewright::ops {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, bias (int32), y_scale, y_zero_point; float32 without
// y_scale.
Result<void> infer(InferContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    const auto left = expectRank(**a, 2, "input 0");
    if (!left) return left.error();
    const auto right = expectRank(**b, 2, "input 3");
    if (!right) return right.error();
    ir::TensorType type(context.input(7) ? (*a)->dtype : ir::DataType::Float32, std::vector<ir::Dim>(2));
    if (*left) (*type.shape)[0] = (*(*a)->shape)[context.node().intOr("transA", 0) != 0 ? 1 : 0];
    if (*right) (*type.shape)[1] = (*(*b)->shape)[context.node().intOr("transB", 0) != 0 ? 0 : 1];
    context.setOutput(0, std::move(type));
    return {};
}

// Codes less their zero point, as rows of `depth`: transposed when they lie the other way.
Result<std::vector<std::int16_t>> rowsOf(const ir::Tensor& codes, const std::vector<std::int32_t>& zeros,
                                         bool columns) {
    auto values = centred(codes, zeros, columns ? 1 : codes.dims()[1]);
    if (!values || !columns) return values;
    const auto depth = static_cast<std::size_t>(codes.dims()[0]);
    const auto count = static_cast<std::size_t>(codes.dims()[1]);
    std::vector<std::int16_t> turned(values->size());
    for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t i = 0; i < count; ++i)
            turned[i * depth + k] = (*values)[k * count + i];
    return turned;
}

Result<void> run(KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    const bool turnA = context.node().intOr("transA", 0) != 0;
    const bool turnB = context.node().intOr("transB", 0) != 0;
    if ((*a)->rank() != 2 || (*b)->rank() != 2 || (*a)->dims()[turnA ? 0 : 1] != (*b)->dims()[turnB ? 1 : 0])
        return badInput("inputs are " + (*a)->type().text() + " and " + (*b)->type().text());
    const std::int64_t rows = (*a)->dims()[turnA ? 1 : 0];
    const std::int64_t depth = (*a)->dims()[turnA ? 0 : 1];
    const std::int64_t columns = (*b)->dims()[turnB ? 0 : 1];
    const auto x = codingOf(context, 1, 2);
    if (!x) return x.error();
    const auto scales = scalesOf(context, 4, columns);
    if (!scales) return scales.error();
    const auto zeros = zerosOf(context, 5, columns);
    if (!zeros) return zeros.error();
    const auto left = rowsOf(**a, {x->zero}, turnA);
    if (!left) return left.error();
    const auto right = rowsOf(**b, *zeros, !turnB);
    if (!right) return right.error();

    const auto elements = checkedMul(rows, columns);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput("the output has too many elements");
    std::vector<std::int32_t> sums(static_cast<std::size_t>(*elements), 0);
    multiplyRows(left->data(), rows, right->data(), columns, depth, sums.data(), columns, 1);
    if (const ir::Tensor* bias = context.inputCount() > 6 ? context.input(6) : nullptr) {
        const auto plan = broadcastPlan(std::array{ir::Dims{rows, columns}, bias->dims()});
        if (!plan || plan->dims != ir::Dims{rows, columns} || bias->dtype() != ir::DataType::Int32)
            return badInput("the bias is " + bias->type().text());
        applyBinary(*plan, sums.data(), bias->as<std::int32_t>().data(), sums.data(),
                    [](std::int32_t sum, std::int32_t each) { return wrappingAdd(sum, each); });
    }
    const float alpha = context.node().floatOr("alpha", 1.0f);
    std::vector<float> multipliers;
    for (const float scale : *scales)
        multipliers.push_back(alpha * x->scale * scale);
    if (context.inputCount() > 7 && context.input(7)) {
        const auto y = codingOf(context, 7, 8);
        if (!y) return y.error();
        for (float& multiplier : multipliers)
            multiplier /= y->scale;
        return requantize(context, sums, {rows, columns}, multipliers, 1, (*a)->dtype(), y->zero);
    }
    auto out = context.output(0, ir::DataType::Float32, {rows, columns});
    if (!out) return std::move(out).error();
    for (std::size_t i = 0; i < sums.size(); ++i)
        out->as<float>()[i] = static_cast<float>(sums[i]) * multipliers[i % multipliers.size()];
    return {};
}

std::int64_t macs(const ir::Node& node, std::span<const ir::TensorType> inputs,
                  std::span<const ir::TensorType> outputs) {
    if (inputs.empty() || outputs.empty() || !inputs[0].dims() || inputs[0].dims()->size() != 2) return 0;
    const std::int64_t depth = (*inputs[0].dims())[node.intOr("transA", 0) != 0 ? 0 : 1];
    return checkedMul(outputs[0].elements().value_or(0), depth).value_or(0);
}

} // namespace

extern const Operator q_gemm;
const Operator q_gemm{
    .domain = "com.microsoft",
    .name = "QGemm",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .macs = macs,
    .run = run,
};

} // namespace edgewright::ops
