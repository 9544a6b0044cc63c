// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/inner_groups.h"

#include "core/exec/fused/code_map.h"
#include "core/exec/fused/elementwise_member.h"
#include "core/exec/fused/fused_kernel.h"
#include "core/exec/fused/plane_moves.h"
#include "core/exec/fused/row_kernel.h"
#include "core/ir/known_tensor.h"
#include "core/ir/order.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::exec {

namespace {

constexpr int MaxTries = 4;                 // shorter and shorter groups that are offered to the kernels
constexpr std::size_t MaxGroupMembers = 64; // of one group
constexpr std::size_t PollEvery = 16;       // nodes between two looks at RunContext::stopped

bool onlyMoves(const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->category == ops::Category::DataMovement && op->pattern == ops::Pattern::Injective;
}

bool takesEpilogue(const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->takesEpilogue;
}

// One node for `members`, which hand over nothing but the output of the last one. It stands for what they stand
// for, so that it runs where the last of them did, and not where the last one of the group around does.
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
        group.origins.insert(group.origins.end(), node.origins.begin(), node.origins.end());
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
    std::ranges::sort(group.origins);
    group.origins.erase(std::unique(group.origins.begin(), group.origins.end()), group.origins.end());
    group.body = std::make_shared<const ir::Graph>(std::move(inner));
    return group;
}

class Splitter {
public:
    Splitter(const ir::Graph& body, const ir::Opsets& opsets, const RunContext& run)
        : m_body(body), m_opsets(opsets), m_run(run), m_links(body), m_order(ir::executionOrder(body).nodes),
          m_isOutput(body.valueCount(), false) {
        for (const NodeId id : m_order) {
            m_place[id] = m_traits.size();
            const ir::Node& node = body.node(id);
            m_traits.push_back({isElementWise(node), !node.body && RowKernel::mayJoin(node), onlyMoves(node)});
            if (m_traits.back().rows) m_hasRows = true;
        }
        for (const ValueId id : body.outputs)
            if (id.valid() && body.contains(id)) m_isOutput[id.index()] = true;
    }

    // What there is by then when the run is stopped.
    std::vector<ir::Node> groups() {
        std::vector<ir::Node> result;
        const auto forEach = [&](const auto& make) {
            for (std::size_t i = 0; i < m_order.size(); ++i) {
                if (i % PollEvery == 0 && m_run.stopped()) return;
                if (m_taken.contains(m_order[i])) continue;
                if (auto group = make(m_order[i])) result.push_back(*std::move(group));
            }
        };
        forEach([&](NodeId id) { return tabulated(id); });
        for (const bool heavy : {true, false}) { // whose epilogue costs least takes it first
            if (!heavy && m_hasRows) forEach([&](NodeId id) { return goneOverByRow(id); });
            forEach([&](NodeId id) -> std::optional<ir::Node> {
                if (takesEpilogue(m_body.node(id)) != heavy) return std::nullopt;
                auto group = computed(id);
                return group ? std::move(group) : moved(id);
            });
        }
        return result;
    }
    const std::unordered_set<NodeId>& taken() const { return m_taken; }
    NodeId lastOf(const ir::Node& group) const { return *m_links.producer(group.output(0)); }
    const std::vector<NodeId>& order() const { return m_order; }

private:
    struct Traits {
        bool elementWise, rows, moves;
    };

    bool isElementWise(const ir::Node& node) const {
        const auto known = [&](std::size_t index) {
            const ValueId id = node.input(index);
            return id.valid() ? m_body.value(id).known() : nullptr;
        };
        return node.is("BatchNormalization") ||
               elementwiseMember(node, ir::opsetOf(m_opsets, node.domain), known).has_value();
    }
    const Traits& traits(NodeId id) const { return m_traits[m_place.at(id)]; }
    // The kernels that compute take no other result.
    bool makesFloats(const ir::Node& node) const {
        if (node.outputs.empty() || !node.output(0).valid()) return false;
        const ir::Value& value = m_body.value(node.output(0));
        return value.known() || value.type.dtype == ir::DataType::Float32;
    }

