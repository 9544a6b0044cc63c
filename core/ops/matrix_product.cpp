// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/matrix_product.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>

namespace edgewright::ops {

namespace {

// The padding that the node asks for, or that makes the last window fit.
std::int64_t paddedExtent(const ir::Node& node, const MatrixProduct::Windows::Axis& axis, std::size_t index,
                          std::size_t rank) {
    const std::string mode = node.stringOr("auto_pad", "NOTSET");
    if (mode == "VALID") return axis.in;
    if (mode == "SAME_UPPER" || mode == "SAME_LOWER")
        return std::max(axis.in, (axis.out - 1) * axis.stride + (axis.filter - 1) * axis.dilation + 1);
    const auto pads = node.ints("pads");
    if (pads.size() != 2 * rank) return axis.in;
    const std::int64_t begin = pads[index], end = pads[index + rank];
    if (begin < 0 || end < 0 || begin > INT32_MAX || end > INT32_MAX) return axis.in;
    return axis.in + begin + end;
}

std::int64_t entryOr1(const std::vector<std::int64_t>& list, std::size_t index) {
    return index < list.size() ? list[index] : 1;
}

} // namespace

std::int64_t MatrixProduct::macs() const {
    const std::array factors{m, n, k, count};
    return checkedProduct(factors).value_or(std::ranges::count(factors, 0) > 0 ? 0 : UncountableMacs);
}

std::int64_t macsOf(std::span<const MatrixProduct> products) {
    std::int64_t sum = 0;
    for (const MatrixProduct& product : products)
        sum = checkedAdd(sum, product.macs()).value_or(UncountableMacs);
    return sum;
}

Result<ir::Dims> extentsOf(Types types, std::size_t index) {
    auto dims = index < types.size() ? types[index].dims() : std::nullopt;
    if (!dims) return badInput(say("its shapes are not known, so it has no cost"));
    return *std::move(dims);
}

Result<MatrixProduct> numpyProduct(ir::Dims a, ir::Dims b) {
    if (a.empty() || b.empty()) return badInput(say("expected operands with at least one axis"));
    if (a.size() == 1) a.insert(a.begin(), 1);
    if (b.size() == 1) b.push_back(1);
    MatrixProduct product{.m = a[a.size() - 2], .n = b.back(), .k = a.back()};
    if (product.k != b[b.size() - 2])
        return badInput(say("the operands have {1} columns and {2} rows", product.k, b[b.size() - 2]));
    const std::span batchA = std::span(a).first(a.size() - 2);
    const std::span batchB = std::span(b).first(b.size() - 2);
    if (std::ranges::all_of(batchB, [](std::int64_t extent) { return extent == 1; })) { // one matrix for all
        const auto rows = checkedProduct(std::span(a).first(a.size() - 1));
        if (!rows) return badInput(say("the operands are too large"));
        product.m = *rows;
        return product;
    }
    for (std::size_t i = 0; i < std::max(batchA.size(), batchB.size()); ++i) {
        const std::int64_t left = i < batchA.size() ? batchA[batchA.size() - 1 - i] : 1;
        const std::int64_t right = i < batchB.size() ? batchB[batchB.size() - 1 - i] : 1;
        if (left != right && left != 1 && right != 1) return badInput(say("the batch axes do not broadcast"));
        const auto count = checkedMul(product.count, left == 1 ? right : left);
        if (!count) return badInput(say("the operands are too large"));
        product.count = *count;
    }
    return product;
}

Result<MatrixProduct> convolutionProduct(const ir::Node& node, const ir::Dims& x, const ir::Dims& w,
                                         const ir::Dims& y) {
    if (x.size() < 3 || w.size() != x.size() || y.size() != x.size())
        return badInput(say("expected input, weights and output of one rank, at least 3"));
    const std::size_t rank = x.size() - 2;
    const std::int64_t groups = node.intOr("group", 1);
    if (groups < 1 || w[0] % groups != 0 || w[1] > x[1] || checkedMul(w[1], groups) != x[1])
        return badInput(say("the weights do not fit {1} groups", groups));

    std::vector<MatrixProduct::Windows::Axis> axes;
    const auto strides = node.ints("strides"), dilations = node.ints("dilations");
    for (std::size_t i = 0; i < rank; ++i) {
        MatrixProduct::Windows::Axis axis{x[i + 2], w[i + 2], y[i + 2], entryOr1(strides, i),
                                          entryOr1(dilations, i)};
        for (const std::int64_t value : {axis.in, axis.filter, axis.out, axis.stride, axis.dilation})
            if (value < 0 || value > INT32_MAX) return badInput(say("an extent is outside [0, 2^31)"));
        axis.in = paddedExtent(node, axis, i, rank);
        axis.pad = std::max<std::int64_t>(0, axis.in - x[i + 2]);
        axes.push_back(axis);
    }
    const auto outputs = checkedProduct(std::span(y).subspan(2));
    const auto window = checkedProduct(std::span(w).subspan(1));
    const auto count = checkedMul(groups, x[0]);
    if (!outputs || !window || !count) return badInput(say("the layer is too large"));

    MatrixProduct product{.m = *outputs, .n = w[0] / groups, .k = *window, .count = *count, .sharing = x[0]};
    if (rank <= 2)
        product.windows = {.high = rank == 2 ? axes[0] : MatrixProduct::Windows::Axis{},
                           .wide = axes.back(),
                           .channels = w[1]};
    return product;
}

Result<MatrixProducts> matrixProducts(Types inputs, std::size_t left, std::size_t right) {
    ASSIGN_OR_RETURN(auto a, extentsOf(inputs, left));
    ASSIGN_OR_RETURN(auto b, extentsOf(inputs, right));
    ASSIGN_OR_RETURN(auto product, numpyProduct(std::move(a), std::move(b)));
    return MatrixProducts{product};
}

Result<MatrixProducts> gemmProducts(const ir::Node& node, Types inputs, std::size_t left, std::size_t right) {
    ASSIGN_OR_RETURN(auto a, extentsOf(inputs, left));
    ASSIGN_OR_RETURN(auto b, extentsOf(inputs, right));
    if (a.size() != 2 || b.size() != 2) return badInput(say("expected operands with two axes"));
    if (node.intOr("transA", 0) != 0) std::swap(a[0], a[1]);
    if (node.intOr("transB", 0) != 0) std::swap(b[0], b[1]);
    ASSIGN_OR_RETURN(auto product, numpyProduct(std::move(a), std::move(b)));
    return MatrixProducts{product};
}

Result<MatrixProducts> convolutionProducts(const ir::Node& node, Types inputs, Types outputs, std::size_t input,
                                           std::size_t weight) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, input));
    ASSIGN_OR_RETURN(const auto w, extentsOf(inputs, weight));
    ASSIGN_OR_RETURN(const auto y, extentsOf(outputs, 0));
    ASSIGN_OR_RETURN(auto product, convolutionProduct(node, x, w, y));
    return MatrixProducts{product};
}

} // namespace edgewright::ops
