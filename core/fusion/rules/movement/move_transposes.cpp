// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/axis_permutation.h"

#include <algorithm>
#include <map>
#include <set>

namespace edgewright::fusion::move_transposes {

namespace {

constexpr std::size_t MaxRegionNodes = 48; // nodes; what is farther away from a transpose is not tried
constexpr std::int64_t MaxConstantElements = 1'000'000;

// Nodes that commute with Transpose, and what it costs or saves when all of them work before it rather than
// behind it.
class Region {
public:
    Region(const GraphView& view, Permutation perm) : m_view(view), m_perm(std::move(perm)) {}

    const std::map<NodeId, std::vector<std::size_t>>& nodes() const { return m_nodes; }

    // All connected nodes that qualify, from the readers of `seed`.
    void grow(ValueId seed) {
        std::vector<NodeId> open(m_view.connections.consumers(seed).begin(),
                                 m_view.connections.consumers(seed).end());
        std::set<NodeId> seen(open.begin(), open.end());
        const auto visit = [&](NodeId id) {
            if (seen.insert(id).second) open.push_back(id);
        };
        while (!open.empty() && m_nodes.size() < MaxRegionNodes) {
            const NodeId id = open.back();
            open.pop_back();
            const ir::Node& node = m_view.graph.node(id);
            auto inputs = axisInputs(m_view, node, m_perm.size());
            if (!inputs || std::ranges::any_of(node.outputs, [&](ValueId output) {
                    return output.valid() && capturedBy(m_view, output);
                }))
                continue;
            const bool constants = std::ranges::all_of(*inputs, [&](std::size_t i) {
                const ir::Tensor* known = knownTensor(m_view, node.input(i));
                return !known ||
                       (known->elements() <= MaxConstantElements && ir::bitWidth(known->dtype()) >= 8);
            });
            if (!constants) continue;
            for (const std::size_t i : *inputs)
                if (const ir::Node* producer = m_view.producer(node.input(i))) visit(producer->id);
            for (const ValueId output : node.outputs)
                if (output.valid())
                    for (const NodeId reader : m_view.connections.consumers(output))
                        visit(reader);
            m_nodes.emplace(id, *std::move(inputs));
        }
    }

    // Drops nodes as long as that saves more transposes.
    void peel() {
        std::int64_t best = gain();
        for (bool better = true; better && !m_nodes.empty();) {
            better = false;
            for (auto it = m_nodes.begin(); it != m_nodes.end();) {
                const auto removed = *it;
                it = m_nodes.erase(it);
                if (const std::int64_t without = gain(); without > best) {
                    best = without;
                    better = true;
                } else {
                    m_nodes.insert(it, removed);
                }
            }
        }
    }

    bool holds(NodeId id) const { return m_nodes.contains(id); }
    bool makes(ValueId value) const {
        const ir::Node* producer = m_view.producer(value);
        return producer && holds(producer->id);
    }
    // A transpose by the same permutation: its input is what the region works on then.
    const ir::Node* entry(ValueId value) const { return transposeBy(value, m_perm); }

    // Values that the region reads along its axes and does not make itself, each once.
    std::vector<ValueId> inputs() const {
        std::vector<ValueId> result;
        std::set<ValueId> seen;
        for (const auto& [id, indices] : m_nodes)
            for (const std::size_t i : indices) {
                const ValueId value = m_view.graph.node(id).input(i);
                if (!makes(value) && seen.insert(value).second) result.push_back(value);
            }
        return result;
    }
    // Through a transpose that would have to go.
    bool readsItself() const {
        return std::ranges::any_of(inputs(), [&](ValueId value) {
            const ir::Node* transpose = entry(value);
            return transpose && makes(transpose->input(0));
        });
    }
    // Transposes behind a value of the region, and whether something else reads it, too.
    struct Exit {
        std::vector<const ir::Node*> transposes;
        bool others = false;
    };
    Exit exit(ValueId value) const {
        Exit result;
        result.others = m_view.graph.isOutput(value);
        for (const NodeId reader : m_view.connections.consumers(value)) {
            if (holds(reader)) continue;
            const ir::Node& node = m_view.graph.node(reader);
            if (node.is("Transpose") && permutationOf(m_view, node))
                result.transposes.push_back(&node);
            else
                result.others = true;
        }
        return result;
    }
    bool cancels(const ir::Node& transpose) const {
        const auto perm = permutationOf(m_view, transpose);
        return perm && *perm == inverse(m_perm) && !m_view.graph.isOutput(transpose.output(0)) &&
               !capturedBy(m_view, transpose.output(0));
    }
    bool dies(const ir::Node& transpose) const { // nobody else reads it
        const ValueId value = transpose.output(0);
        return !m_view.graph.isOutput(value) &&
               std::ranges::all_of(m_view.connections.consumers(value),
                                   [&](NodeId id) { return holds(id) && onlyAlongAxes(id, value); });
    }