    // Sizes at which `members` hand over nothing but what the last one writes; `members` grows from its first
    // ones, by the first of those that read what they write.
    template <typename Accept>
    std::vector<std::size_t> grow(std::vector<NodeId>& members, const Accept& accept) const {
        std::vector<std::size_t> closed;
        std::set<std::size_t> readers; // places of those that are no members
        // False where the group ends with it: what it writes is an output, or is read on a cycle.
        const auto addReaders = [&](NodeId member) {
            for (const ValueId output : m_body.node(member).outputs) {
                if (!output.valid()) continue;
                if (m_isOutput[output.index()]) {
                    if (readers.empty()) closed.push_back(members.size());
                    return false;
                }
                for (const NodeId reader : m_links.consumers(output)) {
                    const auto place = m_place.find(reader);
                    if (place == m_place.end()) return false;
                    readers.insert(place->second);
                }
            }
            return true;
        };
        for (std::size_t i = 0; i + 1 < members.size(); ++i)
            if (!addReaders(members[i])) return {};
        for (;;) {
            const bool leaves = !readers.empty(); // others than the last one hand something over
            if (!addReaders(members.back())) return closed;
            if (!leaves) closed.push_back(members.size());
            if (readers.empty() || members.size() == MaxGroupMembers) return closed;
            const NodeId next = m_order[*readers.begin()];
            if (m_taken.contains(next) || !accept(m_body.node(next))) return closed;
            readers.erase(readers.begin());
            members.push_back(next);
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
        for (int tries = 0; !sizes.empty() && tries < MaxTries; ++tries, sizes.pop_back()) {
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

    // What follows from one code, element by element, up to where it is a code or a number that others read.
    // Each of its readers may dequantize the code for itself.
    std::optional<ir::Node> tabulated(NodeId id) {
        std::vector<NodeId> members = dequantizations(id);
        if (members.size() > 1)
            if (auto group = tabulatedFrom(std::move(members))) return group;
        return tabulatedFrom({id});
    }

    // The node, and behind it those that do the same with the same codes.
    std::vector<NodeId> dequantizations(NodeId id) const {
        std::vector<NodeId> same{id};
        const ir::Node& node = m_body.node(id);
        if (!node.is("DequantizeLinear")) return same;
        const auto isSame = [&](ValueId a, ValueId b) { return ir::areSameOperands(m_body, a, b); };
        for (const NodeId each : m_links.consumers(node.input(0))) {
            const ir::Node& other = m_body.node(each);
            if (each != id && !m_taken.contains(each) && other.is("DequantizeLinear") &&
                std::ranges::equal(node.inputs, other.inputs, isSame) && m_place.contains(each))
                same.push_back(each);
        }
        return same;
    }

    std::optional<ir::Node> tabulatedFrom(std::vector<NodeId> members) {
        ValueId source;
        std::unordered_set<ValueId> made;
        const auto joins = [&](const ir::Node& node) {
            if (!CodeMap::mayJoin(node)) return false;
            for (const ValueId input : node.inputs) {
                if (!input.valid() || m_body.value(input).known() || made.contains(input)) continue;
                if (source.valid() ? input != source : !CodeMap::isSource(m_body.value(input))) return false;
                source = input;
            }
            made.insert(node.output(0));
            return source.valid();
        };
        for (const NodeId each : members)
            if (!joins(m_body.node(each))) return std::nullopt;
        const std::size_t first = members.size();
        auto sizes = grow(members, joins);
        std::erase_if(sizes, [&](std::size_t size) { return size < first; });
        return largest(members, std::move(sizes),
                       [&](const ir::Node& group) { return CodeMap::make(group, m_opsets); });
    }

    std::optional<ir::Node> computed(NodeId id) {
        const ir::Node& first = m_body.node(id);
        if (first.body || !makesFloats(first) || ops::isView(first)) return std::nullopt;
        const auto dims = m_body.value(first.output(0)).type.dims();
        if (!dims) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, [&](const ir::Node& reader) {
            return traits(reader.id).elementWise && reader.output(0).valid() &&
                   m_body.value(reader.output(0)).type.dims() == dims;
        });
        const bool anchored = !traits(id).elementWise;
        return largest(
            members, std::move(sizes),
            [&](const ir::Node& group) { return FusedKernel::make(group, m_opsets); },
            anchored ? weightsOf(first) : std::vector<NodeId>());
    }

    std::optional<ir::Node> goneOverByRow(NodeId id) {
        const auto joins = [&](const ir::Node& node) {
            const Traits& its = traits(node.id);
            return !node.body && makesFloats(node) && (its.rows || its.elementWise);
        };
        if (!joins(m_body.node(id))) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, joins);
        // Parts without an operator on rows are no such kernel.
        const auto rows = std::ranges::find_if(members, [&](NodeId each) { return traits(each).rows; });
        const auto least = static_cast<std::size_t>(rows - members.begin()) + 1;
        std::erase_if(sizes, [&](std::size_t size) { return size < least; });
        return largest(members, std::move(sizes),
                       [&](const ir::Node& group) { return RowKernel::make(group, m_opsets); });
    }

    std::optional<ir::Node> moved(NodeId id) {
        if (!traits(id).moves) return std::nullopt;
        std::vector<NodeId> members{id};
        auto sizes = grow(members, [&](const ir::Node& node) { return traits(node.id).moves; });
        return largest(members, std::move(sizes),
                       [](const ir::Node& group) { return PlaneMoves::make(group); });
    }

    const ir::Graph& m_body;
    const ir::Opsets& m_opsets;
    const RunContext& m_run;
    ir::Connections m_links;
    std::vector<NodeId> m_order;
    std::vector<bool> m_isOutput; // by value
    std::vector<Traits> m_traits; // by place in the order
    bool m_hasRows = false;
    std::unordered_map<NodeId, std::size_t> m_place;
    std::unordered_set<NodeId> m_taken;
};

} // namespace

std::shared_ptr<const ir::Graph> withInnerGroups(const std::shared_ptr<const ir::Graph>& body,
                                                 const ir::Opsets& opsets, const RunContext& run) {
    Splitter splitter(*body, opsets, run);
    std::vector<ir::Node> groups = splitter.groups();
    if (groups.empty()) return body;
    if (groups.size() == 1 && splitter.taken().size() == body->nodeCount()) return body; // that did not fit
    ir::Graph split = *body;
    std::unordered_map<NodeId, NodeId> atEnd; // of whom a group takes the place
    for (ir::Node& group : groups) {
        const NodeId last = splitter.lastOf(group);
        atEnd.emplace(last, split.addNode(std::move(group)));
    }
    std::vector<NodeId> order;
    for (const NodeId id : splitter.order()) {
        if (const auto group = atEnd.find(id); group != atEnd.end())
            order.push_back(group->second);
        else if (!splitter.taken().contains(id))
            order.push_back(id);
    }
    split.keepOnly(std::move(order));
    return std::make_shared<const ir::Graph>(std::move(split));
}

} // namespace edgewright::exec
