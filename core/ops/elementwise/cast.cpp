// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace edgewright::ops::cast {

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

Result<ir::DataType> target(const ir::Node& node) {
    const std::int64_t number = node.intOr("to", 0);
    if (const auto named = ofName(node.stringOr("to", ""))) return *named;
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return unsupported("element type number " + std::to_string(number) + " is not known");
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node()));
    ir::TensorType out = *in;
    out.dtype = type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node()));
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(context.node()));
    return castInto(context, *in, type, rounding);
}

} // namespace

extern const Operator entry{
    .name = "Cast",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .keepsHalf = true,
};

} // namespace edgewright::ops::cast
