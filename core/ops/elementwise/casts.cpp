// SPDX-License-Identifier: GPL-3.0-or-later
// Elements as another type: by value, or bit by bit.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace edgewright::ops::casts {

namespace {

// Opset 1 names the type in words.
std::optional<ir::DataType> ofName(std::string_view name) {
    using ir::DataType;
    static constexpr std::array<std::pair<std::string_view, DataType>, 13> names{{
        {"FLOAT", DataType::Float32},
        {"UINT8", DataType::UInt8},
        {"INT8", DataType::Int8},
        {"UINT16", DataType::UInt16},
        {"INT16", DataType::Int16},
        {"INT32", DataType::Int32},
        {"INT64", DataType::Int64},
        {"STRING", DataType::String},
        {"BOOL", DataType::Bool},
        {"FLOAT16", DataType::Float16},
        {"DOUBLE", DataType::Float64},
        {"UINT32", DataType::UInt32},
        {"UINT64", DataType::UInt64},
    }};
    for (const auto& [word, type] : names)
        if (word == name) return type;
    return std::nullopt;
}

Result<ir::DataType> numberedTarget(const ir::Node& node) {
    const std::int64_t number = node.intOr("to", 0);
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type) return unsupported(say("element type number {1} is not known", number));
    return *type;
}

Result<ir::DataType> target(const ir::Node& node) {
    if (const auto named = ofName(node.stringOr("to", ""))) return *named;
    return numberedTarget(node);
}

Result<void> inferCast(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node()));
    context.setOutput(0, in->withDtype(type));
    return {};
}

Result<void> runCast(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node()));
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(context.node()));
    return castInto(context, *in, type, rounding);
}

Result<void> inferCastLike(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto like, operand(context, 1));
    context.setOutput(0, in->withDtype(like->dtype));
    return {};
}

Result<void> runCastLike(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto like, operand(context, 1));
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(context.node()));
    return castInto(context, *in, like->dtype(), rounding);
}

Result<ir::DataType> bitTarget(const ir::Node& node, ir::DataType from) {
    ASSIGN_OR_RETURN(const auto type, numberedTarget(node));
    if (from == ir::DataType::Undefined) return type;
    if (ir::bitWidth(type) == 0 || ir::bitWidth(type) != ir::bitWidth(from))
        return badInput(say("the bits of {1} cannot be read as {2}; expected a type of the same width",
                            ir::dataTypeName(from), ir::dataTypeName(type)));
    return type;
}

Result<void> inferBitCast(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, bitTarget(context.node(), in->dtype));
    context.setOutput(0, in->withDtype(type));
    return {};
}

Result<void> runBitCast(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, bitTarget(context.node(), in->dtype()));
    ASSIGN_OR_RETURN(auto out, context.output(0, type, in->dims()));
    const auto bytes = in->bytes();
    auto to = out.mutableBytes();
    if (type == ir::DataType::Bool) // a bool is 0 or 1, whatever its byte said before
        std::ranges::transform(bytes, to.begin(), [](std::byte b) { return std::byte(b != std::byte{0}); });
    else if (!bytes.empty() && bytes.data() != to.data())
        std::memcpy(to.data(), bytes.data(), bytes.size());
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run, std::int64_t since) {
    return {.name = name,
            .category = Category::ElementWise,
            .pattern = Pattern::ElementWise,
            .infer = infer,
            .run = run,
            .keepsHalf = true,
            .since = since};
}

constexpr std::array Rows{
    row("Cast", inferCast, runCast, 1),
    row("CastLike", inferCastLike, runCastLike, 15),
    row("BitCast", inferBitCast, runBitCast, 26),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::casts
