// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that come as inputs of one element: sizes, axes, rates.
#pragma once

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"

#include <optional>
#include <string>
#include <string_view>

namespace edgewright::ops {

// The one element of an integer input; empty when the input is omitted, or not known yet while types are
// inferred. BadInput when it has another number of elements. `name` is for the message.
template <typename Context>
Result<std::optional<std::int64_t>> integerScalar(const Context& context, std::size_t index,
                                                  std::string_view name) {
    if (!context.node().hasInput(index)) return std::optional<std::int64_t>();
    const auto values = knownInts(context, index);
    if (!values) return std::optional<std::int64_t>();
    if (values->size() != 1)
        return badInput(say("{1} has {2} integers where one is expected", name, values->size()));
    return std::optional(values->front());
}

// The one element of an input that must be there, of any number type.
inline Result<double> numberScalar(const KernelContext& context, std::size_t index, std::string_view name) {
    ASSIGN_OR_RETURN(const auto tensor, operand(context, index));
    const ir::DataType type = tensor->dtype();
    if (tensor->elements() != 1 || !(ir::isFloating(type) || ir::isInteger(type)))
        return badInput(say("{1} is {2} where one number is expected", name, tensor->type().text()));
    return ir::elementAsDouble(*tensor, 0);
}

} // namespace edgewright::ops
