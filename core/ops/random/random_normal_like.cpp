// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/random/random_fill.h"

namespace edgewright::ops::random_normal_like {

namespace {

Result<void> infer(InferContext& context) { return inferRandom(context, ShapeFrom::Input); }

Result<void> run(KernelContext& context) {
    const auto mean = static_cast<double>(context.node().floatOr("mean", 0.0f));
    const auto scale = static_cast<double>(context.node().floatOr("scale", 1.0f));
    return fillRandom(context, ShapeFrom::Input,
                      [=](Random& random) { return mean + scale * random.normal(); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "RandomNormalLike",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .randomness = Randomness::Always,
};

} // namespace edgewright::ops::random_normal_like
