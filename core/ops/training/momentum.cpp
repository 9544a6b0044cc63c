// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient descent with momentum, as it is or after Nesterov.
#include "core/ops/training/optimizer.h"

namespace edgewright::ops::momentum {

namespace {

Result<void> infer(InferContext& context) { return inferOptimizer(context, 1); }

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    const std::string mode = node.stringOr("mode", "standard");
    if (mode != "standard" && mode != "nesterov")
        return badInput("mode is '" + mode + "' where standard or nesterov is expected");
    const bool nesterov = mode == "nesterov";
    const auto alpha = static_cast<double>(node.floatOr("alpha", 0.0f));
    const auto beta = static_cast<double>(node.floatOr("beta", 0.0f));
    const auto norm = static_cast<double>(node.floatOr("norm_coefficient", 0.0f));
    return runOptimizer(context, 1, [=](const TrainingStep& step, const TrainingElement& e) {
        const double x = static_cast<double>(e.x);
        const double gradient = norm * x + static_cast<double>(e.gradient);
        const double velocity =
            alpha * static_cast<double>(e.state[0]) + (step.count > 0 ? beta : 1.0) * gradient;
        const double move = nesterov ? gradient + alpha * velocity : velocity;
        return TrainingElement{static_cast<float>(x - step.rate * move), 0, {static_cast<float>(velocity), 0}};
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.preview.training",
    .name = "Momentum",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::momentum
