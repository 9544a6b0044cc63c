// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pool.h"

namespace edgewright::ops {

Result<void> inferPool(InferContext& context, std::size_t outputs) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    const auto kernel = context.node().ints("kernel_shape");
    if (kernel.empty()) return badInput("kernel_shape is missing");
    auto window = readWindow(context.node(), kernel);
    if (!window) return std::move(window).error();
    ir::TensorType type((*x)->dtype);
    if ((*x)->shape) {
        if (auto ranked = expectRank(**x, kernel.size() + 2, "the input"); !ranked) return ranked.error();
        type.shape = std::vector<ir::Dim>{(*(*x)->shape)[0], (*(*x)->shape)[1]};
        for (std::size_t i = 0; i < kernel.size(); ++i) {
            auto dim = slideDim(*window, i, (*(*x)->shape)[i + 2]);
            if (!dim) return std::move(dim).error();
            type.shape->push_back(*std::move(dim));
        }
    }
    context.setOutput(0, type);
    type.dtype = ir::DataType::Int64;
    for (std::size_t i = 1; i < outputs; ++i)
        context.setOutput(i, type);
    return {};
}

Result<void> inferGlobalPool(InferContext& context) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    ir::TensorType type = **x;
    if (type.shape) {
        if (type.shape->size() < 2)
            return badInput("the input is " + type.text() + " where at least 2 axes are expected");
        std::fill(type.shape->begin() + 2, type.shape->end(), ir::Dim(1));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<Geometry> poolGeometry(const ir::Node& node, const ir::Dims& dims) {
    auto window = readWindow(node, node.ints("kernel_shape"));
    if (!window) return std::move(window).error();
    return geometryOf(*std::move(window), dims);
}

} // namespace edgewright::ops
