// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the rules that find one operator in several: walking from a result towards its sources,
// and the conditions under which all nodes on the way may go.
#pragma once

#include "core/fusion/rule.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace edgewright::fusion {

// The nodes that spell out one operator, collected from the last one on.
class Trail {
public:
    explicit Trail(const GraphView& view) : m_view(&view) {}

    const GraphView& view() const { return *m_view; }
    const std::vector<NodeId>& nodes() const { return m_nodes; }
    void note(NodeId id); // each once
    // The producer of `value` when it is this standard operator; noted.
    const ir::Node* step(ValueId value, std::string_view op);
    // The producer of `value` when it is this standard operator; not noted.
    const ir::Node* peek(ValueId value, std::string_view op) const;
    // Back across casts between floating-point types that lose nothing of what `value` holds.
    ValueId acrossCasts(ValueId value);
    // The operand of the commutative `node` beside the single number `wanted`; invalid when neither is that
    // number.
    ValueId beside(const ir::Node& node, double wanted) const;

private:
    const GraphView* m_view;
    std::vector<NodeId> m_nodes;
};

// The distance that a written number may have from the exact one: the type's rounding, or the few digits that
// exporters write.
double numberTolerance(ir::DataType type);
bool isNumber(const GraphView& view, ValueId value, double wanted);
// A constant whose elements are all the same number, of floating-point or integer type.
std::optional<double> uniformNumber(const GraphView& view, ValueId value);

// Axes of a reduction, from attribute or input, counted from the front and sorted; all axes when none are
// given. Empty when they are not known.
std::optional<std::vector<std::int64_t>> reducedAxes(const GraphView& view, const ir::Node& reduction);
inline bool keepsDims(const ir::Node& reduction) { return reduction.intOr("keepdims", 1) != 0; }

// The reason why `nodes` (last first) cannot become one `op`: a tensor between them is read elsewhere.
std::optional<Refused> whyReadElsewhere(const GraphView& view, const std::vector<NodeId>& nodes,
                                        std::string_view op);
// The same, or the opset is too old: for the operator and the type (introducedIn), or older than `opset`, where
// what is written needs that.
std::optional<Refused> whyNotComposed(const GraphView& view, const std::vector<NodeId>& nodes,
                                      std::string_view op, std::int64_t opset = 1);
// The node that writes what the first of `nodes` wrote.
ir::Node replacementNode(const GraphView& view, const std::vector<NodeId>& nodes, std::string_view op,
                         std::vector<ValueId> inputs, std::vector<ir::Attribute> attributes = {});
// Removes `nodes` as well.
Applied composed(const GraphView& view, ir::PatchBuilder patch, std::vector<NodeId> nodes, std::string_view op);

} // namespace edgewright::fusion