    // Transposes saved.
    std::int64_t gain() const {
        if (m_nodes.empty()) return 0;
        std::int64_t saved = 0;
        for (const ValueId value : inputs()) {
            if (const ir::Node* transpose = entry(value)) {
                if (dies(*transpose)) ++saved;
                continue;
            }
            if (knownTensor(m_view, value)) continue;
            const ir::Node* producer = m_view.producer(value);
            const bool merges = producer && producer->is("Transpose") && dies(*producer);
            if (!merges) --saved;
        }
        for (const auto& [id, indices] : m_nodes)
            for (const ValueId output : m_view.graph.node(id).outputs) {
                if (!output.valid()) continue;
                const Exit found = exit(output);
                if (found.others) --saved;
                for (const ir::Node* transpose : found.transposes)
                    if (cancels(*transpose)) ++saved;
            }
        return saved;
    }

private:
    const ir::Node* transposeBy(ValueId value, const Permutation& perm) const {
        const ir::Node* producer = m_view.producer(value);
        if (!producer || !producer->is("Transpose")) return nullptr;
        const auto own = permutationOf(m_view, *producer);
        return own && *own == perm ? producer : nullptr;
    }
    bool onlyAlongAxes(NodeId id, ValueId value) const {
        const auto& indices = m_nodes.at(id);
        const ir::Node& node = m_view.graph.node(id);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (node.inputs[i] == value && std::ranges::find(indices, i) == indices.end()) return false;
        return true;
    }

    const GraphView& m_view;
    Permutation m_perm;
    std::map<NodeId, std::vector<std::size_t>> m_nodes; // with their inputs that have axes
};

// Writes the patch for a region.
class Mover {
public:
    Mover(const GraphView& view, const Region& region, const Permutation& perm)
        : m_view(view), m_region(region), m_perm(perm), m_back(inverse(perm)), m_patch(view.graph) {}

