// SPDX-License-Identifier: GPL-3.0-or-later
// Labels by a table from keys to values: strings for numbers, or numbers for strings or numbers.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operator.h"

#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace edgewright::ops::label_maps {

namespace {

// A table from keys to values, both tensors of one axis.
struct LabelMap {
    ir::Tensor keys;     // numbers or strings
    ir::Tensor values;   // as many as keys
    ir::Tensor fallback; // one element of the values' type
};

// From strings to integers where the input holds strings, else from integers to strings.
LabelMap labelMap(const ir::Node& node, const std::vector<std::string>& strings,
                  const std::vector<std::int64_t>& integers, ir::DataType input) {
    const ir::Dims dims{static_cast<std::int64_t>(strings.size())};
    LabelMap map{ir::Tensor::ofStrings(dims, strings), ir::Tensor::of(dims, integers),
                 ir::Tensor::of<std::int64_t>({1}, {node.intOr("default_int64", -1)})};
    if (input == ir::DataType::String) return map;
    std::swap(map.keys, map.values);
    map.fallback = ir::Tensor::ofStrings({1}, {node.stringOr("default_string", "_Unused")});
    return map;
}

// Equal numbers of one type have equal bits here, all NaNs too.
std::uint64_t numberKey(const ir::Tensor& tensor, std::int64_t index) {
    if (!ir::isFloating(tensor.dtype())) return static_cast<std::uint64_t>(ir::elementAsInt64(tensor, index));
    const double value = ir::elementAsDouble(tensor, index);
    if (std::isnan(value)) return ~std::uint64_t(0);
    return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
}

template <typename Key, typename KeyOf>
Result<void> lookUp(KernelContext& context, const LabelMap& map, KeyOf keyOf) {
    const ir::Tensor& in = *context.input(0);
    std::unordered_map<Key, std::int64_t> places;
    for (std::int64_t i = 0; i < map.keys.elements(); ++i)
        places[keyOf(map.keys, i)] = i;
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, map.values.dtype(), in.dims()));
    for (std::int64_t i = 0; i < in.elements(); ++i) {
        const auto place = places.find(keyOf(in, i));
        if (place == places.end())
            sink.copy(i, map.fallback, 0);
        else
            sink.copy(i, map.values, place->second);
    }
    return sink.finish();
}

Result<void> expectKeys(const LabelMap& map, const ir::TensorType& type) {
    if (type.dtype == map.keys.dtype() || type.dtype == ir::DataType::Undefined) return {};
    return badInput(say("the input is {1} where the keys are {2}", type.text(), map.keys.type().text()));
}

// Output 0 has the shape of input 0 and the values' type; BadInput when input 0 has not the keys' type.
Result<void> inferLabels(InferContext& context, const LabelMap& map) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectKeys(map, *in));
    context.setOutput(0, in->withDtype(map.values.dtype()));
    return {};
}

// Output 0: the value of each element of input 0, whose type is the keys'. Of keys that repeat the last one
// counts; a NaN is one key.
Result<void> mapLabels(KernelContext& context, const LabelMap& map) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectKeys(map, in->type()));
    if (in->dtype() == ir::DataType::String)
        return lookUp<std::string_view>(context, map, [](const ir::Tensor& tensor, std::int64_t i) {
            return std::string_view(tensor.strings()[static_cast<std::size_t>(i)]);
        });
    return lookUp<std::uint64_t>(context, map, numberKey);
}

Result<LabelMap> categoryMapOf(const ir::Node& node, ir::DataType input) {
    const auto strings = stringList(node, "cats_strings");
    const auto integers = node.ints("cats_int64s");
    if (strings.size() != integers.size())
        return badInput(
            say("cats_strings and cats_int64s have {1} and {2} entries", strings.size(), integers.size()));
    return labelMap(node, strings, integers, input);
}

Result<void> inferCategories(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    if (!in) return badInput(say("input 0 is missing"));
    if (in->dtype == ir::DataType::Undefined) return {};
    ASSIGN_OR_RETURN(const auto map, categoryMapOf(context.node(), in->dtype));
    return inferLabels(context, map);
}

