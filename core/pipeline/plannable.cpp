// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/plannable.h"

#include "core/base/checked.h"
#include "core/ir/order.h"

namespace edgewright::pipeline {

namespace {

// A full shape and no number of bytes: the product is too large. Packed types and strings have theirs, too.
bool isUncountable(const ir::TensorType& type) {
    return type.isTensor() && type.dtype != ir::DataType::Undefined && type.dtype != ir::DataType::String &&
           type.dims() && !type.bytes();
}

} // namespace

Result<void> expectPlannable(const ir::Graph& graph) {
    if (const auto cyclic = ir::executionOrder(graph).cyclic; !cyclic.empty())
        return badInput(
            "a memory plan needs an execution order, and node '" + graph.node(cyclic.front()).label() +
            "' lies on a cycle or behind one: it depends on its own output, or on a node that does");
    std::int64_t total = 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant) continue;
        if (isUncountable(value.type))
            return badInput("value '" + value.name + "' is " + value.type.text() +
                            ", more bytes than can be counted; expected smaller extents");
        const auto sum = checkedAdd(total, value.type.bytes().value_or(0));
        if (!sum)
            return badInput("the values up to '" + value.name +
                            "' have more bytes together than can be counted; expected smaller extents");
        total = *sum;
    }
    return {};
}

} // namespace edgewright::pipeline
