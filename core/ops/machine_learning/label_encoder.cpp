// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/machine_learning/label_map.h"
#include "core/ops/operands/attribute_lists.h"

#include <numeric>

namespace edgewright::ops::label_encoder {

namespace {

// "keys" or "values" in any of their forms: <name>_tensor, _strings, _int64s or _floats.
Result<ir::Tensor> listOf(const ir::Node& node, const std::string& name) {
    if (const ir::Tensor* tensor = node.tensor(name + "_tensor")) {
        if (!tensor->hasData()) return badInput("the data of " + name + "_tensor is missing");
        return tensor->reshaped({tensor->elements()});
    }
    const auto dims = [](const auto& list) { return ir::Dims{static_cast<std::int64_t>(list.size())}; };
    if (const auto strings = stringList(node, name + "_strings"); !strings.empty())
        return ir::Tensor::ofStrings(dims(strings), strings);
    if (const auto integers = node.ints(name + "_int64s"); !integers.empty())
        return ir::Tensor::of(dims(integers), integers);
    if (const auto floats = node.floats(name + "_floats"); !floats.empty())
        return ir::Tensor::of(dims(floats), floats);
    return badInput("none of " + name + "_tensor, _strings, _int64s and _floats is given");
}

// default_tensor, or the default_ attribute of the values' type; "_Unused", -1 and -0.0 without one.
Result<ir::Tensor> fallbackOf(const ir::Node& node, ir::DataType type) {
    if (const ir::Tensor* given = node.tensor("default_tensor")) {
        if (given->elements() == 1 && given->hasData() && given->dtype() == type) return *given;
        return badInput("default_tensor is " + given->type().text() + " where one element of type " +
                        std::string(ir::dataTypeName(type)) + " is expected");
    }
    switch (type) {
    case ir::DataType::String:
        return ir::Tensor::ofStrings({1}, {node.stringOr("default_string", "_Unused")});
    case ir::DataType::Float32:
        return ir::Tensor::of<float>({1}, {node.floatOr("default_float", -0.0f)});
    case ir::DataType::Float64:
        return ir::Tensor::of<double>({1}, {static_cast<double>(node.floatOr("default_float", -0.0f))});
    case ir::DataType::Int64:
        return ir::Tensor::of<std::int64_t>({1}, {node.intOr("default_int64", -1)});
    case ir::DataType::Int32:
        return ir::Tensor::of<std::int32_t>({1}, {-1});
    case ir::DataType::Int16:
        return ir::Tensor::of<std::int16_t>({1}, {-1});
    default:
        return unsupported("labels of type " + std::string(ir::dataTypeName(type)));
    }
}

// In opset 1 classes_strings are the strings of 0, 1, ..., and the input tells the direction.
Result<LabelMap> firstMapOf(const ir::Node& node, ir::DataType input) {
    const auto strings = stringList(node, "classes_strings");
    std::vector<std::int64_t> integers(strings.size());
    std::iota(integers.begin(), integers.end(), std::int64_t(0));
    const ir::Dims dims{static_cast<std::int64_t>(strings.size())};
    LabelMap map{ir::Tensor::ofStrings(dims, strings), ir::Tensor::of(dims, integers),
                 ir::Tensor::of<std::int64_t>({1}, {node.intOr("default_int64", -1)})};
    if (input == ir::DataType::String) return map;
    std::swap(map.keys, map.values);
    map.fallback = ir::Tensor::ofStrings({1}, {node.stringOr("default_string", "_Unused")});
    return map;
}

Result<LabelMap> mapOf(const ir::Node& node, std::int64_t opset, ir::DataType input) {
    if (opset < 2) return firstMapOf(node, input);
    ASSIGN_OR_RETURN(auto keys, listOf(node, "keys"));
    ASSIGN_OR_RETURN(auto values, listOf(node, "values"));
    if (keys.elements() != values.elements())
        return badInput("there are " + std::to_string(keys.elements()) + " keys and " +
                        std::to_string(values.elements()) + " values");
    ASSIGN_OR_RETURN(auto fallback, fallbackOf(node, values.dtype()));
    return LabelMap{std::move(keys), std::move(values), std::move(fallback)};
}

Result<void> infer(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    if (!in) return badInput("input 0 is missing");
    if (in->dtype == ir::DataType::Undefined && context.opset() < 2) return {};
    ASSIGN_OR_RETURN(const auto map, mapOf(context.node(), context.opset(), in->dtype));
    return inferLabels(context, map);
}

Result<void> run(KernelContext& context) {
    if (!context.input(0)) return badInput("input 0 is missing");
    ASSIGN_OR_RETURN(const auto map, mapOf(context.node(), context.opset(), context.input(0)->dtype()));
    return mapLabels(context, map);
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "LabelEncoder",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::label_encoder
