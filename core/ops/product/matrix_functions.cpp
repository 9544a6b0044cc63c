// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of whole matrices that com.microsoft has: the inverse, distances between rows.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/converted_floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace edgewright::ops::matrix_functions {

namespace {

Result<void> inferInverse(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    if (x->shape) {
        const auto& shape = *x->shape;
        if (shape.size() < 2 || (shape.back().known() && shape[shape.size() - 2].known() &&
                                 shape.back() != shape[shape.size() - 2]))
            return badInput(say("the input is {1} where square matrices are expected", x->text()));
    }
    context.setOutput(0, *x);
    return {};
}

// Gauss and Jordan with the largest pivot of each column; a singular matrix has no finite inverse.
void invert(std::span<double> a, std::span<double> inverse, std::size_t n) {
    std::ranges::fill(inverse, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        inverse[i * n + i] = 1;
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (std::abs(a[row * n + column]) > std::abs(a[pivot * n + column])) pivot = row;
        for (std::size_t i = 0; i < n; ++i) {
            std::swap(a[pivot * n + i], a[column * n + i]);
            std::swap(inverse[pivot * n + i], inverse[column * n + i]);
        }
        const double by = 1 / a[column * n + column];
        for (std::size_t i = 0; i < n; ++i) {
            a[column * n + i] *= by;
            inverse[column * n + i] *= by;
        }
        for (std::size_t row = 0; row < n; ++row) {
            const double times = a[row * n + column];
            if (row == column || times == 0) continue;
            for (std::size_t i = 0; i < n; ++i) {
                a[row * n + i] -= times * a[column * n + i];
                inverse[row * n + i] -= times * inverse[column * n + i];
            }
        }
    }
}

Result<void> runInverse(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    const ir::Dims& dims = x->dims();
    if (!ir::isFloating(x->dtype()) || dims.size() < 2 || dims.back() != dims[dims.size() - 2])
        return badInput(say("the input is {1} where square matrices of floats are expected", x->type().text()));
    ASSIGN_OR_RETURN(const auto values, elementsAs<double>(context, *x));
    ASSIGN_OR_RETURN(auto out, ConvertedOutput<double>::make(context, 0, x->dtype(), dims));
    if (out.data().empty()) return {};
    const auto n = static_cast<std::size_t>(dims.back()), size = n * n;
    ASSIGN_OR_RETURN(const auto matrix, context.scratchOf<double>(static_cast<std::int64_t>(size)));
    for (std::size_t at = 0; at < out.data().size(); at += size) {
        if (context.run().stopped()) return cancelled();
        std::ranges::copy(values.as<double>().subspan(at, size), matrix.begin());
        invert(matrix, out.data().subspan(at, size), n);
    }
    out.finish();
    return {};
}

Result<void> inferDistances(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(const auto hasA, expectRank(*a, 2, "A"));
    ASSIGN_OR_RETURN(const auto hasB, expectRank(*b, 2, "B"));
    context.setOutput(0, {a->dtype, std::vector<ir::Dim>{hasA ? (*a->shape)[0] : ir::Dim(),
                                                         hasB ? (*b->shape)[0] : ir::Dim()}});
    return {};
}

// The Euclidean distance of each row of A from each of B, or its square.
Result<void> runDistances(KernelContext& context) {
    const std::string metric = context.node().stringOr("metric", "sqeuclidean");
    if (metric != "euclidean" && metric != "sqeuclidean")
        return unsupported(say("the metric '{1}' is not supported here", metric));
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operandOfType(context, 1, a->dtype()));
    if (!ir::isFloating(a->dtype()) || a->rank() != 2 || b->rank() != 2 || a->dims()[1] != b->dims()[1])
        return badInput(say("A is {1} and B is {2} where rows of one length are expected", a->type().text(),
                            b->type().text()));
    ASSIGN_OR_RETURN(const auto left, elementsAs<double>(context, *a));
    ASSIGN_OR_RETURN(const auto right, elementsAs<double>(context, *b));
    ASSIGN_OR_RETURN(auto out,
                     ConvertedOutput<double>::make(context, 0, a->dtype(), {a->dims()[0], b->dims()[0]}));
    const auto width = static_cast<std::size_t>(a->dims()[1]), rows = static_cast<std::size_t>(b->dims()[0]);
    for (std::size_t at = 0; at < out.data().size(); ++at) {
        if (at % 4096 == 0 && context.run().stopped()) return cancelled();
        const auto x = left.as<double>().subspan(at / rows * width, width);
        const auto y = right.as<double>().subspan(at % rows * width, width);
        double sum = 0;
        for (std::size_t i = 0; i < width; ++i)
            sum += (x[i] - y[i]) * (x[i] - y[i]);
        out.data()[at] = metric == "euclidean" ? std::sqrt(sum) : sum;
    }
    out.finish();
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.domain = "com.microsoft", .name = name, .category = Category::Compute, .infer = infer, .run = run};
}

constexpr std::array Rows{
    row("CDist", inferDistances, runDistances),
    row("Inverse", inferInverse, runInverse),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::matrix_functions
