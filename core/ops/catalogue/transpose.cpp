// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/axes.h"
#include "core/ops/element_sink.h"
#include "core/ops/operands.h"

namespace edgewright::ops {

namespace {

Result<std::vector<std::int64_t>> permutation(const ir::Node& node, std::size_t rank) {
    std::vector<std::int64_t> perm = node.ints("perm");
    if (!node.find("perm")) {
        for (std::size_t i = rank; i-- > 0;)
            perm.push_back(static_cast<std::int64_t>(i));
        return perm;
    }
    if (perm.size() != rank)
        return badInput("perm has " + std::to_string(perm.size()) + " entries where the input has " +
                        std::to_string(rank) + " axes");
    return normaliseAxes(perm, static_cast<std::int64_t>(rank));
}

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    ir::TensorType type((*in)->dtype);
    if ((*in)->shape) {
        const auto perm = permutation(context.node(), (*in)->shape->size());
        if (!perm) return perm.error();
        type.shape.emplace();
        for (const std::int64_t axis : *perm)
            type.shape->push_back((*(*in)->shape)[static_cast<std::size_t>(axis)]);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto perm = permutation(context.node(), (*in)->dims().size());
    if (!perm) return perm.error();
    const auto from = rowMajorStrides((*in)->dims());
    ir::Dims dims;
    std::vector<std::int64_t> strides;
    for (const std::int64_t axis : *perm) {
        dims.push_back((*in)->dims()[static_cast<std::size_t>(axis)]);
        strides.push_back(from[static_cast<std::size_t>(axis)]);
    }
    return gatherByStrides(context, 0, **in, dims, dims, strides);
}

} // namespace

extern const Operator transpose;
const Operator transpose{
    .domain = "",
    .name = "Transpose",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
