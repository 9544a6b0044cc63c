// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of random numbers, of a shape that an attribute gives or of that of an input.
#include "core/ops/random/random_fill.h"

#include <array>

namespace edgewright::ops::random_tensors {

namespace {

template <ShapeFrom From>
Result<void> infer(InferContext& context) {
    return inferRandom(context, From);
}

template <ShapeFrom From>
Result<void> runUniform(KernelContext& context) {
    const auto low = static_cast<double>(context.node().floatOr("low", 0.0f));
    const auto high = static_cast<double>(context.node().floatOr("high", 1.0f));
    return fillRandom(context, From, [=](Random& random) { return low + (high - low) * random.uniform(); });
}

template <ShapeFrom From>
Result<void> runNormal(KernelContext& context) {
    const auto mean = static_cast<double>(context.node().floatOr("mean", 0.0f));
    const auto scale = static_cast<double>(context.node().floatOr("scale", 1.0f));
    return fillRandom(context, From, [=](Random& random) { return mean + scale * random.normal(); });
}

constexpr Operator row(std::string_view name, Result<void> (*infer)(InferContext&),
                       Result<void> (*run)(KernelContext&)) {
    return {.name = name,
            .category = Category::DataMovement,
            .infer = infer,
            .run = run,
            .randomness = Randomness::Always};
}

constexpr std::array Rows{
    row("RandomUniform", infer<ShapeFrom::Attribute>, runUniform<ShapeFrom::Attribute>),
    row("RandomUniformLike", infer<ShapeFrom::Input>, runUniform<ShapeFrom::Input>),
    row("RandomNormal", infer<ShapeFrom::Attribute>, runNormal<ShapeFrom::Attribute>),
    row("RandomNormalLike", infer<ShapeFrom::Input>, runNormal<ShapeFrom::Input>),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::random_tensors
