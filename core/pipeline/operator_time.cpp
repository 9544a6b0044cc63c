// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/operator_time.h"

#include "core/ir/known_beforehand.h"
#include "core/ops/infer.h"
#include "core/ops/operator.h"
#include "core/ops/work.h"

#include <algorithm>
#include <memory>

namespace edgewright::pipeline {

namespace {

constexpr std::int64_t MaxTensorBytes = std::int64_t(1) << 45;
constexpr int MaxBodies = 64; // inside each other

double secondsAt(const ir::Graph& values, const ir::Node& node, const Device& device, int depth) {
    double bytes = 0, inside = 0;
    if (!ops::isView(node)) {
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
        if (!body || !*body || depth >= MaxBodies) continue;
        controls = true;
        for (const NodeId id : (*body)->order())
            if (const ir::Node& inner = (*body)->node(id); !ir::isKnownBeforehand(**body, inner))
                inside += secondsAt(**body, inner, device, depth + 1);
    }
    const double macs = controls ? 0 : static_cast<double>(ops::macsOf(values, node));
    return inside + std::max(macs / device.macsPerSecond, bytes / device.bytesPerSecond) + device.launchSeconds;
}

} // namespace

std::int64_t sizeOf(const ir::Value& value) {
    const bool sized = value.type.dtype != ir::DataType::String && ir::bitWidth(value.type.dtype) > 0;
    return sized ? std::clamp<std::int64_t>(value.type.bytes().value_or(0), 0, MaxTensorBytes) : 0;
}

double secondsOf(const ir::Graph& values, const ir::Node& node, const Device& device) {
    return secondsAt(values, node, device, 0);
}

} // namespace edgewright::pipeline