Result<void> runCategories(KernelContext& context) {
    if (!context.input(0)) return badInput(say("input 0 is missing"));
    ASSIGN_OR_RETURN(const auto map, categoryMapOf(context.node(), context.input(0)->dtype()));
    return mapLabels(context, map);
}

// "keys" or "values" in any of their forms: <name>_tensor, _strings, _int64s or _floats.
Result<ir::Tensor> listOf(const ir::Node& node, const std::string& name) {
    if (const ir::Tensor* tensor = node.tensor(name + "_tensor")) {
        if (!tensor->hasData()) return badInput(say("the data of {1}_tensor is missing", name));
        return tensor->reshaped({tensor->elements()});
    }
    const auto dims = [](const auto& list) { return ir::Dims{static_cast<std::int64_t>(list.size())}; };
    if (const auto strings = stringList(node, name + "_strings"); !strings.empty())
        return ir::Tensor::ofStrings(dims(strings), strings);
    if (const auto integers = node.ints(name + "_int64s"); !integers.empty())
        return ir::Tensor::of(dims(integers), integers);
    if (const auto floats = node.floats(name + "_floats"); !floats.empty())
        return ir::Tensor::of(dims(floats), floats);
    return badInput(say("none of {1}_tensor, _strings, _int64s and _floats is given", name));
}

// default_tensor, or the default_ attribute of the values' type; "_Unused", -1 and -0.0 without one.
Result<ir::Tensor> fallbackOf(const ir::Node& node, ir::DataType type) {
    if (const ir::Tensor* given = node.tensor("default_tensor")) {
        if (given->elements() == 1 && given->hasData() && given->dtype() == type) return *given;
        return badInput(say("default_tensor is {1} where one element of type {2} is expected",
                            given->type().text(), ir::dataTypeName(type)));
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
        return unsupported(say("labels of type {1}", ir::dataTypeName(type)));
    }
}

// In opset 1 classes_strings are the strings of 0, 1, ..., and the input tells the direction.
LabelMap firstMapOf(const ir::Node& node, ir::DataType input) {
    const auto strings = stringList(node, "classes_strings");
    std::vector<std::int64_t> integers(strings.size());
    std::iota(integers.begin(), integers.end(), std::int64_t(0));
    return labelMap(node, strings, integers, input);
}

Result<LabelMap> labelMapOf(const ir::Node& node, std::int64_t opset, ir::DataType input) {
    if (opset < 2) return firstMapOf(node, input);
    ASSIGN_OR_RETURN(auto keys, listOf(node, "keys"));
    ASSIGN_OR_RETURN(auto values, listOf(node, "values"));
    if (keys.elements() != values.elements())
        return badInput(say("there are {1} keys and {2} values", keys.elements(), values.elements()));
    ASSIGN_OR_RETURN(auto fallback, fallbackOf(node, values.dtype()));
    return LabelMap{std::move(keys), std::move(values), std::move(fallback)};
}

Result<void> inferLabelEncoder(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    if (!in) return badInput(say("input 0 is missing"));
    if (in->dtype == ir::DataType::Undefined && context.opset() < 2) return {};
    ASSIGN_OR_RETURN(const auto map, labelMapOf(context.node(), context.opset(), in->dtype));
    return inferLabels(context, map);
}

Result<void> runLabelEncoder(KernelContext& context) {
    if (!context.input(0)) return badInput(say("input 0 is missing"));
    ASSIGN_OR_RETURN(const auto map, labelMapOf(context.node(), context.opset(), context.input(0)->dtype()));
    return mapLabels(context, map);
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.domain = "ai.onnx.ml",
            .name = name,
            .category = Category::DataMovement,
            .pattern = Pattern::ElementWise,
            .infer = infer,
            .run = run};
}

constexpr std::array Rows{
    row("CategoryMapper", inferCategories, runCategories),
    row("LabelEncoder", inferLabelEncoder, runLabelEncoder),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::label_maps
