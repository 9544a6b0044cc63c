// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/epilogue.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"
#include "core/ops/product/float_product.h"
#include "core/ops/product/product.h"

#include <array>

namespace edgewright::ops::gemm {

namespace {

struct Shape {
    ir::Dim m, k, n;
};

Result<Shape> shapeOf(const ir::Node& node, const ir::TensorType& a, const ir::TensorType& b) {
    for (const auto& [type, what] : {std::pair(&a, "A"), std::pair(&b, "B")})
        RETURN_IF_ERROR(expectRank(*type, 2, what));
    const std::size_t transA = node.intOr("transA", 0) != 0 ? 1 : 0;
    const std::size_t transB = node.intOr("transB", 0) != 0 ? 1 : 0;
    Shape shape;
    if (a.shape) shape.m = (*a.shape)[transA], shape.k = (*a.shape)[1 - transA];
    if (b.shape) {
        const ir::Dim& rows = (*b.shape)[transB];
        if (a.shape && rows.known() && shape.k.known() && rows != shape.k)
            return badInput(say("A is {1} and B is {2}: {3} columns meet {4} rows", a.text(), b.text(),
                                shape.k.text(), rows.text()));
        shape.n = (*b.shape)[1 - transB];
    }
    return shape;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), *a, *b));
    const std::vector<ir::Dim> out{shape.m, shape.n};
    if (const ir::TensorType* c = context.input(2); c && c->shape && shape.m.known() && shape.n.known()) {
        const auto joined = broadcastShapes(out, *c->shape);
        if (!joined || *joined != out)
            return badInput(say("C is {1} where something that broadcasts to [{2},{3}] is expected", c->text(),
                                shape.m.text(), shape.n.text()));
    }
    context.setOutput(0, {a->dtype, out});
    return {};
}

// alpha or beta in the element type; BadInput where an integer type cannot hold it.
template <typename T>
Result<T> factorOf(const ir::Node& node, std::string_view name) {
    const float factor = node.floatOr(name, 1.0f);
    if constexpr (std::is_integral_v<T>)
        if (!(factor >= (std::is_signed_v<T> ? -1e9f : 0.0f) && factor <= 1e9f))
            return badInput(say("{1} is {2}, which is no factor for integers", name, std::to_string(factor)));
    return static_cast<T>(factor);
}

// out = beta * c, broadcast; zero without c.
template <typename T>
Result<void> fillC(const ir::Tensor* c, const ir::Dims& dims, T beta, T* out) {
    if (!c) {
        std::fill(out, out + dims[0] * dims[1], T{});
        return {};
    }
    const auto plan = broadcastPlan(std::array{dims, c->dims()});
    if (!plan || plan->dims != dims)
        return badInput(say("C is {1}, which does not broadcast", c->type().text()));
    const T* from = c->as<T>().data();
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        const std::int64_t step = plan->inner(1);
        for (std::int64_t i = 0; i < length; ++i)
            out[at + i] = wrappingMul(beta, from[offsets[1] + i * step]);
    });
    return {};
}

template <typename T>
Result<void> compute(KernelContext& context, const ir::Tensor& a, const ir::Tensor& b, const ir::Tensor* c,
                     std::int64_t m, std::int64_t k, std::int64_t n, T* out) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto alpha, factorOf<T>(node, "alpha"));
    ASSIGN_OR_RETURN(const auto beta, factorOf<T>(node, "beta"));
    const MatrixView<T> left{a.as<T>().data(), a.dims()[1], node.intOr("transA", 0) != 0};
    const MatrixView<T> right{b.as<T>().data(), b.dims()[1], node.intOr("transB", 0) != 0};
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(multiplyScratch<T>(m, n, k)));
    if (alpha == T{1}) {
        RETURN_IF_ERROR(fillC(c, {m, n}, beta, out));
        multiply<T>(left, right, m, n, k, out, n, scratch.data(), true);
        return {};
    }
    ASSIGN_OR_RETURN(const auto product, context.scratchOf<T>(m * n));
    multiply<T>(left, right, m, n, k, product.data(), n, scratch.data());
    RETURN_IF_ERROR(fillC(c, {m, n}, beta, out));
    for (std::size_t i = 0; i < product.size(); ++i)
        out[i] = wrappingAdd(out[i], wrappingMul(alpha, product[i]));
    return {};
}

// float32: the bias, and what a fused group adds, go onto the tiles of the product.
Result<void> runFloat(KernelContext& context, const ir::Tensor& a, const ir::Tensor& b, const ir::Tensor* c,
                      std::int64_t m, std::int64_t k, std::int64_t n, float* out) {
    const ir::Node& node = context.node();
    const bool plain = node.floatOr("alpha", 1.0f) == 1.0f && node.floatOr("beta", 1.0f) == 1.0f && k > 0;
    const bool bias = c && (c->dims() == ir::Dims{n} || c->dims() == ir::Dims{1, n});
    if (!plain || (c && !bias)) {
        RETURN_IF_ERROR(compute<float>(context, a, b, c, m, k, n, out));
        const Epilogue* epilogue = context.epilogue();
        if (!epilogue) return {};
        for (std::int64_t i = 0; i < m * n; ++i) {
            out[i] = out[i] < epilogue->low ? epilogue->low : out[i];
            out[i] = out[i] > epilogue->high ? epilogue->high : out[i];
        }
        if (epilogue->applies) epilogue->apply(out, 0, m * n);
        return {};
    }
    kernels::Gemm gemm;
    gemm.a = {a.as<float>().data(), a.dims()[1], node.intOr("transA", 0) != 0, nullptr};
    gemm.b = {b.as<float>().data(), b.dims()[1], node.intOr("transB", 0) != 0, nullptr};
    gemm.m = m, gemm.n = n, gemm.k = k;
    gemm.c = out, gemm.cStride = n;
    if (bias) gemm.columnBias = c->as<float>().data();
    float* scratch = nullptr;
    return multiplyFloats(std::move(gemm), 0, true, context, scratch);
}

Result<void> run(KernelContext& context) {
    std::array<ir::Tensor, 3> in;
    const std::size_t count = context.node().hasInput(2) ? 3 : 2;
    ir::DataType type = ir::DataType::Undefined;
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(const auto given, operand(context, i));
        in[i] = *given;
        if (i == 0) type = in[0].dtype();
        if (in[i].dtype() != type)
            return badInput(
                say("A is {1} where another input is {2}", in[0].type().text(), in[i].type().text()));
        if (isHalf(type)) {
            ASSIGN_OR_RETURN(in[i], asFloat32(context, in[i]));
        }
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), in[0].type(), in[1].type()));
    const std::int64_t m = shape.m.value();
    const std::int64_t k = shape.k.value();
    const std::int64_t n = shape.n.value();
    const ir::Tensor* c = count == 3 ? &in[2] : nullptr;
    if (isHalf(type)) {
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, {m, n}));
        RETURN_IF_ERROR(compute<float>(context, in[0], in[1], c, m, k, n, out.data().data()));
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, type, {m, n}));
    if (type == ir::DataType::Float32)
        return runFloat(context, in[0], in[1], c, m, k, n, out.as<float>().data());
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        if constexpr (sizeof(T) >= 4)
            return compute<T>(context, in[0], in[1], c, m, k, n, out.template as<T>().data());
        else
            return unsupported(say("a matrix product of {1}", ir::dataTypeName(type)));
    });
}

} // namespace

extern const Operator entry{
    .name = "Gemm",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = gemmProducts<0, 1>,
    .parameters = productParameters,
    .run = run,
    .takesEpilogue = true,
};

} // namespace edgewright::ops::gemm
