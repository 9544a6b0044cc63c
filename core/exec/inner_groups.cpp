// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/inner_groups.h"

#include "core/exec/elementwise_member.h"
#include "core/exec/fused_kernel.h"
#include "core/exec/plane_moves.h"
#include "core/exec/row_kernel.h"
#include "core/ir/order.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::exec {

namespace {

constexpr int MostTries = 4; // shorter and shorter groups that are offered to the kernels

bool onlyMoves(const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->category == ops::Category::DataMovement && op->pattern == ops::Pattern::Injective;
}

bool takesEpilogue(const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->takesEpilogue;
}

// The same bytes under another shape: costs nothing alone, and a copy as part of a kernel.
bool isView(const ir::Node& node) {
    return node.is("Reshape") || node.is("Squeeze") || node.is("Unsqueeze") || node.is("Flatten");
}

// One node for `members`, which hand over nothing but the output of the last one.
ir::Node groupOf(const ir::Graph& body, const std::vector<NodeId>& members) {
    ir::Graph inner;
    ir::Node group;
    group.domain = ir::FusedDomain;
    std::unordered_map<ValueId, ValueId> copies;
    const auto copyOf = [&](ValueId id) {
        ir::Value value;
        value.name = body.value(id).name;
        value.type = body.value(id).type;
        const ValueId copy = inner.addValue(std::move(value));
        copies.emplace(id, copy);
        return copy;
    };
    const auto read = [&](ValueId id) -> ValueId {
        if (!id.valid()) return {};
        if (const auto found = copies.find(id); found != copies.end()) return found->second;
        const ValueId copy = copyOf(id);
        if (const ir::Tensor* known = body.value(id).known()) {
            inner.value(copy).constant = *known;
        } else {
            inner.inputs.push_back(copy);
            group.inputs.push_back(id);
        }
        return copy;
    };
    for (const NodeId id : members) {
        ir::Node node = body.node(id);
        group.op += node.op;
        group.name = node.name;
        std::ranges::transform(node.inputs, node.inputs.begin(), read);
        for (ValueId& output : node.outputs)
            if (output.valid()) output = copyOf(output);
        inner.addNode(std::move(node));
    }
    const ValueId last = body.node(members.back()).output(0);
    inner.outputs = {copies.at(last)};
    group.outputs = {last};
    group.body = std::make_shared<const ir::Graph>(std::move(inner));
    return group;
}

class Splitter {
public:
    Splitter(const ir::Graph& body, const ir::Opsets& opsets)
        : m_body(body), m_opsets(opsets), m_links(body), m_order(ir::executionOrder(body).nodes) {
        for (std::size_t i = 0; i < m_order.size(); ++i)
            m_place[m_order[i]] = i;
    }

    std::vector<ir::Node> groups() {
        std::vector<ir::Node> result;
        for (const bool heavy : {true, false}) { // whose epilogue costs least takes it first
            for (const NodeId id : m_order) {
                if (heavy || m_taken.contains(id)) continue;
                if (auto group = goneOverByRow(id)) result.push_back(*std::move(group));
            }
            for (const NodeId id : m_order) {
                if (m_taken.contains(id) || takesEpilogue(m_body.node(id)) != heavy) continue;
                auto group = computed(id);
                if (!group) group = moved(id);
                if (group) result.push_back(*std::move(group));
            }
        }
        return result;
    }
    const std::unordered_set<NodeId>& taken() const { return m_taken; }
    NodeId lastOf(const ir::Node& group) const { return *m_links.producer(group.output(0)); }

private:
    bool isElementWise(const ir::Node& node) const {
        const auto known = [&](std::size_t index) {
            const ValueId id = node.input(index);
            return id.valid() ? m_body.value(id).known() : nullptr;
        };
        return node.is("BatchNormalization") ||
               elementwiseMember(node, ir::opsetOf(m_opsets, node.domain), known).has_value();
    }

    // Sizes at which `members` hand over nothing but what the last one writes; `members` grows from its first
    // one.
    std::vector<std::size_t> grow(std::vector<NodeId>& members,
                                  const std::function<bool(const ir::Node&)>& accept) const {
        std::vector<std::size_t> closed;
        for (;;) {
            std::optional<NodeId> next;
            bool leaves = false;
            for (const NodeId member : members)
                for (const ValueId output : m_body.node(member).outputs) {
                    if (!output.valid()) continue;
                    const bool last = member == members.back();
                    if (m_body.isOutput(output)) {
                        if (last && !next && !leaves) closed.push_back(members.size());
                        return closed;
                    }
                    for (const NodeId reader : m_links.consumers(output)) {
                        if (std::ranges::find(members, reader) != members.end()) continue;
                        if (!last) leaves = true;
                        if (!next || m_place.at(reader) < m_place.at(*next)) next = reader;
                    }
                }
            if (!leaves) closed.push_back(members.size());
            if (!next || m_taken.contains(*next) || !accept(m_body.node(*next))) return closed;
            members.push_back(*next);
        }
    }

