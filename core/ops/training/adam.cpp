// SPDX-License-Identifier: GPL-3.0-or-later
// D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
#include "core/ops/training/optimizer.h"

#include <cmath>

namespace edgewright::ops::adam {

namespace {

Result<void> infer(InferContext& context) { return inferOptimizer(context, 2); }

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    const auto number = [&node](std::string_view name, float fallback) {
        return static_cast<double>(node.floatOr(name, fallback));
    };
    const double alpha = number("alpha", 0.9f), beta = number("beta", 0.999f),
                 epsilon = number("epsilon", 1e-6f);
    const double norm = number("norm_coefficient", 0.0f), normAfter = number("norm_coefficient_post", 0.0f);
    return runOptimizer(context, 2, [=](const TrainingStep& step, const TrainingElement& e) {
        const double x = static_cast<double>(e.x);
        const double gradient = norm * x + static_cast<double>(e.gradient);
        const double mean = alpha * static_cast<double>(e.state[0]) + (1 - alpha) * gradient;
        const double square = beta * static_cast<double>(e.state[1]) + (1 - beta) * gradient * gradient;
        const auto t = static_cast<double>(step.count);
        const double rate = step.count > 0
                                ? step.rate * std::sqrt(1 - std::pow(beta, t)) / (1 - std::pow(alpha, t))
                                : step.rate;
        const double next = x - rate * mean / (std::sqrt(square) + epsilon);
        return TrainingElement{static_cast<float>((1 - normAfter) * next),
                               0,
                               {static_cast<float>(mean), static_cast<float>(square)}};
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.preview.training",
    .name = "Adam",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::adam
