// SPDX-License-Identifier: GPL-3.0-or-later
// The product of 16-bit integers, in 32 bits.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"

#include <algorithm>

namespace edgewright::ops::mat_mul_integer16 {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto product, nodeInside(context.node(), "MatMul"));
    std::vector<ir::TensorType> types;
    for (std::size_t i = 0; i < 2; ++i) {
        ASSIGN_OR_RETURN(const auto given, operand(context, i));
        types.push_back(given->withDtype(ir::DataType::Int32));
    }
    InferOnInputs inside(context, product, std::move(types));
    return product.op->infer(inside);
}

Result<ir::Tensor> widened(KernelContext& context, std::size_t index) {
    ASSIGN_OR_RETURN(const auto given, operand(context, index));
    ASSIGN_OR_RETURN(auto wide, context.scratchTensor(ir::DataType::Int32, given->dims()));
    if (given->dtype() == ir::DataType::Int16)
        std::ranges::copy(given->as<std::int16_t>(), wide.as<std::int32_t>().begin());
    else if (given->dtype() == ir::DataType::UInt16)
        std::ranges::copy(given->as<std::uint16_t>(), wide.as<std::int32_t>().begin());
    else
        return badInput(
            say("input {1} is {2} where 16-bit integers are expected", index, given->type().text()));
    return wide;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto product, nodeInside(context.node(), "MatMul"));
    std::vector<ir::Tensor> made(2);
    for (std::size_t i = 0; i < made.size(); ++i) {
        ASSIGN_OR_RETURN(made[i], widened(context, i));
    }
    RunOnInputs inside(context, product, std::move(made));
    return product.op->run(inside);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "MatMulInteger16",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .run = run,
};

} // namespace edgewright::ops::mat_mul_integer16
