// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/operator_work.h"

#include "core/ops/work.h"

namespace edgewright::device {

std::int64_t bytesOf(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t bytes = 0;
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const ValueId id : *ids)
            if (id.valid()) bytes += graph.value(id).type.bytes().value_or(0);
    return bytes;
}

Arithmetic arithmeticOf(const ir::Graph& graph, const ir::Node& node) {
    double all = 0, onCodes = 0;
    for (const ops::NodeWork& work : ops::workOf(graph, node).nodes) {
        const auto macs = static_cast<double>(work.macs());
        all += macs;
        const ir::DataType type = work.inputs.empty() ? ir::DataType::Float32 : work.inputs.front().dtype;
        if (type == ir::DataType::Int8 || type == ir::DataType::UInt8) onCodes += macs;
    }
    return onCodes > all / 2 ? Arithmetic::Int8 : Arithmetic::Float32;
}

} // namespace edgewright::device
