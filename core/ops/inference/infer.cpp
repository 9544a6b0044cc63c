// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/infer.h"

#include "core/base/say.h"
#include "core/ir/footprint.h"
#include "core/ops/inference/bindings.h"
#include "core/ops/inference/graph_inference.h"

#include <algorithm>
#include <utility>

namespace edgewright::ops {

namespace {

std::int64_t memoryFor(const ir::Graph& graph, const InferLimits& limits) {
    constexpr std::int64_t Least = std::int64_t(32) << 20;
    return limits.memoryBytes > 0 ? limits.memoryBytes : Least + 2 * ir::deepFootprint(graph);
}

} // namespace

Inferred inferTypes(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Bindings& bindings,
                    const RunContext& run, const InferLimits& limits) {
    ir::Graph copy = graph;
    InferSession session{opsets, bindInputs(copy, bindings), run, MemoryBudget(memoryFor(graph, limits))};
    GraphInference inference(session, std::move(copy), nullptr, 0);
    inference.infer({});

    Inferred result;
    result.diagnostics = std::move(inference.diagnostics());
    if (!session.whyIncomplete.empty())
        result.diagnostics.push_back(
            {Severity::Warning, "inference-limit", session.whyIncomplete, {}, {}, say("model")});
    result.graph = inference.take();
    std::vector<bool> used(result.graph.valueCount(), false);
    const auto mark = [&](ValueId id) {
        if (id.valid() && result.graph.contains(id)) used[id.index()] = true;
    };
    std::ranges::for_each(result.graph.inputs, mark);
    for (const NodeId id : result.graph.order())
        std::ranges::for_each(result.graph.node(id).outputs, mark);
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] && !result.graph.value(ValueId(i)).type.dims()) result.unresolved.push_back(ValueId(i));
    return result;
}

} // namespace edgewright::ops
