// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of random numbers, of a shape that an attribute gives or of that of an input.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/random/random.h"

#include <array>
#include <functional>

namespace edgewright::ops::random_tensors {

namespace {

enum class ShapeFrom { Attribute, Input };

Result<ir::DataType> floatingType(const ir::Node& node, ir::DataType fallback) {
    const auto type = namedType(node, "dtype", fallback);
    if (!type || ir::isFloating(*type) || *type == ir::DataType::Undefined) return type;
    return badInput(
        say("random numbers of type {1} where a floating-point type is expected", ir::dataTypeName(*type)));
}

Result<ir::Dims> shapeAttribute(const ir::Node& node) {
    ir::Dims dims = node.ints("shape");
    if (!node.find("shape") || !checkedProduct(dims))
        return badInput(say("shape is missing or holds what is no extent"));
    return dims;
}

// Output 0 has the attribute `shape`, or the shape of input 0; dtype is an attribute, without it float32 or the
// input's.
template <ShapeFrom From>
Result<void> infer(InferContext& context) {
    if (From == ShapeFrom::Attribute) {
        ASSIGN_OR_RETURN(const auto dims, shapeAttribute(context.node()));
        ASSIGN_OR_RETURN(const auto type, floatingType(context.node(), ir::DataType::Float32));
        context.setOutput(0, ir::TensorType(type, dims));
        return {};
    }
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, floatingType(context.node(), in->dtype));
    context.setOutput(0, in->withDtype(type));
    return {};
}

// Output 0 = draw(random) for each element in row-major order.
Result<void> fillRandom(KernelContext& context, ShapeFrom from, const std::function<double(Random&)>& draw) {
    ir::Dims dims;
    ir::DataType fallback = ir::DataType::Float32;
    if (from == ShapeFrom::Input) {
        ASSIGN_OR_RETURN(const auto in, operand(context, 0));
        dims = in->dims();
        fallback = in->dtype();
    } else {
        ASSIGN_OR_RETURN(dims, shapeAttribute(context.node()));
    }
    ASSIGN_OR_RETURN(const auto type, floatingType(context.node(), fallback));
    ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
    Random random = randomOf(context.node());
    for (std::size_t i = 0; i < static_cast<std::size_t>(out.elements()); ++i) {
        if (i % 65536 == 0 && context.run().stopped()) return cancelled();
        const double value = draw(random);
        switch (type) {
        case ir::DataType::Float64:
            out.as<double>()[i] = value;
            break;
        case ir::DataType::Float16:
            out.as<std::uint16_t>()[i] = ir::floatToHalf(static_cast<float>(value));
            break;
        case ir::DataType::BFloat16:
            out.as<std::uint16_t>()[i] = ir::floatToBfloat16(static_cast<float>(value));
            break;
        default:
            out.as<float>()[i] = static_cast<float>(value);
        }
    }
    return {};
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

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
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
