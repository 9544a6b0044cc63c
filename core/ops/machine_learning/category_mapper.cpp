// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/machine_learning/label_map.h"
#include "core/ops/operands/attribute_lists.h"

namespace edgewright::ops::category_mapper {

namespace {

// Direction follows from the input: strings become integers and the other way round.
Result<LabelMap> mapOf(const ir::Node& node, ir::DataType input) {
    const auto strings = stringList(node, "cats_strings");
    const auto integers = node.ints("cats_int64s");
    if (strings.size() != integers.size())
        return badInput("cats_strings and cats_int64s have " + std::to_string(strings.size()) + " and " +
                        std::to_string(integers.size()) + " entries");
    const ir::Dims dims{static_cast<std::int64_t>(strings.size())};
    LabelMap map{ir::Tensor::ofStrings(dims, strings), ir::Tensor::of(dims, integers),
                 ir::Tensor::of<std::int64_t>({1}, {node.intOr("default_int64", -1)})};
    if (input == ir::DataType::String) return map;
    std::swap(map.keys, map.values);
    map.fallback = ir::Tensor::ofStrings({1}, {node.stringOr("default_string", "_Unused")});
    return map;
}

Result<void> infer(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    if (!in) return badInput("input 0 is missing");
    if (in->dtype == ir::DataType::Undefined) return {};
    ASSIGN_OR_RETURN(const auto map, mapOf(context.node(), in->dtype));
    return inferLabels(context, map);
}

Result<void> run(KernelContext& context) {
    if (!context.input(0)) return badInput("input 0 is missing");
    ASSIGN_OR_RETURN(const auto map, mapOf(context.node(), context.input(0)->dtype()));
    return mapLabels(context, map);
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "CategoryMapper",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::category_mapper
