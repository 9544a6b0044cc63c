// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/benefit.h"

#include "core/fusion/traffic.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

bool holds(const auto& range, const auto& item) { return std::ranges::find(range, item) != range.end(); }

class Sums {
public:
    Sums(const GraphView& view, const ir::Patch& patch) : m_view(view), m_patch(patch) {}

    std::int64_t added(const ir::Node& node) const {
        std::int64_t total = 0;
        for (const ValueId output : node.outputs)
            total += bytes(output);
        std::vector<ValueId> read;
        for (const ValueId input : node.inputs)
            if (const ValueId followed = follow(input); !holds(read, followed)) read.push_back(followed);
        for (const ValueId input : read)
            total += bytes(input);
        ir::Node alone = node; // its subgraphs
        alone.inputs.clear();
        alone.outputs.clear();
        return total + trafficBytes(m_view.graph, alone);
    }

    // Readers that stay, and read `to` instead of `from`.
    std::int64_t redirected(ValueId from, ValueId to) const {
        if (from.index() >= m_view.graph.valueCount()) return 0;
        std::int64_t total = 0;
        for (const NodeId reader : m_view.connections.consumers(from)) {
            const ir::Node& node = m_view.graph.node(reader);
            if (holds(m_patch.removed, reader) || !holds(node.inputs, from)) continue;
            total += bytes(from);
            if (!holds(node.inputs, to)) total -= bytes(to);
        }
        return total;
    }

    ValueId follow(ValueId id) const {
        for (std::size_t hops = 0; hops <= m_patch.redirected.size(); ++hops) {
            const auto it = std::ranges::find(m_patch.redirected, id, &std::pair<ValueId, ValueId>::first);
            if (it == m_patch.redirected.end()) break;
            id = it->second;
        }
        return id;
    }

private:
    std::int64_t bytes(ValueId id) const {
        if (!id.valid()) return 0;
        const std::size_t known = m_view.graph.valueCount();
        if (id.index() < known) return movedBytes(m_view.graph.value(id));
        const std::size_t i = id.index() - known;
        return i < m_patch.values.size() ? movedBytes(m_patch.values[i]) : 0;
    }

    const GraphView& m_view;
    const ir::Patch& m_patch;
};

} // namespace

Benefit benefitOf(const GraphView& view, const ir::Patch& patch) {
    const Sums sums(view, patch);
    Benefit benefit;
    for (const NodeId id : patch.removed) {
        const ir::Node& node = view.graph.node(id);
        benefit.launches += static_cast<std::int64_t>(computeNodes(node));
        benefit.trafficBytes += trafficBytes(view.graph, node);
    }
    for (const ir::Node& node : patch.added) {
        benefit.launches -= static_cast<std::int64_t>(computeNodes(node));
        benefit.trafficBytes -= sums.added(node);
    }
    for (const auto& [from, to] : patch.redirected)
        benefit.trafficBytes += sums.redirected(from, sums.follow(to));
    return benefit;
}

} // namespace edgewright::fusion
