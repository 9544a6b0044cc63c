// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/cast_elements.h"
#include "core/ops/operands.h"

namespace edgewright::ops {

namespace {

Result<ir::DataType> target(const ir::Node& node) {
    // Opset 1 names the type in words.
    const std::string name = node.stringOr("to", "");
    const std::int64_t number = node.intOr("to", 0);
    if (name == "FLOAT") return ir::DataType::Float32;
    if (name == "DOUBLE") return ir::DataType::Float64;
    if (name == "INT32") return ir::DataType::Int32;
    if (name == "INT64") return ir::DataType::Int64;
    if (name == "BOOL") return ir::DataType::Bool;
    if (name == "FLOAT16") return ir::DataType::Float16;
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return unsupported("element type number " + std::to_string(number) + " is not known");
    return *type;
}

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto type = target(context.node());
    if (!type) return type.error();
    ir::TensorType out = **in;
    out.dtype = *type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto type = target(context.node());
    if (!type) return type.error();
    return castInto(context, **in, *type);
}

} // namespace

extern const Operator cast;
const Operator cast{
    .domain = "",
    .name = "Cast",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
