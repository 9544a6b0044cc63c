// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/random/random_fill.h"

namespace edgewright::ops::random_uniform {

namespace {

Result<void> infer(InferContext& context) { return inferRandom(context, ShapeFrom::Attribute); }

Result<void> run(KernelContext& context) {
    const auto low = static_cast<double>(context.node().floatOr("low", 0.0f));
    const auto high = static_cast<double>(context.node().floatOr("high", 1.0f));
    return fillRandom(context, ShapeFrom::Attribute,
                      [=](Random& random) { return low + (high - low) * random.uniform(); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "RandomUniform",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .randomness = Randomness::Always,
};

} // namespace edgewright::ops::random_uniform
