// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/kernel_key.h"

#include "core/ir/graph.h"

#include <algorithm>
#include <cstdio>
#include <type_traits>

namespace edgewright::exec {

namespace {

template <typename T>
std::string numbersText(const std::vector<T>& numbers) {
    std::string text;
    for (const T number : numbers) {
        char one[32];
        std::snprintf(one, sizeof one, "%s%.9g", text.empty() ? "" : " ", static_cast<double>(number));
        text += one;
    }
    return text;
}

// Empty: nothing that parameters depend on.
std::string valueText(const ir::AttributeValue& value) {
    return std::visit(
        [](const auto& held) -> std::string {
            using T = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<T, std::int64_t>)
                return std::to_string(held);
            else if constexpr (std::is_same_v<T, float>)
                return numbersText(std::vector<float>{held});
            else if constexpr (std::is_same_v<T, std::string>)
                return held;
            else if constexpr (std::is_same_v<T, std::vector<std::int64_t>> ||
                               std::is_same_v<T, std::vector<float>>)
                return numbersText(held);
            else
                return {};
        },
        value);
}

std::string operatorText(const ir::Node& node) {
    if (node.body && node.domain == ir::FusedDomain) {
        std::string text;
        for (const NodeId id : node.body->order())
            text += (text.empty() ? "" : "+") + operatorText(node.body->node(id));
        return text;
    }
    std::vector<std::string> attributes;
    for (const ir::Attribute& each : node.attributes)
        if (std::string value = valueText(each.value); !value.empty())
            attributes.push_back(each.name + "=" + std::move(value));
    std::ranges::sort(attributes);
    std::string text = node.domain.empty() ? node.op : node.domain + "." + node.op;
    for (std::size_t i = 0; i < attributes.size(); ++i)
        text += (i == 0 ? "{" : ",") + attributes[i];
    return attributes.empty() ? text : text + "}";
}

std::string operandText(const KeyOperand& operand) {
    if (operand.type.dtype == ir::DataType::Undefined) return {};
    std::string text(ir::dataTypeName(operand.type.dtype));
    if (operand.type.shape)
        for (std::size_t i = 0; i < operand.type.shape->size(); ++i)
            text += (i == 0 ? " " : "x") + (*operand.type.shape)[i].text();
    return operand.isConstant ? text + "=" : text;
}

} // namespace

std::string kernelKey(const ir::Node& node, const std::function<KeyOperand(std::size_t)>& input) {
    std::string text = operatorText(node) + "(";
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        text += (i == 0 ? "" : ",") + operandText(input(i));
    return text + ")";
}

std::string kernelKey(const ir::Graph& graph, const ir::Node& node) {
    for (const ValueId id : node.inputs) {
        if (!id.valid()) continue;
        const ir::TensorType& type = graph.value(id).type;
        if (type.dtype == ir::DataType::Undefined || !type.shape ||
            !std::ranges::all_of(*type.shape, &ir::Dim::known))
            return {};
    }
    return kernelKey(node, [&](std::size_t index) {
        if (!node.hasInput(index)) return KeyOperand{};
        const ir::Value& value = graph.value(node.input(index));
        return KeyOperand{value.type, value.known() != nullptr};
    });
}

} // namespace edgewright::exec
