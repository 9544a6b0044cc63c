// SPDX-License-Identifier: GPL-3.0-or-later
// J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
// optimization", JMLR 12, 2011.
#include "core/ops/training/optimizer.h"

#include <cmath>

namespace edgewright::ops::adagrad {

namespace {

Result<void> infer(InferContext& context) { return inferOptimizer(context, 1); }

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    const auto decay = static_cast<double>(node.floatOr("decay_factor", 0.0f));
    const auto epsilon = static_cast<double>(node.floatOr("epsilon", 1e-6f));
    const auto norm = static_cast<double>(node.floatOr("norm_coefficient", 0.0f));
    return runOptimizer(context, 1, [=](const TrainingStep& step, const TrainingElement& e) {
        const double x = static_cast<double>(e.x);
        const double gradient = norm * x + static_cast<double>(e.gradient);
        const double square = static_cast<double>(e.state[0]) + gradient * gradient;
        const double rate = step.rate / (1 + static_cast<double>(step.count) * decay);
        return TrainingElement{static_cast<float>(x - rate * gradient / (std::sqrt(square) + epsilon)),
                               0,
                               {static_cast<float>(square), 0}};
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.preview.training",
    .name = "Adagrad",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::adagrad
