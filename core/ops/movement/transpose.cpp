// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::transpose {

namespace {

Result<std::vector<std::int64_t>> permutation(const ir::Node& node, std::size_t rank) {
    std::vector<std::int64_t> perm = node.ints("perm");
    if (!node.find("perm")) {
        for (std::size_t i = rank; i-- > 0;)
            perm.push_back(static_cast<std::int64_t>(i));
        return perm;
    }
    if (perm.size() != rank)
        return badInput(say("perm has {1} entries where the input has {2} axes", perm.size(), rank));
    return normaliseAxes(perm, static_cast<std::int64_t>(rank));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (in->shape) {
        ASSIGN_OR_RETURN(const auto perm, permutation(context.node(), in->shape->size()));
        type.shape.emplace();
        for (const std::int64_t axis : perm)
            type.shape->push_back((*in->shape)[static_cast<std::size_t>(axis)]);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto perm, permutation(context.node(), in->dims().size()));
    const auto from = rowMajorStrides(in->dims());
    ir::Dims dims;
    std::vector<std::int64_t> strides;
    for (const std::int64_t axis : perm) {
        dims.push_back(in->dims()[static_cast<std::size_t>(axis)]);
        strides.push_back(from[static_cast<std::size_t>(axis)]);
    }
    return gatherByStrides(context, 0, *in, dims, dims, strides);
}

} // namespace

extern const Operator entry{
    .name = "Transpose",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::transpose
