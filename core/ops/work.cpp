// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/work.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ir/known_beforehand.h"
#include "core/ops/iterations.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

namespace edgewright::ops {

namespace {

constexpr int MaxWorkDepth = 64; // of graphs within graphs

std::int64_t saturated(std::int64_t a, std::int64_t b) { return checkedMul(a, b).value_or(UncountableMacs); }

struct Located {
    ir::TensorType type;
    Place place = Place::Memory;
    ValueId value; // in the graph that is walked
};
using Locate = std::function<Located(ValueId)>; // of one graph

// Values of a body that lie where an input or an output of it lies, because nothing but views is between them.
std::unordered_map<ValueId, ValueId> endsBehindViews(const ir::Graph& body) {
    std::unordered_map<ValueId, ValueId> ends;
    const auto isAmong = [](const std::vector<ValueId>& ids, ValueId id) {
        return std::ranges::find(ids, id) != ids.end();
    };
    const auto endOf = [&](const std::vector<ValueId>& of, ValueId value) {
        if (isAmong(of, value)) return value;
        const auto found = ends.find(value);
        return found == ends.end() ? ValueId() : found->second;
    };
    const auto link = [&](ValueId value, ValueId end) {
        const bool isEnd = isAmong(body.inputs, value) || isAmong(body.outputs, value);
        if (end.valid() && !isEnd) ends.try_emplace(value, end);
    };
    std::vector<const ir::Node*> views;
    for (const NodeId id : body.order())
        if (isView(body.node(id))) views.push_back(&body.node(id));
    for (const ir::Node* view : views)
        link(view->output(0), endOf(body.inputs, view->input(0)));
    for (auto view = views.rbegin(); view != views.rend(); ++view)
        link((*view)->input(0), endOf(body.outputs, (*view)->output(0)));
    return ends;
}

class WorkWalk {
public:
    Locate locateIn(const ir::Graph& graph) const {
        return [&graph](ValueId id) -> Located {
            if (!id.valid() || !graph.contains(id)) return {};
            const ir::Value& value = graph.value(id);
            return {value.type, value.constant || value.folded ? Place::Constant : Place::Memory, ValueId()};
        };
    }
    // In a subgraph, weights of the graph around it are weights.
    Locate locateInside(const ir::Graph& subgraph, const Locate& outside) const {
        return [own = locateIn(subgraph), &subgraph, &outside](ValueId id) {
            Located operand = own(id);
            if (operand.place != Place::Memory || !id.valid() || !subgraph.contains(id)) return operand;
            const auto outer = subgraph.value(id).outer;
            if (outer && outside(*outer).place == Place::Constant) operand.place = Place::Constant;
            return operand;
        };
    }
    Locate locateInWalked(const ir::Graph& graph) const {
        return [locate = locateIn(graph)](ValueId id) {
            Located operand = locate(id);
            operand.value = id;
            return operand;
        };
    }

    void visitGraph(const ir::Graph& graph, const Locate& locate, NodeId top, std::int64_t runs, int depth) {
        for (const NodeId id : graph.order())
            visit(graph, locate, graph.node(id), top.valid() ? top : id, runs, depth);
    }

    void visit(const ir::Graph& graph, const Locate& locate, const ir::Node& node, NodeId top,
               std::int64_t runs, int depth) {
        if (node.is("Constant") || ir::isKnownBeforehand(graph, node)) return;
        if (depth >= MaxWorkDepth) return addUncounted(node, runs);
        if (node.body) return visitBody(node, locate, top, runs, depth);
        const bool controls = visitSubgraphs(graph, locate, node, top, runs, depth);
        const Operator* op = find(node.domain, node.op);
        if (controls && op && op->category == Category::ControlFlow) return;
        NodeWork work{.node = &node, .top = top, .op = op, .times = runs};
        const auto read = [&](const std::vector<ValueId>& ids, std::vector<ir::TensorType>& types,
                              std::vector<Place>& places, std::vector<ValueId>& values) {
            for (const ValueId id : ids) {
                Located operand = locate(id);
                types.push_back(std::move(operand.type));
                places.push_back(operand.place);
                values.push_back(operand.value);
            }
        };
        read(node.inputs, work.inputs, work.inputPlaces, work.inputValues);
        read(node.outputs, work.outputs, work.outputPlaces, work.outputValues);
        if (op && op->products) {
            auto products = op->products(node, work.inputs, work.outputs);
            if (products)
                work.products = *std::move(products);
            else
                work.problem = std::move(products).error();
        }
        if (!op || work.problem) addUncounted(node, runs);
        m_work.nodes.push_back(std::move(work));
    }

