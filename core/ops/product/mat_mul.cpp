// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/epilogue.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/product/float_product.h"
#include "core/ops/product/product.h"

#include <array>

namespace edgewright::ops::mat_mul {

namespace {

// Numpy's matmul: a vector on the left becomes a row, one on the right a column, and the axis disappears again.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ASSIGN_OR_RETURN(const auto second, operand(context, 1));
    ir::TensorType out(first->dtype);
    if (!first->shape || !second->shape) {
        context.setOutput(0, out);
        return {};
    }
    auto a = *first->shape;
    auto b = *second->shape;
    if (a.empty() || b.empty()) return badInput(say("a scalar has no matrix product"));
    const bool row = a.size() == 1;
    const bool column = b.size() == 1;
    if (row) a.insert(a.begin(), ir::Dim(1));
    if (column) b.emplace_back(1);
    const ir::Dim inner = a.back();
    const ir::Dim other = b[b.size() - 2];
    if (inner.known() && other.known() && inner != other)
        return badInput(say("inputs are {1} and {2}: {3} columns meet {4} rows", first->text(), second->text(),
                            inner.text(), other.text()));
    ASSIGN_OR_RETURN(auto shape, broadcastShapes({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2}));
    if (!row) shape.push_back(a[a.size() - 2]);
    if (!column) shape.push_back(b.back());
    out.shape = std::move(shape);
    context.setOutput(0, std::move(out));
    return {};
}

template <typename T>
Result<void> runProducts(const BroadcastPlan& plan, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                         const T* b, T* out, KernelContext& context) {
    const bool oneRight = plan.elements > 0 &&
                          std::ranges::all_of(plan.axes, [](const auto& axis) { return axis.stride[1] == 0; });
    const std::int64_t most = (oneRight ? plan.elements : 1) * m; // rows of one product
    const std::int64_t each =
        multiplyScratch<T>(std::max<std::int64_t>(32, ceilDiv(most, context.threads())), n, k);
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(each * context.threads()));
    const auto rows = [&](const T* left, const T* right, T* to, std::int64_t count) {
        const std::int64_t block = std::max<std::int64_t>(32, ceilDiv(count, context.threads()));
        const std::int64_t tasks = ceilDiv(count, block);
        const int threads = usefulThreads(context.threads(), checkedMul(count * n, k).value_or(1) / 16, tasks);
        parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
            const std::int64_t begin = task * block;
            multiply<T>({left + begin * k, k, false}, {right, n, false}, std::min(block, count - begin), n, k,
                        to + begin * n, n, scratch.data() + worker * each);
        });
    };
    // The same right side for a contiguous left side: one tall product.
    if (oneRight && plan.axes.size() <= 1 && plan.inner(0) == (plan.axes.empty() ? 0 : 1)) {
        rows(a, b, out, plan.elements * m);
        return {};
    }
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length && !context.run().stopped(); ++i)
            rows(a + (offsets[0] + i * plan.inner(0)) * m * k, b + (offsets[1] + i * plan.inner(1)) * k * n,
                 out + (at + i) * m * n, m);
    });
    return {};
}

// float32: each product by itself with all threads, a constant right side packed once.
Result<void> runFloats(const BroadcastPlan& plan, std::int64_t m, std::int64_t n, std::int64_t k,
                       const float* a, const float* b, float* out, KernelContext& context) {
    const bool oneRight = std::ranges::all_of(plan.axes, [](const auto& axis) { return axis.stride[1] == 0; });
    float* scratch = nullptr;
    kernels::Gemm gemm;
    gemm.a = {a, k, false, nullptr};
    gemm.b = {b, n, false, nullptr};
    gemm.m = m, gemm.n = n, gemm.k = k;
    gemm.c = out, gemm.cStride = n;
    if (oneRight && plan.axes.size() <= 1 && plan.inner(0) == (plan.axes.empty() ? 0 : 1)) {
        gemm.m = plan.elements * m; // the same right side for a contiguous left side: one tall product
        return multiplyFloats(std::move(gemm), 0, true, context, scratch);
    }
    Result<void> done;
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length && done; ++i) {
            if (context.run().stopped()) {
                done = cancelled();
                return;
            }
            gemm.a.data = a + (offsets[0] + i * plan.inner(0)) * m * k;
            gemm.b.data = b + (offsets[1] + i * plan.inner(1)) * k * n;
            gemm.c = out + (at + i) * m * n;
            done = multiplyFloats(gemm, (at + i) * m * n, false, context, scratch);
        }
    });
    return done;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ASSIGN_OR_RETURN(const auto second, operand(context, 1));
    ir::Tensor left = *first;
    ir::Tensor right = *second;
    if (left.dtype() != right.dtype() || left.rank() == 0 || right.rank() == 0)
        return badInput(say("inputs are {1} and {2}", left.type().text(), right.type().text()));
    const ir::DataType type = left.dtype();
    if (isHalf(type))
        for (ir::Tensor* side : {&left, &right}) {
            ASSIGN_OR_RETURN(*side, asFloat32(context, *side));
        }
    ir::Dims a = left.dims();
    ir::Dims b = right.dims();
    const bool row = a.size() == 1;
    const bool column = b.size() == 1;
    if (row) a.insert(a.begin(), 1);
    if (column) b.push_back(1);
    const std::int64_t m = a[a.size() - 2];
    const std::int64_t k = a.back();
    const std::int64_t n = b.back();
    if (b[b.size() - 2] != k)
        return badInput(say("inputs are {1} and {2}", left.type().text(), right.type().text()));
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{ir::Dims(a.begin(), a.end() - 2),
                                                               ir::Dims(b.begin(), b.end() - 2)}));
    ir::Dims dims = plan.dims;
    if (!row) dims.push_back(m);
    if (!column) dims.push_back(n);

    if (isHalf(type)) {
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, dims));
        RETURN_IF_ERROR(runProducts(plan, m, n, k, std::as_const(left).as<float>().data(),
                                    std::as_const(right).as<float>().data(), out.data().data(), context));
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
    if (type == ir::DataType::Float32 && k > 0 && plan.elements > 0)
        return runFloats(plan, m, n, k, std::as_const(left).as<float>().data(),
                         std::as_const(right).as<float>().data(), out.as<float>().data(), context);
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        if constexpr (sizeof(T) >= 4) {
            RETURN_IF_ERROR(runProducts(plan, m, n, k, std::as_const(left).as<T>().data(),
                                        std::as_const(right).as<T>().data(), out.template as<T>().data(),
                                        context));
            return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
        } else {
            return unsupported(say("a matrix product of {1}", ir::dataTypeName(type)));
        }
    });
}

} // namespace

extern const Operator entry{
    .name = "MatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .parameters = productParameters,
    .run = run,
    .takesEpilogue = true,
};

} // namespace edgewright::ops::mat_mul
