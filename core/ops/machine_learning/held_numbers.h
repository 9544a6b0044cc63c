// SPDX-License-Identifier: GPL-3.0-or-later
// Operator::heldNumbers for the operators of ai.onnx.ml, which hold what was learnt as attributes.
#pragma once

#include "core/ops/operator.h"

#include <initializer_list>
#include <string>

namespace edgewright::ops {

// Numbers of a list of floats, or of a tensor of this name or "<name>_as_tensor".
inline HeldNumbers numbersIn(const ir::Node& node, const std::string& name) {
    const ir::AttributeValue* value = node.find(name);
    if (const auto* floats = value ? std::get_if<std::vector<float>>(value) : nullptr)
        return {static_cast<std::int64_t>(floats->size()),
                static_cast<std::int64_t>(floats->size() * sizeof(float))};
    const ir::Tensor* tensor = node.tensor(name);
    if (!tensor) tensor = node.tensor(name + "_as_tensor");
    if (!tensor || !tensor->hasData()) return {};
    return {tensor->elements(), tensor->type().bytes().value_or(0)};
}

inline HeldNumbers numbersIn(const ir::Node& node, std::initializer_list<const char*> names) {
    HeldNumbers sum;
    for (const char* name : names) {
        const HeldNumbers each = numbersIn(node, std::string(name));
        sum.count += each.count;
        sum.bytes += each.bytes;
    }
    return sum;
}

} // namespace edgewright::ops
