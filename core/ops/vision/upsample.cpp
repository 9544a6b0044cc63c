// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/vision/resampling.h"
#include "core/ops/vision/scaled_extent.h"

#include <optional>

namespace edgewright::ops::upsample {

namespace {

// scales: attribute in opset 7, input 1 in 9; height_scale and width_scale of an NCHW image in opset 1.
std::optional<std::vector<float>> scalesOf(const ir::Node& node, const ir::Tensor* given) {
    if (node.find("scales")) return node.floats("scales");
    if (node.find("height_scale"))
        return std::vector<float>{1.0f, 1.0f, node.floatOr("height_scale", 1.0f),
                                  node.floatOr("width_scale", 1.0f)};
    if (!given || !given->hasData() || given->dtype() != ir::DataType::Float32) return std::nullopt;
    return std::vector<float>(given->as<float>().begin(), given->as<float>().end());
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        const auto scales = scalesOf(context.node(), context.value(1));
        if (scales && scales->size() != type.shape->size())
            return badInput(
                say("scales has {1} entries where the input has {2} axes", scales->size(), type.shape->size()));
        for (std::size_t i = 0; i < type.shape->size(); ++i) {
            ir::Dim& dim = (*type.shape)[i];
            if (scales && (*scales)[i] == 1.0f) continue;
            if (!scales || !dim.known()) {
                dim = scales ? scaledDim(dim, (*scales)[i]) : ir::Dim();
                continue;
            }
            ASSIGN_OR_RETURN(const auto extent, scaledExtent(dim.value(), (*scales)[i]));
            dim = ir::Dim(extent);
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto scales = scalesOf(context.node(), context.inputCount() > 1 ? context.input(1) : nullptr);
    if (!scales || scales->size() != in->dims().size())
        return badInput(say("scales are missing or do not fit"));
    ASSIGN_OR_RETURN(const auto mode, resamplingMode(context.node().stringOr("mode", "nearest")));
    Resampling how;
    how.mode = mode;
    how.coordinates = "asymmetric";
    how.nearest = "simple";
    for (std::size_t i = 0; i < scales->size(); ++i) {
        ASSIGN_OR_RETURN(const auto extent, scaledExtent(in->dims()[i], (*scales)[i]));
        how.axes.push_back({in->dims()[i], extent, (*scales)[i]});
    }
    return resample(context, *in, how);
}

} // namespace

extern const Operator entry{
    .name = "Upsample",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::upsample
