// SPDX-License-Identifier: GPL-3.0-or-later
// An element type that a node names by number.
#pragma once

#include "core/base/say.h"
#include "core/ir/node.h"

#include <string>

namespace edgewright::ops {

// The type that attribute `name` names; `fallback` without the attribute. BadInput for a number without a type.
inline Result<ir::DataType> namedType(const ir::Node& node, std::string_view name, ir::DataType fallback) {
    if (!node.find(name)) return fallback;
    const std::int64_t number = node.intOr(name, 0);
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type) return badInput(say("{1} is {2}, which names no element type", name, number));
    return *type;
}

} // namespace edgewright::ops
