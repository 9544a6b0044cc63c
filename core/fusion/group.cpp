// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/group.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace edgewright::fusion {

namespace {

constexpr std::size_t SpelledOut = 6; // operators of a longer group are counted, not named

class BodyBuilder {
public:
    explicit BodyBuilder(const ir::Graph& outer) : m_outer(outer) {}

    void addMember(const ir::Node& member) {
        if (member.domain == ir::FusedDomain && member.body) {
            if (member.body->name != member.op) m_functions.insert(member.body->name);
            inlineBody(member);
        } else {
            copyNode(member);
        }
    }

    ir::Node finish(const std::vector<ValueId>& outputs, std::string_view function) {
        ir::Node group;
        group.domain = ir::FusedDomain;
        group.inputs = m_inputs;
        group.outputs = outputs;
        for (const ValueId output : outputs)
            m_body.outputs.push_back(m_inner.at(output));
        std::vector<NodeId> named; // dequantization of weights goes without saying
        for (const NodeId id : m_body.order())
            if (!m_body.node(id).is("DequantizeLinear")) named.push_back(id);
        if (named.empty()) named = m_body.order();
        group.name = m_body.node(named.front()).name;
        for (std::size_t i = 0; i < named.size(); ++i) {
            if (named.size() > SpelledOut && i + 2 == SpelledOut) {
                group.name += "+" + std::to_string(named.size() - i) + "_more"; // one word of the name
                group.op += "And" + std::to_string(named.size() - i) + "More";
                break;
            }
            const std::string& op = m_body.node(named[i]).op;
            group.op += op;
            if (i > 0) group.name += "+" + op;
        }
        m_body.name = !function.empty()         ? std::string(function)
                      : m_functions.size() == 1 ? *m_functions.begin()
                                                : group.op;
        group.body = std::make_shared<const ir::Graph>(std::move(m_body));
        return group;
    }

private:
    ValueId addValue(ir::Value value) {
        if (!value.name.empty()) {
            const std::string wanted = value.name;
            for (int i = 1; !m_names.insert(value.name).second; ++i)
                value.name = wanted + "_" + std::to_string(i);
        }
        return m_body.addValue(std::move(value));
    }

    ValueId copyOf(ValueId outer) {
        const ir::Value& original = m_outer.value(outer);
        ir::Value value;
        value.name = original.name;
        value.type = original.type;
        const ValueId inner = addValue(std::move(value));
        m_inner.emplace(outer, inner);
        return inner;
    }

    ValueId read(ValueId outer) {
        if (!outer.valid()) return {};
        if (const auto it = m_inner.find(outer); it != m_inner.end()) return it->second;
        const ValueId inner = copyOf(outer);
        // A single number belongs to the operator that reads it: the bound of a Clip, an exponent, a scale.
        if (const ir::Tensor* known = m_outer.value(outer).known();
            known && known->isTensor() && known->hasData() && known->elements() == 1) {
            m_body.value(inner).constant = *known;
            return inner;
        }
        m_inputs.push_back(outer);
        m_body.inputs.push_back(inner);
        return inner;
    }

    ValueId write(ValueId outer) { return outer.valid() ? copyOf(outer) : ValueId(); }

    void copyNode(const ir::Node& member) {
        ir::Node node = member;
        node.name = member.label();
        if (node.origins.empty()) node.origins = {member.id};
        for (ValueId& input : node.inputs)
            input = read(input);
        for (ValueId& output : node.outputs)
            output = write(output);
        m_body.addNode(std::move(node));
    }

    void inlineBody(const ir::Node& member) {
        const ir::Graph& body = *member.body;
        std::unordered_map<ValueId, ValueId> inner;
        for (std::size_t i = 0; i < body.inputs.size() && i < member.inputs.size(); ++i)
            inner[body.inputs[i]] = read(member.inputs[i]);
        for (std::size_t i = 0; i < body.outputs.size() && i < member.outputs.size(); ++i)
            inner[body.outputs[i]] = write(member.outputs[i]);
        const auto translate = [&](ValueId& id) {
            if (!id.valid()) return;
            auto it = inner.find(id);
            if (it == inner.end()) it = inner.emplace(id, addValue(body.value(id))).first;
            id = it->second;
        };
        for (const NodeId id : body.order()) {
            ir::Node node = body.node(id);
            std::ranges::for_each(node.inputs, translate);
            std::ranges::for_each(node.outputs, translate);
            m_body.addNode(std::move(node));
        }
    }

    const ir::Graph& m_outer;
    ir::Graph m_body;
    std::unordered_map<ValueId, ValueId> m_inner; // value of the outer graph -> value of the body
    std::vector<ValueId> m_inputs;
    std::set<std::string> m_names, m_functions; // m_functions: of the groups among the members
};

} // namespace

std::vector<ValueId> leaving(const GraphView& view, const std::vector<NodeId>& members) {
    const std::unordered_set<NodeId> inside(members.begin(), members.end());
    std::vector<ValueId> result;
    for (const NodeId id : members)
        for (const ValueId output : view.graph.node(id).outputs) {
            if (!output.valid()) continue;
            const bool read = std::ranges::any_of(view.connections.consumers(output),
                                                  [&](NodeId reader) { return !inside.contains(reader); });
            if (read || view.graph.isOutput(output)) result.push_back(output);
        }
    return result;
}

ir::Patch groupPatch(const GraphView& view, const std::vector<NodeId>& members, std::string_view function) {
    ir::PatchBuilder patch(view.graph);
    if (view.taken && std::ranges::any_of(members, [&](NodeId id) { return view.taken->contains(id); })) {
        std::ranges::for_each(members, [&](NodeId id) { patch.remove(id); });
        return patch.take();
    }
    BodyBuilder body(view.graph);
    for (const NodeId id : members) {
        body.addMember(view.graph.node(id));
        patch.remove(id);
    }
    patch.add(body.finish(leaving(view, members), function));
    return patch.take();
}

// Walks from the members through what runs before the last of them; nothing that runs later can lead back.
std::optional<std::string> whyNotConvex(const GraphView& view, const std::vector<NodeId>& members) {
    const std::unordered_set<NodeId> inside(members.begin(), members.end());
    std::uint64_t last = 0;
    for (const NodeId member : members)
        last = std::max(last, view.connections.rank(member));
    struct Visit {
        NodeId node;
        NodeId left; // the first node outside on the path to `node`
    };
    std::vector<Visit> stack;
    for (const NodeId member : members)
        stack.push_back({member, {}});
    std::unordered_set<NodeId> seen;
    while (!stack.empty()) {
        const Visit step = stack.back();
        stack.pop_back();
        for (const ValueId output : view.graph.node(step.node).outputs)
            for (const NodeId reader : view.connections.consumers(output)) {
                const bool isMember = inside.contains(reader);
                if (isMember && step.left.valid())
                    return say("one node for {1} closes a cycle through {2}", listed(view.graph, members),
                               view.graph.node(step.left).label());
                if (isMember || view.connections.rank(reader) > last || !seen.insert(reader).second) continue;
                stack.push_back({reader, step.left.valid() ? step.left : reader});
            }
    }
    return std::nullopt;
}

} // namespace edgewright::fusion