    // Dequantized weights that nobody else reads go before the operator that takes them.
    std::vector<NodeId> weightsOf(const ir::Node& node) const {
        std::vector<NodeId> weights;
        for (const ValueId input : node.inputs) {
            const auto producer = input.valid() ? m_links.producer(input) : std::nullopt;
            if (!producer || m_taken.contains(*producer) || m_body.isOutput(input)) continue;
            if (!m_body.node(*producer).is("DequantizeLinear") || m_links.consumers(input).size() != 1)
                continue;
            const auto& read = m_body.node(*producer).inputs;
            if (std::ranges::none_of(read, [&](ValueId id) { return id.valid() && m_links.producer(id); }) &&
                std::ranges::find(weights, *producer) == weights.end())
                weights.push_back(*producer);
        }
        return weights;
    }

    // The largest part of `members` that a kernel takes, of the few largest of these sizes, with `weights`
    // before it. `make` makes the kernel.
    template <typename Make>
    std::optional<ir::Node> largest(const std::vector<NodeId>& members, std::vector<std::size_t> sizes,
                                    Make make, const std::vector<NodeId>& weights = {}) {
        for (int tries = 0; !sizes.empty() && tries < MostTries; ++tries, sizes.pop_back()) {
            if (sizes.back() < 2 && weights.empty()) break;
            std::vector<NodeId> chosen = weights;
            chosen.insert(chosen.end(), members.begin(),
                          members.begin() + static_cast<std::ptrdiff_t>(sizes.back()));
            ir::Node group = groupOf(m_body, chosen);
            if (!make(group)) continue;
            m_taken.insert(chosen.begin(), chosen.end());
            return group;
        }
        return std::nullopt;
    }

    std::optional<ir::Node> computed(NodeId id) {
        const ir::Node& first = m_body.node(id);
        if (first.body || first.outputs.empty() || !first.output(0).valid() || isView(first))
            return std::nullopt;
        const auto dims = m_body.value(first.output(0)).type.dims();
        if (!dims) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, [&](const ir::Node& reader) {
            return isElementWise(reader) && reader.output(0).valid() &&
                   m_body.value(reader.output(0)).type.dims() == dims;
        });
        const bool anchored = !isElementWise(first);
        return largest(
            members, std::move(sizes),
            [&](const ir::Node& group) { return FusedKernel::make(group, m_opsets); },
            anchored ? weightsOf(first) : std::vector<NodeId>());
    }

    std::optional<ir::Node> goneOverByRow(NodeId id) {
        const auto joins = [&](const ir::Node& node) {
            return !node.body && !node.outputs.empty() && (RowKernel::mayJoin(node) || isElementWise(node));
        };
        if (!joins(m_body.node(id))) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, joins);
        // Parts without an operator on rows are no such kernel.
        const auto rows =
            std::ranges::find_if(members, [&](NodeId each) { return RowKernel::mayJoin(m_body.node(each)); });
        const auto least = static_cast<std::size_t>(rows - members.begin()) + 1;
        std::erase_if(sizes, [&](std::size_t size) { return size < least; });
        return largest(members, std::move(sizes),
                       [&](const ir::Node& group) { return RowKernel::make(group, m_opsets); });
    }

    std::optional<ir::Node> moved(NodeId id) {
        if (!onlyMoves(m_body.node(id))) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, onlyMoves);
        return largest(members, std::move(sizes),
                       [](const ir::Node& group) { return PlaneMoves::make(group); });
    }

    const ir::Graph& m_body;
    const ir::Opsets& m_opsets;
    ir::Connections m_links;
    std::vector<NodeId> m_order;
    std::unordered_map<NodeId, std::size_t> m_place;
    std::unordered_set<NodeId> m_taken;
};

} // namespace

std::shared_ptr<const ir::Graph> withInnerGroups(const std::shared_ptr<const ir::Graph>& body,
                                                 const ir::Opsets& opsets) {
    Splitter splitter(*body, opsets);
    std::vector<ir::Node> groups = splitter.groups();
    if (groups.empty()) return body;
    if (groups.size() == 1 && splitter.taken().size() == body->nodeCount()) return body; // that did not fit
    ir::Graph split = *body;
    std::unordered_map<NodeId, NodeId> atEnd; // of whom a group takes the place
    for (ir::Node& group : groups) {
        const NodeId last = splitter.lastOf(group);
        atEnd.emplace(last, split.addNode(std::move(group)));
    }
    for (const NodeId id : splitter.taken())
        split.removeNode(id);
    std::vector<NodeId> order;
    for (const NodeId id : ir::executionOrder(*body).nodes) {
        if (const auto group = atEnd.find(id); group != atEnd.end())
            order.push_back(group->second);
        else if (!splitter.taken().contains(id))
            order.push_back(id);
    }
    split.setOrder(std::move(order));
    return std::make_shared<const ir::Graph>(std::move(split));
}

} // namespace edgewright::exec
