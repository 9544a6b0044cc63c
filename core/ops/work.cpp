// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/work.h"

#include "core/base/checked.h"
#include "core/ops/iterations.h"
#include "core/ops/no_work.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace edgewright::ops {

namespace {

constexpr int MaxDepth = 64; // of graphs within graphs
constexpr std::int64_t Uncountable = std::numeric_limits<std::int64_t>::max();

std::int64_t saturated(std::int64_t a, std::int64_t b) { return checkedMul(a, b).value_or(Uncountable); }

struct Operand {
    ir::TensorType type;
    Place place = Place::Memory;
};
using Operands = std::function<Operand(ValueId)>; // of one graph

class Walk {
public:
    Operands operandsOf(const ir::Graph& graph) const {
        return [&graph](ValueId id) -> Operand {
            if (!id.valid() || !graph.contains(id)) return {};
            const ir::Value& value = graph.value(id);
            return {value.type, value.constant || value.folded ? Place::Constant : Place::Memory};
        };
    }

    void visitGraph(const ir::Graph& graph, const Operands& operands, NodeId top, std::int64_t runs,
                    int depth) {
        for (const NodeId id : graph.order())
            visit(graph, operands, graph.node(id), top.valid() ? top : id, runs, depth);
    }

    void visit(const ir::Graph& graph, const Operands& operands, const ir::Node& node, NodeId top,
               std::int64_t runs, int depth) {
        if (node.is("Constant") || isKnownBeforehand(graph, node)) return;
        if (depth >= MaxDepth) return;
        if (node.body) return visitBody(node, operands, top, runs, depth);
        const bool controls = visitSubgraphs(graph, node, top, runs, depth);
        const Operator* op = find(node.domain, node.op);
        if (controls && op && op->category == Category::ControlFlow) return;
        NodeWork work{.node = &node, .top = top, .op = op, .times = runs};
        const auto read = [&](const std::vector<ValueId>& ids, std::vector<ir::TensorType>& types,
                              std::vector<Place>& places) {
            for (const ValueId id : ids) {
                Operand operand = operands(id);
                types.push_back(std::move(operand.type));
                places.push_back(operand.place);
            }
        };
        read(node.inputs, work.inputs, work.inputPlaces);
        read(node.outputs, work.outputs, work.outputPlaces);
        if (op && op->products) {
            auto products = op->products(node, work.inputs, work.outputs);
            if (products)
                work.products = *std::move(products);
            else
                work.problem = std::move(products).error();
        }
        m_work.nodes.push_back(std::move(work));
    }

    Work take() { return std::move(m_work); }

private:
    // The types of a body's inputs and outputs stand outside, where its own are not known.
    void visitBody(const ir::Node& node, const Operands& outside, NodeId top, std::int64_t runs, int depth) {
        const ir::Graph& body = *node.body;
        const bool isGroup = node.domain == ir::FusedDomain;
        const Operands own = operandsOf(body);
        const auto position = [](const std::vector<ValueId>& ids, ValueId id, std::size_t count) {
            const auto at = static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
            return at < std::min(ids.size(), count) ? std::optional(at) : std::nullopt;
        };
        const Operands inside = [&](ValueId id) -> Operand {
            Operand operand = own(id);
            std::optional<Operand> same;
            if (const auto input = position(body.inputs, id, node.inputs.size()))
                same = outside(node.inputs[*input]);
            else if (const auto output = position(body.outputs, id, node.outputs.size()))
                same = outside(node.outputs[*output]);
            else if (isGroup && operand.place == Place::Memory)
                operand.place = Place::Group;
            if (!same) return operand;
            if (!operand.type.dims()) operand.type = same->type;
            if (operand.place == Place::Memory) operand.place = same->place;
            return operand;
        };
        visitGraph(body, inside, top, runs, depth + 1);
    }

    // Whether the node has any.
    bool visitSubgraphs(const ir::Graph& graph, const ir::Node& node, NodeId top, std::int64_t runs,
                        int depth) {
        if (node.is("If")) return visitBranches(graph, node, top, runs, depth);
        bool any = false;
        for (const ir::Attribute& attribute : node.attributes) {
            const auto* body = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
            if (!body || !*body) continue;
            const auto iterations = iterationsOf(graph, node);
            if (!iterations && !any) m_work.openLoops.push_back(top);
            any = true;
            visitGraph(**body, operandsOf(**body), top, saturated(runs, iterations.value_or(1)), depth + 1);
        }
        return any;
    }

    bool visitBranches(const ir::Graph& graph, const ir::Node& node, NodeId top, std::int64_t runs, int depth) {
        const auto thenBranch = node.graph("then_branch"), elseBranch = node.graph("else_branch");
        if (!thenBranch || !elseBranch) return false;
        const auto walked = [&](const ir::Graph& branch) {
            Walk walk;
            walk.visitGraph(branch, operandsOf(branch), top, runs, depth + 1);
            return walk.take();
        };
        const ValueId condition = node.input(0);
        const ir::Tensor* known =
            condition.valid() && graph.contains(condition) ? graph.value(condition).known() : nullptr;
        if (known && known->elements() == 1) {
            append(walked(isTrue(known) ? *thenBranch : *elseBranch));
            return true;
        }
        Work then = walked(*thenBranch), otherwise = walked(*elseBranch);
        append(otherwise.macs() > then.macs() ? std::move(otherwise) : std::move(then));
        return true;
    }

    void append(Work work) {
        std::ranges::move(work.nodes, std::back_inserter(m_work.nodes));
        std::ranges::move(work.openLoops, std::back_inserter(m_work.openLoops));
    }

    Work m_work;
};

} // namespace

std::int64_t NodeWork::macs() const { return times > 0 ? saturated(times, macsOf(products)) : 0; }

std::int64_t Work::macs() const {
    std::int64_t sum = 0;
    for (const NodeWork& work : nodes)
        sum = checkedAdd(sum, work.macs()).value_or(Uncountable);
    return sum;
}

Work workOf(const ir::Graph& graph) {
    Walk walk;
    walk.visitGraph(graph, walk.operandsOf(graph), NodeId(), 1, 0);
    return walk.take();
}

Work workOf(const ir::Graph& graph, const ir::Node& node) {
    Walk walk;
    walk.visit(graph, walk.operandsOf(graph), node, node.id, 1, 0);
    return walk.take();
}

std::int64_t macsOf(const ir::Graph& graph, const ir::Node& node) { return workOf(graph, node).macs(); }

} // namespace edgewright::ops
