// SPDX-License-Identifier: GPL-3.0-or-later
// Cannot run: its input is a map, and values here are tensors, sequences and optionals.
#include "core/ops/operator.h"

namespace edgewright::ops::cast_map {

namespace {

Result<void> infer(InferContext& context) {
    const std::string to = context.node().stringOr("cast_to", "TO_FLOAT");
    if (to != "TO_FLOAT" && to != "TO_STRING" && to != "TO_INT64")
        return badInput("cast_to is '" + to + "' where TO_FLOAT, TO_STRING or TO_INT64 is expected");
    const auto type = to == "TO_FLOAT"    ? ir::DataType::Float32
                      : to == "TO_STRING" ? ir::DataType::String
                                          : ir::DataType::Int64;
    ir::Dim count;
    if (context.node().stringOr("map_form", "DENSE") == "SPARSE") {
        const std::int64_t length = context.node().intOr("max_map", 1);
        if (length < 0) return badInput("max_map is " + std::to_string(length));
        count = ir::Dim(length);
    }
    context.setOutput(0, {type, std::vector<ir::Dim>{ir::Dim(1), count}});
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "CastMap",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
};

} // namespace edgewright::ops::cast_map
