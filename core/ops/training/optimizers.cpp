// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of ai.onnx.preview.training that take one step of training: inputs are the learning rate, the
// number of steps so far, and for each of n tensors X its gradient and its states; outputs are the new X and
// states.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/scalars.h"
#include "core/ops/operator.h"

#include <array>
#include <cmath>
#include <functional>

namespace edgewright::ops::optimizers {

namespace {

struct TrainingStep {
    double rate = 0;
    std::int64_t count = 0; // steps so far
};
// Elements of the tensors that belong together: X, its gradient, and up to two states.
struct TrainingElement {
    float x = 0, gradient = 0;
    std::array<float, 2> state{};
};

// Rate and count come first, then all X, all gradients, all first states, all second states.
Result<std::size_t> tensorsOf(const ir::Node& node, std::size_t states) {
    const std::size_t inputs = node.inputs.size();
    if (inputs < 2 + 2 + states || (inputs - 2) % (2 + states) != 0)
        return badInput(say("{1} inputs where 2 and {2} for each tensor are expected", inputs, 2 + states));
    return (inputs - 2) / (2 + states);
}

// Output k * n + i is what input 2 + i (k = 0: X) or the state k of tensor i becomes.
template <std::size_t States>
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto count, tensorsOf(context.node(), States));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t part = 0; part <= States; ++part) {
            ASSIGN_OR_RETURN(const auto in, operand(context, 2 + (part == 0 ? 0 : part + 1) * count + i));
            context.setOutput(part * count + i, *in);
        }
    return {};
}

// Checks the operands and calls update(i) = {new x, -, new states}.
Result<void>
runOptimizer(KernelContext& context, std::size_t states,
             const std::function<TrainingElement(const TrainingStep&, const TrainingElement&)>& update) {
    ASSIGN_OR_RETURN(const auto count, tensorsOf(context.node(), states));
    TrainingStep step;
    ASSIGN_OR_RETURN(step.rate, numberScalar(context, 0, say("the learning rate")));
    ASSIGN_OR_RETURN(const auto steps, integerScalar(context, 1, say("the number of steps")));
    step.count = steps.value_or(0);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<ir::Tensor> in;   // X, gradient, states
        std::vector<FloatOutput> out; // X, states
        for (std::size_t part = 0; part < 2 + states; ++part) {
            ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2 + part * count + i));
            ASSIGN_OR_RETURN(auto values, asFloat32(context, *given));
            in.push_back(std::move(values));
            if (in.back().dims() != in.front().dims())
                return badInput(say("input {1} is {2} where the shape of input {3} is expected",
                                    2 + part * count + i, given->type().text(), 2 + i));
            if (part == 1) continue;
            ASSIGN_OR_RETURN(auto made, FloatOutput::make(context, (part == 0 ? 0 : part - 1) * count + i,
                                                          given->dtype(), in.back().dims()));
            out.push_back(std::move(made));
        }
        for (std::size_t at = 0; at < out.front().data().size(); ++at) {
            if (at % 65536 == 0 && context.run().stopped()) return cancelled();
            TrainingElement element{in[0].as<float>()[at], in[1].as<float>()[at], {}};
            for (std::size_t state = 0; state < states; ++state)
                element.state[state] = in[2 + state].as<float>()[at];
            const TrainingElement next = update(step, element);
            out[0].data()[at] = next.x;
            for (std::size_t state = 0; state < states; ++state)
                out[1 + state].data()[at] = next.state[state];
        }
        for (FloatOutput& each : out)
            each.finish();
    }
    return {};
}

// J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
// optimization", JMLR 12, 2011.
Result<void> runAdagrad(KernelContext& context) {
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

// D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
Result<void> runAdam(KernelContext& context) {
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

// Gradient descent with momentum, as it is or after Nesterov.
Result<void> runMomentum(KernelContext& context) {
    const ir::Node& node = context.node();
    const std::string mode = node.stringOr("mode", "standard");
    if (mode != "standard" && mode != "nesterov")
        return badInput(say("mode is '{1}' where standard or nesterov is expected", mode));
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

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.domain = "ai.onnx.preview.training",
            .name = name,
            .category = Category::ElementWise,
            .infer = infer,
            .run = run};
}

constexpr std::array Rows{
    row("Adagrad", infer<1>, runAdagrad),
    row("Adam", infer<2>, runAdam),
    row("Momentum", infer<1>, runMomentum),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::optimizers
