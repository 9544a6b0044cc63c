// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_export.h"

#include <unordered_set>

namespace edgewright::memory {

std::vector<PlacedTensor> placedTensors(const ir::Graph& graph, const Liveness& liveness,
                                        const Solution& solution) {
    const ir::ArenaPlan arena = arenaPlan(liveness, solution);
    std::unordered_set<ValueId> weights;
    for (std::size_t i = 0; i < liveness.values.size(); ++i)
        if (liveness.problem.buffers[i].kind == BufferKind::Weight)
            weights.insert(liveness.values[i].begin(), liveness.values[i].end());
    std::vector<PlacedTensor> placed;
    const auto add = [&](ValueId id) {
        const auto place = arena.places.find(id);
        if (place == arena.places.end() || weights.contains(id)) return;
        const std::string& name = graph.value(id).name;
        placed.push_back({name.empty() ? "value #" + std::to_string(id.index()) : name, place->second.offset});
    };
    for (const ValueId id : graph.inputs)
        add(id);
    for (const NodeId step : liveness.steps)
        for (const ValueId id : graph.node(step).outputs)
            if (id.valid()) add(id);
    return placed;
}

std::vector<PlacedTensor> placedTensors(const Problem& problem, const Solution& solution) {
    std::vector<PlacedTensor> placed;
    for (std::size_t i = 0; i < problem.buffers.size() && i < solution.offsets.size(); ++i)
        placed.push_back({problem.buffers[i].name, solution.offsets[i]});
    return placed;
}

} // namespace edgewright::memory
