// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/codes.h"
#include "core/ops/integer_product.h"
#include "core/ops/matrix_zeros.h"
#include "core/ops/operands.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 1);
    if (!b) return b.error();
    auto type = inferProduct(**a, **b);
    if (!type) return std::move(type).error();
    context.setOutput(0, *std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 1);
    if (!b) return b.error();
    const auto zeros = matrixZeros(context, **a, 2, **b, 3);
    if (!zeros) return zeros.error();
    const auto product = multiplyCodes(context, **a, **b, zeros->a, zeros->b);
    if (!product) return product.error();
    auto out = context.output(0, ir::DataType::Int32, product->dims);
    if (!out) return std::move(out).error();
    std::ranges::copy(product->sums, out->as<std::int32_t>().begin());
    return {};
}

} // namespace

extern const Operator mat_mul_integer;
const Operator mat_mul_integer{
    .domain = "",
    .name = "MatMulInteger",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .macs = productMacs,
    .run = run,
};

} // namespace edgewright::ops