    std::optional<Applied> move(const ir::Node& first) {
        std::vector<NodeId> gone;
        for (const ValueId value : m_region.inputs())
            if (const ir::Node* transpose = m_region.entry(value)) {
                m_before[value] = transpose->input(0);
                if (m_region.dies(*transpose)) gone.push_back(transpose->id);
            } else {
                m_before[value] = turned(value);
            }
        std::vector<std::pair<ValueId, Region::Exit>> exits;
        for (const auto& [id, indices] : m_region.nodes())
            for (const ValueId output : m_view.graph.node(id).outputs)
                if (output.valid()) {
                    m_before[output] = m_patch.value(m_view.graph.value(output).name + "_moved",
                                                     permuted(typeOf(m_view, output), m_back));
                    exits.emplace_back(output, m_region.exit(output));
                }
        for (const NodeId id : m_view.graph.order()) { // of execution
            const auto it = m_region.nodes().find(id);
            if (it == m_region.nodes().end()) continue;
            const ir::Node& node = m_view.graph.node(id);
            auto moved = withAxesMoved(m_view, m_patch, node, m_perm);
            if (!moved) return std::nullopt;
            for (const std::size_t i : it->second)
                moved->inputs[i] = m_before.at(node.input(i));
            for (ValueId& output : moved->outputs)
                if (output.valid()) output = m_before.at(output);
            if (moved->origins.empty()) moved->origins = {id};
            m_patch.remove(id);
            m_patch.add(*std::move(moved));
        }
        for (const auto& [value, exit] : exits)
            leave(value, exit, gone);
        std::vector<NodeId> nodes{first.id};
        for (const NodeId id : gone) {
            m_patch.remove(id);
            if (id != first.id) nodes.push_back(id);
        }
        std::vector<NodeId> inner;
        for (const auto& [id, indices] : m_region.nodes())
            inner.push_back(id);
        nodes.insert(nodes.end(), inner.begin(), inner.end());
        const std::string names = listed(m_view.graph, inner);
        return Applied{
            m_patch.take(), nodes,
            inner.size() == 1
                ? say("{1} works before {2} as well as behind it, which saves transposes", names, first.label())
                : say("{1} work before {2} as well as behind it, which saves transposes", names,
                      first.label())};
    }

private:
    // The value as the region needs it now.
    ValueId turned(ValueId value) {
        const std::string& name = m_view.graph.value(value).name;
        ValueId source = value;
        if (const ir::Tensor* known = knownTensor(m_view, value)) {
            ir::Dims dims(m_perm.size() - known->dims().size(), 1);
            dims.insert(dims.end(), known->dims().begin(), known->dims().end());
            ir::Dims there(dims.size());
            for (std::size_t i = 0; i < dims.size(); ++i)
                there[m_perm[i]] = dims[i];
            if (std::ranges::count_if(dims, [](std::int64_t extent) { return extent != 1; }) <= 1)
                return m_patch.constant(name + "_moved", known->reshaped(there));
            source = m_patch.constant(name + "_spread", known->reshaped(dims));
        }
        const ValueId result = m_patch.value(
            name + "_moved",
            permuted(source == value ? typeOf(m_view, value) : knownType(*knownTensor(m_view, value)), m_back));
        ir::Node transpose;
        transpose.op = "Transpose";
        transpose.inputs = {source};
        transpose.outputs = {result};
        transpose.set("perm", asInts(m_back));
        m_patch.add(std::move(transpose));
        return result;
    }
    ir::TensorType knownType(const ir::Tensor& tensor) const {
        ir::Dims dims(m_perm.size() - tensor.dims().size(), 1);
        dims.insert(dims.end(), tensor.dims().begin(), tensor.dims().end());
        return {tensor.dtype(), dims};
    }
    void leave(ValueId value, const Region::Exit& exit, std::vector<NodeId>& gone) {
        const ValueId moved = m_before.at(value);
        for (const ir::Node* transpose : exit.transposes) {
            gone.push_back(transpose->id);
            if (m_region.cancels(*transpose)) {
                m_patch.redirect(transpose->output(0), moved);
                continue;
            }
            const Permutation own = *permutationOf(m_view, *transpose);
            Permutation both(own.size());
            for (std::size_t i = 0; i < own.size(); ++i)
                both[i] = m_perm[own[i]];
            ir::Node merged = *transpose;
            merged.inputs = {moved};
            merged.set("perm", asInts(both));
            if (merged.origins.empty()) merged.origins = {transpose->id};
            m_patch.add(std::move(merged));
        }
        if (!exit.others) return;
        ir::Node transpose;
        transpose.op = "Transpose";
        transpose.inputs = {moved};
        transpose.outputs = {value};
        transpose.set("perm", asInts(m_perm));
        m_patch.add(std::move(transpose));
    }

    const GraphView& m_view;
    const Region& m_region;
    Permutation m_perm;
    Permutation m_back;
    ir::PatchBuilder m_patch;
    std::map<ValueId, ValueId> m_before; // what the region reads and makes, in the order of axes before
};

//   x -> Transpose(p) -> Relu -> Add(c) -> Transpose(p^-1) -> A        =>      x -> Relu -> Add(c') -> A
//   Transpose(a), Transpose(b) -> Concat -> B                          =>      a, b -> Concat -> Transpose -> B
Match match(const GraphView& view, NodeId id) {
    const ir::Node& transpose = view.graph.node(id);
    if (!transpose.is("Transpose")) return NoMatch{};
    const auto perm = permutationOf(view, transpose);
    if (!perm || isIdentity(*perm)) return NoMatch{};
    Region region(view, *perm);
    region.grow(transpose.output(0));
    if (region.nodes().empty()) return NoMatch{};
    region.peel();
    if (region.gain() <= 0 || region.readsItself()) return NoMatch{};
    const auto inputs = region.inputs();
    if (std::ranges::find(inputs, transpose.output(0)) == inputs.end())
        return NoMatch{}; // another one's region
    auto applied = Mover(view, region, *perm).move(transpose);
    return applied ? Match(*std::move(applied)) : NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Transposes past operators that do not care, where they meet and cancel"),
    .match = match,
    .before = "Transpose -> Relu -> Transpose",
    .after = "Relu",
    .roots = {"Transpose"},
};

} // namespace edgewright::fusion::move_transposes
