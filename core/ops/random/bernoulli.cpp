// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/random/random.h"

namespace edgewright::ops::bernoulli {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "dtype", in->dtype));
    context.setOutput(0, in->withDtype(type));
    return {};
}

// 1 with the probability that the input says, else 0.
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "dtype", in->dtype()));
    ASSIGN_OR_RETURN(auto drawn, context.allocate(ir::DataType::UInt8, in->dims()));
    Random random = randomOf(context.node());
    const auto out = drawn.as<std::uint8_t>();
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i % 65536 == 0 && context.run().stopped()) return cancelled();
        const double probability = ir::elementAsDouble(*in, static_cast<std::int64_t>(i));
        if (!(probability >= 0 && probability <= 1))
            return badInput(say("element {1} is {2}, which is no probability", i, std::to_string(probability)));
        out[i] = random.uniform() < probability ? 1 : 0;
    }
    return castInto(context, drawn, type);
}

} // namespace

extern const Operator entry{
    .name = "Bernoulli",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .randomness = Randomness::Always,
    .since = 15,
};

} // namespace edgewright::ops::bernoulli
