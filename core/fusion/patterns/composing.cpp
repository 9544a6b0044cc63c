// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/composing.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/lossless_casts.h"
#include "core/fusion/upgrade/upgrade.h"
#include "core/ops/operands/axes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::fusion {

namespace {

constexpr std::int64_t MaxUniformElements = 4096; // elements that are looked at to see whether they agree

} // namespace

void Trail::note(NodeId id) {
    if (std::ranges::find(m_nodes, id) == m_nodes.end()) m_nodes.push_back(id);
}

const ir::Node* Trail::peek(ValueId value, std::string_view op) const {
    const ir::Node* node = value.valid() ? m_view->producer(value) : nullptr;
    return node && node->is(op) && node->output(0) == value ? node : nullptr;
}

const ir::Node* Trail::step(ValueId value, std::string_view op) {
    const ir::Node* node = peek(value, op);
    if (node) note(node->id);
    return node;
}

ValueId Trail::acrossCasts(ValueId value) {
    for (const ir::Node* cast = peek(value, "Cast"); cast; cast = peek(value, "Cast")) {
        const ir::DataType before = typeOf(*m_view, cast->input(0)).dtype;
        if (!ir::isFloating(before) || !holdsAll(before, typeOf(*m_view, value).dtype)) break;
        note(cast->id);
        value = cast->input(0);
    }
    return value;
}

ValueId Trail::beside(const ir::Node& node, double wanted) const {
    if (isNumber(*m_view, node.input(1), wanted)) return node.input(0);
    if (isNumber(*m_view, node.input(0), wanted)) return node.input(1);
    return {};
}

double numberTolerance(ir::DataType type) {
    if (type == ir::DataType::Float16) return 1e-3;
    return type == ir::DataType::BFloat16 ? 8e-3 : 4e-6;
}

bool isNumber(const GraphView& view, ValueId value, double wanted) {
    const auto number = uniformNumber(view, value);
    return number && std::abs(*number - wanted) <=
                         numberTolerance(typeOf(view, value).dtype) * std::max(1e-30, std::abs(wanted));
}

std::optional<double> uniformNumber(const GraphView& view, ValueId value) {
    const ir::Tensor* tensor = knownTensor(view, value);
    if (!tensor || tensor->elements() < 1 || tensor->elements() > MaxUniformElements) return std::nullopt;
    if (!ir::isFloating(tensor->dtype()) && !ir::isInteger(tensor->dtype())) return std::nullopt;
    const double first = ir::elementAsDouble(*tensor, 0);
    for (std::int64_t i = 1; i < tensor->elements(); ++i)
        if (ir::elementAsDouble(*tensor, i) != first) return std::nullopt;
    return first;
}

std::optional<std::vector<std::int64_t>> reducedAxes(const GraphView& view, const ir::Node& reduction) {
    const auto rank = typeOf(view, reduction.input(0)).rank();
    if (!rank) return std::nullopt;
    std::vector<std::int64_t> axes = reduction.ints("axes");
    if (reduction.hasInput(1)) {
        auto given = knownInts(view, reduction.input(1));
        if (!given) return std::nullopt;
        axes = *std::move(given);
    }
    if (axes.empty()) {
        if (reduction.intOr("noop_with_empty_axes", 0) != 0) return std::nullopt;
        axes.resize(*rank);
        std::iota(axes.begin(), axes.end(), 0);
        return axes;
    }
    for (std::int64_t& axis : axes) {
        const auto placed = ops::normaliseAxis(axis, static_cast<std::int64_t>(*rank));
        if (!placed) return std::nullopt;
        axis = *placed;
    }
    std::ranges::sort(axes);
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    return axes;
}

std::optional<Refused> whyReadElsewhere(const GraphView& view, const std::vector<NodeId>& nodes,
                                        std::string_view op) {
    const auto inside = [&](NodeId id) { return std::ranges::find(nodes, id) != nodes.end(); };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const ir::Node& node = view.graph.node(nodes[i]);
        for (std::size_t o = 0; o < node.outputs.size(); ++o) {
            const ValueId output = node.outputs[o];
            if (!output.valid() || (i == 0 && o == 0)) continue;
            if (view.graph.isOutput(output))
                return Refused{nodes,
                               {output},
                               say("{1}, '{2}', is a graph output and would be gone with {3}",
                                   described(view, output), view.graph.value(output).name, op)};
            std::vector<NodeId> others;
            for (const NodeId reader : view.connections.consumers(output))
                if (!inside(reader)) others.push_back(reader);
            if (!others.empty())
                return Refused{
                    nodes,
                    {output},
                    say("{1} is also read by {2}", described(view, output), listed(view.graph, others))};
        }
    }
    return std::nullopt;
}

std::optional<Refused> whyNotComposed(const GraphView& view, const std::vector<NodeId>& nodes,
                                      std::string_view op, std::int64_t opset) {
    if (auto refused = whyReadElsewhere(view, nodes, op)) return refused;
    const ir::DataType type = typeOf(view, view.graph.node(nodes.front()).output(0)).dtype;
    const std::int64_t needed = std::max(opset, introducedIn(op, type));
    if (view.opset() >= needed) return std::nullopt;
    const bool isForType = needed > introducedIn(op) && needed > opset;
    const std::string made = isForType ? say("{1} on {2}", op, ir::dataTypeName(type)) : std::string(op);
    const std::string what = listed(view.graph, nodes);
    return Refused{
        nodes,
        {},
        nodes.size() > 1
            ? say("{1} compute {2}, which needs opset {3}; the model has {4} (raise the opset to allow it)",
                  what, made, needed, view.opset())
            : say("{1} computes {2}, which needs opset {3}; the model has {4} (raise the opset to allow it)",
                  what, made, needed, view.opset()),
        needed};
}

ir::Node replacementNode(const GraphView& view, const std::vector<NodeId>& nodes, std::string_view op,
                         std::vector<ValueId> inputs, std::vector<ir::Attribute> attributes) {
    ir::Node made = view.graph.node(nodes.front());
    made.op = op;
    made.domain.clear();
    made.body.reset();
    made.origins.clear();
    made.hierarchy.reset(); // it stands for all of them, and what the file says of the first is not true of it
    made.kept.clear();
    made.outputs.resize(1);
    made.inputs = std::move(inputs);
    made.attributes = std::move(attributes);
    return made;
}

Applied composed(const GraphView& view, ir::PatchBuilder patch, std::vector<NodeId> nodes,
                 std::string_view op) {
    for (const NodeId id : nodes)
        patch.remove(id);
    std::string reason = nodes.size() > 1 ? say("{1} spell out {2}", listed(view.graph, nodes), op)
                                          : say("{1} is {2}", listed(view.graph, nodes), op);
    return Applied{patch.take(), std::move(nodes), std::move(reason)};
}

} // namespace edgewright::fusion
