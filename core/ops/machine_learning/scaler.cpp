// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/machine_learning/features.h"

namespace edgewright::ops::scaler {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferRows(context));
    ir::TensorType type = *context.input(0);
    type.dtype = ir::DataType::Float32;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const auto width = static_cast<std::size_t>(rows.features);
    // One number for all features or one for each.
    const auto fits = [width](const std::vector<float>& list) {
        return list.empty() || list.size() == 1 || list.size() == width;
    };
    const auto offset = context.node().floats("offset");
    const auto scale = context.node().floats("scale");
    if (!fits(offset) || !fits(scale))
        return badInput("offset and scale have " + std::to_string(offset.size()) + " and " +
                        std::to_string(scale.size()) + " entries where 1 or " + std::to_string(width) +
                        " are expected");
    const auto at = [](const std::vector<float>& list, std::size_t i, double none) {
        return list.empty() ? none : static_cast<double>(list[list.size() == 1 ? 0 : i]);
    };
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, context.input(0)->dims()));
    const auto result = out.as<float>();
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] =
            static_cast<float>((rows.values[i] - at(offset, i % width, 0.0)) * at(scale, i % width, 1.0));
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "Scaler",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::scaler
