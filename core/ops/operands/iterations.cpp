// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/iterations.h"

#include "core/base/checked.h"
#include "core/ops/operands/axes.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

const ir::Value* inputOf(const ir::Graph& graph, const ir::Node& node, std::size_t index) {
    const ValueId id = node.input(index);
    return id.valid() && graph.contains(id) ? &graph.value(id) : nullptr;
}

std::optional<std::int64_t> trips(const ir::Graph& graph, const ir::Node& node) {
    const auto body = node.graph("body");
    if (!body || !alwaysGoesOn(*body)) return std::nullopt;
    const ir::Value* begins = inputOf(graph, node, 1);
    if (begins && !isTrue(begins->known())) return std::nullopt;
    const ir::Value* count = inputOf(graph, node, 0);
    const ir::Tensor* known = count ? count->known() : nullptr;
    if (!known || known->elements() != 1 || !ir::isInteger(known->dtype())) return std::nullopt;
    return std::max<std::int64_t>(0, ir::elementAsInt64(*known, 0));
}

// Steps of the first scanned input. In opset 8 the node has one input more than the body, and every input a
// batch axis.
std::optional<std::int64_t> steps(const ir::Graph& graph, const ir::Node& node) {
    const auto body = node.graph("body");
    const std::int64_t scans = node.intOr("num_scan_inputs", 0);
    if (!body || scans < 1 || scans > static_cast<std::int64_t>(node.inputs.size())) return std::nullopt;
    const ir::Value* scanned = inputOf(graph, node, node.inputs.size() - static_cast<std::size_t>(scans));
    const auto dims = scanned ? scanned->type.dims() : std::nullopt;
    if (!dims) return std::nullopt;
    if (node.inputs.size() == body->inputs.size() + 1)
        return dims->size() < 2 ? std::nullopt : checkedMul((*dims)[0], (*dims)[1]);
    const auto axes = node.ints("scan_input_axes");
    const auto axis = normaliseAxis(axes.empty() ? 0 : axes[0], static_cast<std::int64_t>(dims->size()));
    if (!axis) return std::nullopt;
    return (*dims)[static_cast<std::size_t>(*axis)];
}

} // namespace

bool isTrue(const ir::Tensor* tensor) {
    return tensor && tensor->hasData() && tensor->dtype() == ir::DataType::Bool && tensor->elements() == 1 &&
           ir::elementAsInt64(*tensor, 0) != 0;
}

bool alwaysGoesOn(const ir::Graph& body) {
    if (body.outputs.empty() || body.inputs.size() < 2) return false;
    const ir::Connections connections(body);
    ValueId condition = body.outputs[0];
    for (std::size_t step = 0; step <= body.nodeCount() && body.contains(condition); ++step) {
        if (condition == body.inputs[1] || isTrue(body.value(condition).known())) return true;
        const auto producer = connections.producer(condition);
        if (!producer || !body.node(*producer).is("Identity")) return false;
        condition = body.node(*producer).input(0);
    }
    return false;
}

std::optional<std::int64_t> iterationsOf(const ir::Graph& graph, const ir::Node& node) {
    if (node.is("Loop")) return trips(graph, node);
    if (node.is("Scan")) return steps(graph, node);
    if (node.is("SequenceMap")) return std::nullopt;
    return 1;
}

} // namespace edgewright::ops
