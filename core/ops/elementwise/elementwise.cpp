// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axis_broadcast.h"

#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/parallel.h"

#include <array>

namespace edgewright::ops {

namespace {

// Shape of all inputs broadcast together, with the first known dtype.
Result<ir::TensorType> broadcastType(const InferContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ir::TensorType type = *first;
    for (std::size_t i = 1; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto next, operand(context, i));
        const ir::TensorType& other = *next;
        if (type.dtype == ir::DataType::Undefined) type.dtype = other.dtype;
        if (other.dtype != ir::DataType::Undefined && other.dtype != type.dtype)
            return badInput(
                say("inputs are {1} and {2} where one element type is expected", type.text(), other.text()));
        if (!type.shape || !other.shape) {
            type.shape.reset();
            continue;
        }
        ASSIGN_OR_RETURN(const auto placed,
                         placedAtAxis(context.node(), context.opset(), type.shape->size(), *other.shape));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*type.shape, placed));
    }
    return type;
}

} // namespace

Result<void> inferBinary(InferContext& context) {
    ASSIGN_OR_RETURN(auto type, broadcastType(context));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> inferCompare(InferContext& context) {
    ASSIGN_OR_RETURN(auto type, broadcastType(context));
    type.dtype = ir::DataType::Bool;
    context.setOutput(0, std::move(type));
    return {};
}

Result<BinaryOperands> binaryOperands(const KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    if (a->dtype() != b->dtype())
        return badInput(say("inputs are {1} and {2} where one element type is expected", a->type().text(),
                            b->type().text()));
    ASSIGN_OR_RETURN(auto second, placedAtAxis(context.node(), context.opset(), a->dims().size(), b->dims()));
    ASSIGN_OR_RETURN(auto plan, broadcastPlan(std::array{a->dims(), std::move(second)}));
    return BinaryOperands{a, b, std::move(plan)};
}

namespace {

constexpr std::int64_t Chunk = 16384; // elements of one task, at most
constexpr std::int64_t Vector = 64;   // elements that one does not cut

} // namespace

Result<void> runVectorUnary(KernelContext& context, kernels::Unary function, float alpha, float beta) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), values.dims()));
    const auto apply = kernels::table().elementwise->unary[static_cast<int>(function)];
    const float* from = values.as<float>().data();
    float* to = out.data().data();
    const std::int64_t elements = values.elements();
    const int threads = usefulThreads(context.threads(), elements / 2, elements);
    const std::int64_t chunk = kernels::evenPiece(threads, elements, Chunk, Vector);
    parallelFor(threads, ceilDiv(elements, chunk), [&](std::int64_t task, int) {
        const std::int64_t at = task * chunk;
        apply(from + at, to + at, std::min(chunk, elements - at), alpha, beta);
    });
    out.finish();
    return {};
}

void applyVectorBinary(const BroadcastPlan& plan, kernels::Binary function, const float* a, const float* b,
                       float* out, int threads) {
    const auto apply = kernels::table().elementwise->binary[static_cast<int>(function)];
    const std::int64_t stepA = plan.inner(0);
    const std::int64_t stepB = plan.inner(1);
    const std::int64_t runs = runCount(plan);
    if (runs == 1) {
        const int useful = usefulThreads(threads, plan.elements / 4, plan.elements);
        const std::int64_t chunk = kernels::evenPiece(useful, plan.elements, Chunk, Vector);
        parallelFor(useful, ceilDiv(plan.elements, chunk), [&](std::int64_t task, int) {
            const std::int64_t at = task * chunk;
            apply(a + at * stepA, stepA, b + at * stepB, stepB, out + at, std::min(chunk, plan.elements - at));
        });
        return;
    }
    const int useful = usefulThreads(threads, plan.elements / 4, runs);
    const std::int64_t together = kernels::evenPiece(useful, runs, Chunk / runLength(plan));
    parallelFor(useful, ceilDiv(runs, together), [&](std::int64_t task, int) {
        forRuns(plan, task * together, std::min(runs, (task + 1) * together),
                [&](std::int64_t at, const auto& offsets, std::int64_t length) {
                    apply(a + offsets[0], stepA, b + offsets[1], stepB, out + at, length);
                });
    });
}

Result<void> runVectorBinary(KernelContext& context, const BinaryOperands& operands, kernels::Binary function) {
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, operands.plan.dims));
    applyVectorBinary(operands.plan, function, operands.a->as<float>().data(), operands.b->as<float>().data(),
                      out.as<float>().data(), context.threads());
    return {};
}

} // namespace edgewright::ops
