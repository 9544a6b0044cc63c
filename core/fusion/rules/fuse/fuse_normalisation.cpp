// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>
#include <functional>

namespace edgewright::fusion::fuse_normalisation {

namespace {

using Axes = std::vector<std::int64_t>;

// A reduction as this rule sees it: along which axes of which tensor.
struct Rows {
    const ir::Node* node = nullptr;
    Axes axes; // ascending, from 0; of `full`
    ir::TensorType full;
};

bool isReduction(const ir::Node& node) { return node.domain.empty() && node.op.starts_with("Reduce"); }
bool isPool(const ir::Node& node) { return reduces(node) && patternOf(node) == ops::Pattern::OutFusable; }

std::optional<Axes> normalised(Axes axes, std::int64_t rank) {
    for (std::int64_t& axis : axes) {
        if (axis < 0) axis += rank;
        if (axis < 0 || axis >= rank) return std::nullopt;
    }
    std::ranges::sort(axes);
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    return axes;
}

Axes from(std::int64_t first, std::int64_t rank) {
    Axes axes;
    for (std::int64_t axis = std::max<std::int64_t>(first < 0 ? first + rank : first, 0); axis < rank; ++axis)
        axes.push_back(axis);
    return axes;
}

// Axes as an input, inside a group perhaps: what the group reads of constants is known outside of it.
using KnownAxes = std::function<std::optional<Axes>(ValueId)>;

// Empty for operators that work on anything but rows, and where rank or axes are open.
std::optional<Rows> rowsOf(const GraphView& view, const ir::Node& node, const KnownAxes& knownAxes) {
    const ir::TensorType& type = typeOf(view, node.input(0));
    if (!type.rank()) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(*type.rank());
    const auto with = [&](std::optional<Axes> axes) -> std::optional<Rows> {
        if (!axes) return std::nullopt;
        return Rows{&node, *std::move(axes), type};
    };
    if (isReduction(node)) {
        Axes axes = node.ints("axes");
        if (node.hasInput(1)) {
            const auto known = knownAxes(node.input(1));
            if (!known) return std::nullopt;
            axes = *known;
        }
        if (axes.empty()) {
            if (node.intOr("noop_with_empty_axes", 0) != 0) return std::nullopt;
            return with(from(0, rank));
        }
        return with(normalised(std::move(axes), rank));
    }
    if (node.is("Softmax") || node.is("LogSoftmax")) {
        if (view.opset() < 13) return with(from(node.intOr("axis", 1), rank));
        return with(normalised({node.intOr("axis", -1)}, rank));
    }
    if (node.outputs.size() > 1 && node.output(1).valid()) return std::nullopt;
    if (node.is("LayerNormalization") || node.is("RMSNormalization"))
        return with(from(node.intOr("axis", -1), rank));
    if (node.is("InstanceNormalization") || isPool(node)) return with(from(2, rank));
    if (node.is("LpNormalization")) return with(normalised({node.intOr("axis", -1)}, rank));
    return std::nullopt;
}

// The rows that a member works on, groups included; null when it works on single elements.
std::optional<Rows> rowsWithin(const GraphView& view, const ir::Node& node) {
    const auto here = [&](ValueId axes) { return knownInts(view, axes); };
    if (node.domain != ir::FusedDomain || !node.body) return rowsOf(view, node, here);
    const ir::Connections inside(*node.body);
    const GraphView body{*node.body, inside, view.opsets};
    const auto within = [&](ValueId axes) {
        const auto at = std::ranges::find(body.graph.inputs, axes) - body.graph.inputs.begin();
        const auto index = static_cast<std::size_t>(at);
        return index < node.inputs.size() ? here(node.inputs[index]) : knownInts(body, axes);
    };
    for (const NodeId id : node.body->order())
        if (auto rows = rowsOf(body, node.body->node(id), within)) return rows;
    return std::nullopt;
}

std::string text(const Axes& axes) {
    std::string list;
    for (std::size_t i = 0; i < axes.size(); ++i)
        list += (i == 0 ? "" : ", ") + std::to_string(axes[i]);
    return axes.size() == 1 ? say("axis {1}", list) : say("axes {1}", list);
}

// A tensor with one number for each element, or for each row, or that repeats along outer axes.
bool fitsRows(const ir::TensorType& type, const Rows& rows) {
    if (!type.shape || !rows.full.shape) return true;
    const auto& shape = *type.shape;
    const auto& full = *rows.full.shape;
    if (shape.size() != full.size())
        return shape.size() + rows.axes.size() == full.size(); // the rows' axes are gone
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool one = shape[i].known() && shape[i].value() == 1;
        const bool clash = shape[i].known() && full[i].known() && shape[i].value() != full[i].value();
        if (clash && !one) return false;
    }
    return true;
}

// What stood in the way last, for people.
struct Note {
    NodeId node;
    std::string reason;
};

class Growth {
public:
    Growth(const GraphView& view, NodeId root) : m_view(view), m_chain{root} {
        m_rows = rowsWithin(view, view.graph.node(root));
    }

    Region grow() {
        const auto accept = [&](const ir::Node& reader, const std::vector<NodeId>& members, bool) {
            return joins(reader, members);
        };
        Region first = growRegion(m_view, m_chain.front(), accept);
        if (!first.grown()) return first;
        take(first);
        for (Region next = growRegion(m_view, m_chain.back(), accept); next.grown();
             next = growRegion(m_view, m_chain.back(), accept)) {
            if (m_count + countOf(next) > MaxMembers) break;
            take(next);
        }
        first.members = m_chain;
        return first;
    }

