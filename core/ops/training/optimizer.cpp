// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/training/optimizer.h"

#include "core/base/propagate.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/scalars.h"

namespace edgewright::ops {

namespace {

// Rate and count come first, then all X, all gradients, all first states, all second states.
Result<std::size_t> tensorsOf(const ir::Node& node, std::size_t states) {
    const std::size_t inputs = node.inputs.size();
    if (inputs < 2 + 2 + states || (inputs - 2) % (2 + states) != 0)
        return badInput(std::to_string(inputs) + " inputs where 2 and " + std::to_string(2 + states) +
                        " for each tensor are expected");
    return (inputs - 2) / (2 + states);
}

} // namespace

Result<void> inferOptimizer(InferContext& context, std::size_t states) {
    ASSIGN_OR_RETURN(const auto count, tensorsOf(context.node(), states));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t part = 0; part <= states; ++part) {
            ASSIGN_OR_RETURN(const auto in, operand(context, 2 + (part == 0 ? 0 : part + 1) * count + i));
            context.setOutput(part * count + i, *in);
        }
    return {};
}

Result<void>
runOptimizer(KernelContext& context, std::size_t states,
             const std::function<TrainingElement(const TrainingStep&, const TrainingElement&)>& update) {
    ASSIGN_OR_RETURN(const auto count, tensorsOf(context.node(), states));
    TrainingStep step;
    ASSIGN_OR_RETURN(step.rate, numberScalar(context, 0, "the learning rate"));
    ASSIGN_OR_RETURN(const auto steps, integerScalar(context, 1, "the number of steps"));
    step.count = steps.value_or(0);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<ir::Tensor> in;   // X, gradient, states
        std::vector<FloatOutput> out; // X, states
        for (std::size_t part = 0; part < 2 + states; ++part) {
            ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2 + part * count + i));
            ASSIGN_OR_RETURN(auto values, asFloat32(context, *given));
            in.push_back(std::move(values));
            if (in.back().dims() != in.front().dims())
                return badInput("input " + std::to_string(2 + part * count + i) + " is " +
                                given->type().text() + " where the shape of input " + std::to_string(2 + i) +
                                " is expected");
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

} // namespace edgewright::ops
