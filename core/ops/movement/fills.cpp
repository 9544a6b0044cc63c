// SPDX-License-Identifier: GPL-3.0-or-later
// ConstantFill and GivenTensorFill, experimental operators that models converted from Caffe2 hold.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::fills {

namespace {

// The attribute `shape`; with an input instead its shape, or its elements where input_as_shape asks for that,
// followed by extra_shape. Empty when not known yet.
template <typename Context>
Result<std::optional<ir::Dims>> filledShape(const Context& context, std::optional<ir::Dims> inputShape) {
    const ir::Node& node = context.node();
    std::optional<ir::Dims> dims = node.ints("shape");
    if (node.hasInput(0)) {
        dims = node.intOr("input_as_shape", 0) != 0 ? knownInts(context, 0) : std::move(inputShape);
        const auto extra = node.ints("extra_shape");
        if (dims) dims->insert(dims->end(), extra.begin(), extra.end());
    }
    if (dims && !checkedProduct(*dims))
        return badInput(say("the shape has a negative extent or too many elements"));
    return dims;
}

Result<ir::DataType> typeOf(const ir::Node& node) {
    const std::int64_t number = node.intOr("dtype", 1);
    const auto type = ir::dataTypeFromOnnx(number);
    if (type && (ir::isFloating(*type) || (ir::isInteger(*type) && ir::bitWidth(*type) >= 8) ||
                 *type == ir::DataType::Bool))
        return *type;
    return badInput(say("dtype is {1} where the number of a numeric type is expected", number));
}

Result<void> inferConstant(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node()));
    const ir::TensorType* in = context.input(0);
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? in->dims() : std::nullopt));
    context.setOutput(0, dims ? ir::TensorType(type, *dims) : ir::TensorType(type));
    return {};
}

// One element of the type.
Result<ir::Tensor> elementOf(KernelContext& context, ir::DataType type, double value) {
    auto one = context.scratchTensor(type, {});
    if (!one) return one;
    std::ranges::fill(one->mutableBytes(), std::byte{0});
    if (isHalf(type)) {
        const auto number = static_cast<float>(value);
        one->as<std::uint16_t>()[0] =
            type == ir::DataType::Float16 ? ir::floatToHalf(number) : ir::floatToBfloat16(number);
        return one;
    }
    const auto seen = type == ir::DataType::Bool ? ir::DataType::UInt8 : type;
    RETURN_IF_ERROR(withElementType(seen, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        if constexpr (std::is_floating_point_v<T>)
            one->template as<T>()[0] = static_cast<T>(value);
        else
            one->template as<T>()[0] =
                static_cast<T>(static_cast<std::int64_t>(std::clamp(value, -9e15, 9e15)));
        return {};
    }));
    if (type == ir::DataType::Bool) one->as<std::uint8_t>()[0] = value != 0 ? 1 : 0;
    return one;
}

Result<void> runConstant(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node()));
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? std::optional(in->dims()) : std::nullopt));
    if (!dims) return badInput(say("the shape is missing"));
    const double value = static_cast<double>(context.node().floatOr("value", 0.0f));
    ASSIGN_OR_RETURN(const auto one, elementOf(context, type, value == value ? value : 0.0));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, type, *dims));
    sink.fill(0, &one, sink.elements());
    return sink.finish();
}

Result<void> inferGiven(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? in->dims() : std::nullopt));
    const ir::DataType type = ir::DataType::Float32;
    context.setOutput(0, dims ? ir::TensorType(type, *dims) : ir::TensorType(type));
    return {};
}

Result<void> runGiven(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? std::optional(in->dims()) : std::nullopt));
    if (!dims) return badInput(say("the shape is missing"));
    const auto values = context.node().floats("values");
    if (checkedProduct(*dims) != static_cast<std::int64_t>(values.size()))
        return badInput(say("there are {1} values for {2}", values.size(),
                            ir::TensorType(ir::DataType::Float32, *dims).text()));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, *dims));
    std::ranges::copy(values, out.as<float>().begin());
    return {};
}

constexpr std::array Rows{
    Operator{.name = "ConstantFill",
             .category = Category::DataMovement,
             .infer = inferConstant,
             .run = runConstant,
             .isUnofficial = true},
    Operator{.name = "GivenTensorFill",
             .category = Category::DataMovement,
             .infer = inferGiven,
             .run = runGiven,
             .isUnofficial = true},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::fills
