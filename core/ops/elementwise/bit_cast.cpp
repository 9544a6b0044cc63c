// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops::bit_cast {

namespace {

Result<ir::DataType> target(const ir::Node& node, ir::DataType from) {
    const std::int64_t number = node.intOr("to", 0);
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return unsupported("element type number " + std::to_string(number) + " is not known");
    if (from == ir::DataType::Undefined) return *type;
    if (ir::bitWidth(*type) == 0 || ir::bitWidth(*type) != ir::bitWidth(from))
        return badInput("the bits of " + std::string(ir::dataTypeName(from)) + " cannot be read as " +
                        std::string(ir::dataTypeName(*type)) + "; expected a type of the same width");
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node(), in->dtype));
    ir::TensorType out = *in;
    out.dtype = type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto type, target(context.node(), in->dtype()));
    ASSIGN_OR_RETURN(auto out, context.output(0, type, in->dims()));
    const auto bytes = in->bytes();
    auto to = out.mutableBytes();
    if (type == ir::DataType::Bool) // a bool is 0 or 1, whatever its byte said before
        std::ranges::transform(bytes, to.begin(), [](std::byte b) { return std::byte(b != std::byte{0}); });
    else if (!bytes.empty() && bytes.data() != to.data())
        std::memcpy(to.data(), bytes.data(), bytes.size());
    return {};
}

} // namespace

extern const Operator entry{
    .name = "BitCast",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .keepsHalf = true,
    .since = 26,
};

} // namespace edgewright::ops::bit_cast
