// SPDX-License-Identifier: GPL-3.0-or-later
// alpha * A B, where each side may be transposed: its last two axes (transA), or, before that, its first axis
// moved behind the batch axes (transBatchA).
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/converted_floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/product/product.h"

namespace edgewright::ops::fused_mat_mul {

namespace {

// One side, as it is multiplied: batch axes, then rows x columns.
struct Side {
    std::vector<ir::Dim> batch;
    ir::Dim rows, columns;
    bool transposed = false;  // as it lies in memory
    bool batchInside = false; // the first axis of the tensor is a matrix axis
};

Result<Side> sideOf(const ir::Node& node, const ir::TensorType& type, const std::string& which) {
    auto shape = *type.shape;
    Side side;
    side.transposed = node.intOr("trans" + which, 0) != 0;
    side.batchInside = node.intOr("transBatch" + which, 0) != 0;
    if (shape.size() < 2 || (side.batchInside && shape.size() < 3))
        return badInput(say("{1} is {2} where a matrix or a batch of them is expected", which, type.text()));
    if (side.batchInside) {
        shape.insert(shape.end() - 1, shape.front());
        shape.erase(shape.begin());
    }
    side.batch.assign(shape.begin(), shape.end() - 2);
    side.rows = shape[shape.size() - 2];
    side.columns = shape.back();
    if (side.transposed) std::swap(side.rows, side.columns);
    return side;
}

struct Product {
    Side a, b;
    std::vector<ir::Dim> shape;
};

Result<Product> productOf(const ir::Node& node, const ir::TensorType& a, const ir::TensorType& b) {
    Product product;
    for (const auto& [side, type, which] : {std::tuple(&product.a, &a, "A"), std::tuple(&product.b, &b, "B")}) {
        ASSIGN_OR_RETURN(*side, sideOf(node, *type, which));
    }
    if (product.a.columns.known() && product.b.rows.known() && product.a.columns != product.b.rows)
        return badInput(say("A is {1} and B is {2}: {3} columns meet {4} rows", a.text(), b.text(),
                            product.a.columns.text(), product.b.rows.text()));
    ASSIGN_OR_RETURN(product.shape, broadcastShapes(product.a.batch, product.b.batch));
    product.shape.push_back(product.a.rows);
    product.shape.push_back(product.b.columns);
    return product;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ir::TensorType out(a->dtype);
    if (a->shape && b->shape) {
        ASSIGN_OR_RETURN(const auto product, productOf(context.node(), *a, *b));
        out.shape = product.shape;
    }
    context.setOutput(0, std::move(out));
    return {};
}

ir::Dims knownDims(const std::vector<ir::Dim>& shape) {
    ir::Dims dims;
    for (const ir::Dim& dim : shape)
        dims.push_back(dim.value());
    return dims;
}

template <typename T>
Result<void> compute(KernelContext& context, const ir::Tensor& givenA, const ir::Tensor& givenB) {
    ASSIGN_OR_RETURN(const auto a, elementsAs<T>(context, givenA));
    ASSIGN_OR_RETURN(const auto b, elementsAs<T>(context, givenB));
    ASSIGN_OR_RETURN(const auto product, productOf(context.node(), a.type(), b.type()));
    ASSIGN_OR_RETURN(const auto plan,
                     broadcastPlan(std::array{knownDims(product.a.batch), knownDims(product.b.batch)}));
    ASSIGN_OR_RETURN(auto out, ConvertedOutput<T>::make(context, 0, givenA.dtype(), knownDims(product.shape)));
    const std::int64_t m = product.a.rows.value();
    const std::int64_t n = product.b.columns.value();
    ASSIGN_OR_RETURN(const auto scratch,
                     context.scratchOf<float>(multiplyScratch<T>(m, n, product.a.columns.value())));
    // Where matrix `index` of a side begins, and how far its rows in memory are apart.
    const auto view = [](const Side& side, const ir::Tensor& tensor, std::int64_t index) {
        const std::int64_t last = tensor.dims().back();
        const std::int64_t rows = side.transposed ? side.columns.value() : side.rows.value();
        const std::int64_t stride =
            side.batchInside ? tensor.elements() / std::max<std::int64_t>(rows, 1) : last;
        const std::int64_t step = side.batchInside ? last : rows * last;
        return MatrixView<T>{tensor.as<T>().data() + index * step, stride, side.transposed};
    };
    bool stopped = false;
    if (!out.data().empty())
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length && !stopped; ++i) {
                stopped = context.run().stopped();
                multiply<T>(view(product.a, a, offsets[0] + i * plan.inner(0)),
                            view(product.b, b, offsets[1] + i * plan.inner(1)), m, n, product.a.columns.value(),
                            out.data().data() + (at + i) * m * n, n, scratch.data());
            }
        });
    if (stopped) return cancelled();
    const T alpha = static_cast<T>(context.node().floatOr("alpha", 1.0f));
    if (alpha != 1)
        for (T& x : out.data())
            x *= alpha;
    out.finish();
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto b, floatOperand(context, 1));
    if (a->dtype() != b->dtype())
        return badInput(say("inputs are {1} and {2}", a->type().text(), b->type().text()));
    if (a->dtype() == ir::DataType::Float64) return compute<double>(context, *a, *b);
    return compute<float>(context, *a, *b);
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    if (inputs.size() < 2 || !inputs[0].dims() || !inputs[1].dims())
        return badInput(say("its shapes are not known, so it has no cost"));
    ASSIGN_OR_RETURN(const auto product, productOf(node, inputs[0], inputs[1]));
    const auto matrix = [](const Side& side) {
        ir::Dims dims = knownDims(side.batch);
        dims.push_back(side.rows.value());
        dims.push_back(side.columns.value());
        return dims;
    };
    ASSIGN_OR_RETURN(auto made, numpyProduct(matrix(product.a), matrix(product.b)));
    return MatrixProducts{made};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "FusedMatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::fused_mat_mul