    const std::optional<Note>& note() const { return m_note; }
    // Something comes behind the first operator on whole rows, or before one that is no plain reduction.
    bool isWorthIt() const {
        for (std::size_t i = 0; i < m_chain.size(); ++i) {
            const ir::Node& node = m_view.graph.node(m_chain[i]);
            if (!rowsWithin(m_view, node)) continue;
            return i + 1 < m_chain.size() || !reduces(node);
        }
        return false;
    }

private:
    std::size_t countOf(const Region& region) const {
        std::size_t count = 0;
        for (const NodeId id : region.members)
            count += memberCount(m_view.graph.node(id));
        return count;
    }
    void take(const Region& region) {
        for (const NodeId id : region.members) {
            if (std::ranges::find(m_chain, id) == m_chain.end()) m_chain.push_back(id);
            if (!m_rows) m_rows = rowsWithin(m_view, m_view.graph.node(id));
        }
        m_count += countOf(region);
    }
    // Of the chain so far and the region that is growing behind it.
    std::optional<Rows> rows(const std::vector<NodeId>& members) const {
        if (m_rows) return m_rows;
        for (const NodeId id : members)
            if (auto found = rowsWithin(m_view, m_view.graph.node(id))) return found;
        return std::nullopt;
    }
    bool joins(const ir::Node& reader, const std::vector<NodeId>& members) {
        const auto so = rows(members);
        if (auto own = rowsWithin(m_view, reader)) {
            if (patternOf(reader) == ops::Pattern::OutFusable && reader.domain == ir::FusedDomain) return false;
            if (!so || (so->axes == own->axes && !shapesClash(so->full, own->full))) return true;
            if (!m_note)
                m_note =
                    Note{reader.id,
                         say("{1} works along {2} and {3} along {4}: no part of the tensor is enough for both",
                             reader.label(), text(own->axes), so->node->label(), text(so->axes))};
            return false;
        }
        return isElementWise(reader) && (!so || fitsRows(typeOf(m_view, reader.output(0)), *so));
    }

    const GraphView& m_view;
    std::vector<NodeId> m_chain;
    std::optional<Rows> m_rows;
    std::size_t m_count = 0;
    std::optional<Note> m_note;
};

//   Transpose -> LayerNormalization -> Transpose        =>      one pass over the rows, wherever they lie
//
// Element-wise operators are other rules' work, except where they hang on moved elements.
Match aroundOperator(const GraphView& view, const ir::Node& norm) {
    std::vector<NodeId> members = growChain(view, norm.id, [](const ir::Node& reader, const auto&, bool) {
                                      return patternOf(reader) <= ops::Pattern::Injective;
                                  }).members;
    std::size_t count = 0;
    for (const NodeId id : members)
        count += memberCount(view.graph.node(id));
    if (count == members.size()) absorbInputs(view, members);
    if (members.size() == 1) return NoMatch{};
    const std::vector<NodeId> others(members.begin() + 1, members.end());
    const std::vector<NodeId> ordered = inOrder(view, members);
    if (auto cycle = whyNotConvex(view, ordered))
        return Refused{std::move(members), {norm.output(0)}, std::move(*cycle)};
    return Applied{groupPatch(view, ordered), std::move(members),
                   say("{1} and {2} go over each row once", norm.label(), listed(view.graph, others))};
}

//   x ------------v                                     LayerNormalization, RMSNormalization, Softmax and
//   ReduceMean -> Sub -> Pow -> ReduceMean               their like, spelled out: one row after the other
//                  |                  v          =>      goes through all operators while it is at hand.
//                  +---------------> Div
Match match(const GraphView& view, NodeId id) {
    const ir::Node& root = view.graph.node(id);
    if (normalisesRows(root)) return aroundOperator(view, root);
    const auto rows = rowsWithin(view, root);
    // The epilogue of a convolution is another rule's work.
    const bool anchored = patternOf(root) == ops::Pattern::OutFusable && !isPool(root);
    if (anchored || (!rows && !isElementWise(root))) return NoMatch{};
    Growth growth(view, id);
    const Region region = growth.grow();
    if (region.grown()) {
        if (!growth.isWorthIt()) return NoMatch{};
        const std::vector<NodeId> others(region.members.begin() + 1, region.members.end());
        return Applied{groupPatch(view, region.members), region.members,
                       say("{1} and {2} go over each row once", root.label(), listed(view.graph, others))};
    }
    if (!rows || region.obstacle.empty()) return NoMatch{};
    for (const NodeId reader : view.connections.consumers(root.output(0))) {
        const ir::Node& next = view.graph.node(reader);
        if (!isElementWise(next) && !rowsWithin(view, next)) continue;
        if (const auto& note = growth.note()) return Refused{{id, reader}, {root.output(0)}, note->reason};
        auto shared = whyNotPrivate(view, root.output(0), reader);
        return Refused{{id, reader}, {region.tensor}, shared ? *shared : region.obstacle};
    }
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Reductions with the element-wise operators around them, row by row"),
    .match = match,
    .before = "ReduceMean -> Sub -> Pow -> ReduceMean -> Div",
    .after = "[ReduceMean, Sub, Pow, ReduceMean, Div]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_normalisation
