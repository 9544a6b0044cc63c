// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/axes.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

std::optional<std::vector<std::int64_t>> elementsOf(const ir::Tensor* tensor) {
    if (!tensor || !tensor->hasData() || !ir::isInteger(tensor->dtype())) return std::nullopt;
    return ir::toInt64s(*tensor);
}

std::optional<IntList> fromAttribute(const ir::Node& node, std::string_view attribute) {
    if (attribute.empty()) return std::nullopt;
    const ir::AttributeValue* value = node.find(attribute);
    if (!value) return std::nullopt;
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(value)) return IntList{true, *list};
    if (const auto* one = std::get_if<std::int64_t>(value))
        return IntList{true, std::vector<std::int64_t>{*one}};
    return std::nullopt;
}

} // namespace

Result<std::int64_t> normaliseAxis(std::int64_t axis, std::int64_t rank) {
    if (axis < -rank || axis >= rank)
        return badInput(say("axis {1} is outside [{2}, {3}]", axis, -rank, rank - 1));
    return axis < 0 ? axis + rank : axis;
}

Result<std::vector<std::int64_t>> normaliseAxes(std::span<const std::int64_t> axes, std::int64_t rank) {
    std::vector<std::int64_t> result;
    for (const std::int64_t axis : axes) {
        ASSIGN_OR_RETURN(const auto normal, normaliseAxis(axis, rank));
        if (std::ranges::find(result, normal) != result.end())
            return badInput(say("axis {1} is named twice", normal));
        result.push_back(normal);
    }
    return result;
}

std::optional<std::vector<std::int64_t>> knownInts(const InferContext& context, std::size_t input) {
    return elementsOf(context.value(input));
}

std::optional<std::vector<std::int64_t>> knownInts(const KernelContext& context, std::size_t input) {
    return elementsOf(input < context.inputCount() ? context.input(input) : nullptr);
}

IntList intList(const InferContext& context, std::string_view attribute, std::size_t input) {
    if (auto list = fromAttribute(context.node(), attribute)) return *std::move(list);
    if (input == noInput || !context.node().hasInput(input)) return {};
    return {true, knownInts(context, input)};
}

DimList dimList(const InferContext& context, std::string_view attribute, std::size_t input) {
    const IntList numbers = intList(context, attribute, input);
    if (!numbers.present) return {};
    if (!numbers.values) return {true, context.extents(input)};
    DimList result{true, std::vector<ir::Dim>()};
    for (const std::int64_t each : *numbers.values)
        result.values->push_back(ir::integerDim(each));
    return result;
}

IntList intList(const KernelContext& context, std::string_view attribute, std::size_t input) {
    if (auto list = fromAttribute(context.node(), attribute)) return *std::move(list);
    if (input == noInput || !context.node().hasInput(input)) return {};
    return {true, knownInts(context, input)};
}

} // namespace edgewright::ops