    Work take() { return std::move(m_work); }

private:
    // The types of a body's inputs and outputs stand outside, where its own are not known.
    void visitBody(const ir::Node& node, const Locate& outside, NodeId top, std::int64_t runs, int depth) {
        const ir::Graph& body = *node.body;
        const bool isGroup = node.domain == ir::FusedDomain;
        const Locate own = locateIn(body);
        const auto ends = isGroup ? endsBehindViews(body) : std::unordered_map<ValueId, ValueId>();
        const auto position = [](const std::vector<ValueId>& ids, ValueId id, std::size_t count) {
            const auto at = static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
            return at < std::min(ids.size(), count) ? std::optional(at) : std::nullopt;
        };
        const Locate inside = [&](ValueId id) -> Located {
            Located operand = own(id);
            std::optional<Located> same;
            const auto behind = ends.find(id);
            const ValueId end = behind == ends.end() ? id : behind->second;
            if (const auto input = position(body.inputs, end, node.inputs.size()))
                same = outside(node.inputs[*input]);
            else if (const auto output = position(body.outputs, end, node.outputs.size()))
                same = outside(node.outputs[*output]);
            else if (isGroup && operand.place == Place::Memory)
                operand.place = Place::Group;
            if (!same) return operand;
            operand.value = same->value;
            if (end == id && !operand.type.dims()) operand.type = same->type;
            if (operand.place == Place::Memory) operand.place = same->place;
            return operand;
        };
        visitGraph(body, inside, top, runs, depth + 1);
    }

    // Whether the node has any.
    bool visitSubgraphs(const ir::Graph& graph, const Locate& locate, const ir::Node& node, NodeId top,
                        std::int64_t runs, int depth) {
        if (node.is("If")) return visitBranches(graph, locate, node, top, runs, depth);
        bool any = false;
        for (const ir::Attribute& attribute : node.attributes) {
            const auto* body = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
            if (!body || !*body) continue;
            const auto iterations = iterationsOf(graph, node);
            if (!iterations && !any) m_work.openLoops.push_back(top);
            any = true;
            visitGraph(**body, locateInside(**body, locate), top, saturated(runs, iterations.value_or(1)),
                       depth + 1);
        }
        return any;
    }

    bool visitBranches(const ir::Graph& graph, const Locate& locate, const ir::Node& node, NodeId top,
                       std::int64_t runs, int depth) {
        const auto thenBranch = node.graph("then_branch"), elseBranch = node.graph("else_branch");
        if (!thenBranch || !elseBranch) return false;
        const auto walked = [&](const ir::Graph& branch) {
            WorkWalk walk;
            walk.visitGraph(branch, locateInside(branch, locate), top, runs, depth + 1);
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
        const bool second = otherwise.macs() > then.macs();
        addUncounted(second ? then.uncounted : otherwise.uncounted);
        append(second ? std::move(otherwise) : std::move(then));
        return true;
    }

    void addUncounted(const ir::Node& node, std::int64_t runs) {
        if (runs > 0) ++m_work.uncounted[operatorName(node)];
    }
    void addUncounted(const Uncounted& more) {
        for (const auto& [name, nodes] : more)
            m_work.uncounted[name] += nodes;
    }

    void append(Work work) {
        addUncounted(work.uncounted);
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
        sum = checkedAdd(sum, work.macs()).value_or(UncountableMacs);
    return sum;
}

std::string uncountedText(const Uncounted& uncounted) {
    constexpr std::size_t MaxNamed = 4;
    std::string text;
    std::size_t named = 0;
    std::int64_t others = 0;
    for (const auto& [name, count] : uncounted) {
        if (named == MaxNamed) {
            others += count;
            continue;
        }
        const std::string nodes = sayCount(count, "{1} node of {2}", "{1} nodes of {2}", name);
        text = named++ == 0 ? nodes : sayIn("list", "{1}, {2}", text, nodes);
    }
    if (others == 0) return text;
    return sayCount(others, "{2} and {1} node of other operators", "{2} and {1} nodes of other operators",
                    text);
}

Work workOf(const ir::Graph& graph) {
    WorkWalk walk;
    walk.visitGraph(graph, walk.locateInWalked(graph), NodeId(), 1, 0);
    return walk.take();
}

Work workOf(const ir::Graph& graph, const ir::Node& node) {
    WorkWalk walk;
    walk.visit(graph, walk.locateInWalked(graph), node, node.id, 1, 0);
    return walk.take();
}

std::int64_t macsOf(const ir::Graph& graph, const ir::Node& node) { return workOf(graph, node).macs(); }

std::int64_t bytesOf(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t bytes = 0;
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const ValueId id : *ids)
            if (id.valid()) bytes += graph.value(id).type.bytes().value_or(0);
    return bytes;
}

ConstantSize constantSizeOf(const ir::Graph& graph, ValueId value) {
    if (!value.valid() || !graph.contains(value) || !graph.value(value).constant) return {};
    return {graph.value(value).constant->elements(), graph.value(value).type.bytes().value_or(0)};
}

Sums sumsOf(const ir::Graph& graph, std::span<const NodeId> nodes) {
    Sums sums;
    std::set<ValueId> read;
    for (const NodeId id : nodes) {
        if (!graph.contains(id)) continue;
        const ir::Node& node = graph.node(id);
        ++sums.nodes;
        ++sums.operators[node.op];
        const Work work = workOf(graph, node);
        sums.macs += static_cast<double>(work.macs());
        for (const auto& [op, count] : work.uncounted)
            sums.uncounted[op] += count;
        for (const ValueId input : node.inputs)
            if (read.insert(input).second) {
                const ConstantSize size = constantSizeOf(graph, input);
                sums.parameters += size.parameters;
                sums.weightBytes += size.bytes;
            }
        for (const ValueId output : node.outputs)
            if (output.valid() && graph.contains(output))
                sums.activationBytes += graph.value(output).type.bytes().value_or(0);
    }
    return sums;
}

} // namespace edgewright::ops
