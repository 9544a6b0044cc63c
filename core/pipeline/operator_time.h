// SPDX-License-Identifier: GPL-3.0-or-later
// How long one operator takes on a Device (benefits.h has the formula).
#pragma once

#include "core/memory/storage_sharing.h"
#include "core/ops/work.h"
#include "core/pipeline/benefits.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace edgewright::pipeline {

// Lengths of tensors that a file declares may say anything; their sum stays countable.
constexpr std::int64_t LargestTensor = std::int64_t(1) << 45;

inline std::int64_t sizeOf(const ir::Value& value) {
    const bool sized = value.type.dtype != ir::DataType::String && ir::bitWidth(value.type.dtype) > 0;
    return sized ? std::clamp<std::int64_t>(value.type.bytes().value_or(0), 0, LargestTensor) : 0;
}

// Bodies of control flow count as if each ran once.
inline double secondsOf(const ir::Graph& values, const ir::Node& node, const Device& device, int depth = 0) {
    constexpr int Deepest = 64;
    double bytes = 0, inside = 0;
    if (!memory::isView(node)) {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            const auto earlier = node.inputs.begin() + static_cast<std::ptrdiff_t>(i);
            if (id.valid() && std::find(node.inputs.begin(), earlier, id) == earlier)
                bytes += static_cast<double>(sizeOf(values.value(id)));
        }
        for (const ValueId id : node.outputs)
            if (id.valid()) bytes += static_cast<double>(sizeOf(values.value(id)));
    }
    bool controls = false;
    for (const ir::Attribute& attribute : node.attributes) {
        const auto* body = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
        if (!body || !*body || depth >= Deepest) continue;
        controls = true;
        for (const NodeId id : (*body)->order())
            if (const ir::Node& inner = (*body)->node(id); !memory::isKnownBeforehand(**body, inner))
                inside += secondsOf(**body, inner, device, depth + 1);
    }
    const double macs = controls ? 0 : static_cast<double>(ops::macsOf(values, node));
    return inside + std::max(macs / device.macsPerSecond, bytes / device.bytesPerSecond) + device.launchSeconds;
}

} // namespace edgewright::pipeline
