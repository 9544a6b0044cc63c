// SPDX-License-Identifier: GPL-3.0-or-later
// Lists that a node carries as attributes.
#pragma once

#include "core/ir/node.h"

#include <string>
#include <string_view>
#include <vector>

namespace edgewright::ops {

// Empty when absent or of another kind.
inline std::vector<std::string> stringList(const ir::Node& node, std::string_view attribute) {
    const ir::AttributeValue* value = node.find(attribute);
    const auto* list = value ? std::get_if<std::vector<std::string>>(value) : nullptr;
    return list ? *list : std::vector<std::string>();
}

// Numbers of an attribute of floats or of integers, or else of the tensor attribute "<attribute>_as_tensor" or
// `attribute` itself. Empty when there is none.
inline std::vector<double> numberList(const ir::Node& node, const std::string& attribute) {
    if (const ir::AttributeValue* value = node.find(attribute)) {
        if (const auto* floats = std::get_if<std::vector<float>>(value))
            return {floats->begin(), floats->end()};
        if (const auto* ints = std::get_if<std::vector<std::int64_t>>(value)) {
            std::vector<double> result;
            for (const std::int64_t number : *ints)
                result.push_back(static_cast<double>(number));
            return result;
        }
    }
    const ir::Tensor* tensor = node.tensor(attribute);
    if (!tensor) tensor = node.tensor(attribute + "_as_tensor");
    std::vector<double> result;
    if (!tensor || !tensor->hasData() || !(ir::isFloating(tensor->dtype()) || ir::isInteger(tensor->dtype())))
        return result;
    result.reserve(static_cast<std::size_t>(tensor->elements()));
    for (std::int64_t i = 0; i < tensor->elements(); ++i)
        result.push_back(ir::elementAsDouble(*tensor, i));
    return result;
}

} // namespace edgewright::ops
