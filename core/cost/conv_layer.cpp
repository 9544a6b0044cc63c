// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/conv_layer.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

struct Axis {
    std::int64_t in = 1, filter = 1, out = 1, stride = 1, dilation = 1; // `in` with padding
};

// The padding that the node asks for, or that makes the last window fit.
std::int64_t paddedExtent(const ir::Node& node, const Axis& axis, std::int64_t index, std::int64_t rank) {
    const std::string mode = node.stringOr("auto_pad", "NOTSET");
    if (mode == "VALID") return axis.in;
    if (mode == "SAME_UPPER" || mode == "SAME_LOWER")
        return std::max(axis.in, (axis.out - 1) * axis.stride + (axis.filter - 1) * axis.dilation + 1);
    const auto pads = node.ints("pads");
    if (static_cast<std::int64_t>(pads.size()) != 2 * rank) return axis.in;
    return axis.in + pads[static_cast<std::size_t>(index)] + pads[static_cast<std::size_t>(index + rank)];
}

std::int64_t at(const std::vector<std::int64_t>& list, std::size_t index) {
    return index < list.size() ? list[index] : 1;
}

} // namespace

Layer productLayer(std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer;
    layer.m = layer.outH = layer.ifmapH = m;
    layer.n = layer.filters = n;
    layer.k = layer.filterW = layer.ifmapW = k;
    return layer;
}

Result<Layer> convLayer(const ir::Node& node, const ir::Dims& x, const ir::Dims& w, const ir::Dims& y) {
    if (x.size() < 3 || w.size() != x.size() || y.size() != x.size())
        return badInput("expected input, weights and output of one rank, at least 3");
    const auto rank = static_cast<std::int64_t>(x.size()) - 2;
    const std::int64_t groups = node.intOr("group", 1);
    if (groups < 1 || w[0] % groups != 0 || w[1] > x[1] || w[1] * groups != x[1])
        return badInput("the weights do not fit " + std::to_string(groups) + " groups");

    std::vector<Axis> axes;
    for (std::size_t i = 2; i < x.size(); ++i) {
        Axis axis{x[i], w[i], y[i], at(node.ints("strides"), i - 2), at(node.ints("dilations"), i - 2)};
        for (const std::int64_t value : {axis.in, axis.filter, axis.out, axis.stride, axis.dilation})
            if (value < 0 || value > INT32_MAX) return badInput("an extent is outside [0, 2^31)");
        axis.in = paddedExtent(node, axis, static_cast<std::int64_t>(i) - 2, rank);
        axes.push_back(axis);
    }
    const auto outputs = checkedProduct(std::span(y).subspan(2));
    const auto window = checkedProduct(std::span(w).subspan(1));
    const auto repeat = checkedMul(groups, x[0]);
    if (!outputs || !window || !repeat) return badInput("the layer is too large");

    Layer layer = productLayer(*outputs, w[0] / groups, *window);
    layer.repeat = *repeat;
    if (rank > 2) return layer;
    const Axis high = rank == 2 ? axes[0] : Axis{};
    const Axis& wide = axes.back();
    layer.ifmapH = high.in;
    layer.ifmapW = wide.in;
    layer.filterH = high.filter;
    layer.filterW = wide.filter;
    layer.channels = w[1];
    layer.strideH = high.stride;
    layer.strideW = wide.stride;
    layer.dilationH = high.dilation;
    layer.dilationW = wide.dilation;
    layer.outH = high.out;
    layer.outW = wide.out;
    return layer;
}

Result<Layer> matMulLayer(ir::Dims a, ir::Dims b) {
    if (a.empty() || b.empty()) return badInput("expected operands with at least one axis");
    if (a.size() == 1) a.insert(a.begin(), 1);
    if (b.size() == 1) b.push_back(1);
    const std::int64_t k = a.back();
    const std::int64_t n = b.back();
    if (k != b[b.size() - 2])
        return badInput("the operands have " + std::to_string(k) + " columns and " +
                        std::to_string(b[b.size() - 2]) + " rows");
    const std::span batchA = std::span(a).first(a.size() - 2);
    const std::span batchB = std::span(b).first(b.size() - 2);
    if (std::ranges::all_of(batchB, [](std::int64_t extent) { return extent == 1; })) { // one matrix for all
        const auto rows = checkedProduct(std::span(a).first(a.size() - 1));
        if (!rows) return badInput("the operands are too large");
        return productLayer(*rows, n, k);
    }
    Layer layer = productLayer(a[a.size() - 2], n, k);
    for (std::size_t i = 0; i < std::max(batchA.size(), batchB.size()); ++i) {
        const std::int64_t left = i < batchA.size() ? batchA[batchA.size() - 1 - i] : 1;
        const std::int64_t right = i < batchB.size() ? batchB[batchB.size() - 1 - i] : 1;
        if (left != right && left != 1 && right != 1) return badInput("the batch axes do not broadcast");
        const auto product = checkedMul(layer.repeat, left == 1 ? right : left);
        if (!product) return badInput("the operands are too large");
        layer.repeat = *product;
    }
    return layer;
}

Result<Layer> gemmLayer(const ir::Node& node, const ir::Dims& a, const ir::Dims& b) {
    if (a.size() != 2 || b.size() != 2) return badInput("expected operands with two axes");
    const bool transA = node.intOr("transA", 0) != 0;
    const bool transB = node.intOr("transB", 0) != 0;
    const ir::Dims left = transA ? ir::Dims{a[1], a[0]} : a;
    const ir::Dims right = transB ? ir::Dims{b[1], b[0]} : b;
    return matMulLayer(left, right);
}

} // namespace edgewright::cost
