// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/variant_graph.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::device {

namespace {

auto& planFor(auto& task, const Variant& variant) {
    return variant.quantized ? task.planQuantized : variant.fusion ? task.planAfter : task.planBefore;
}

Result<VariantGraph> unplanned(const Task& task, const Variant& variant) {
    VariantGraph made;
    if (variant.quantized) {
        if (!task.quantized) return badInput(say("variant {1}: nothing is quantized", inQuotes(variant.name)));
        made.quantized = task.quantized;
        made.history = task.quantized->history;
    } else if (variant.fusion) {
        if (!task.history) return badInput(say("variant {1}: the graph is not fused", inQuotes(variant.name)));
        made.history = task.history;
    }
    if (made.history) {
        made.graph = {made.history, &made.history->graph};
        made.opsets = &made.history->opsets;
    } else {
        made.graph = task.typed->graph;
        made.opsets = &task.typed->opened->model->opsets;
    }
    return made;
}

Result<void> planVariant(Task& task, const Variant& variant, const RunContext& run) {
    auto& plan = planFor(task, variant);
    if (!variant.reuse || plan) return {};
    ASSIGN_OR_RETURN(const VariantGraph made, unplanned(task, variant));
    ASSIGN_OR_RETURN(plan, pipeline::plan(*made.graph, *made.opsets, task.planning, run));
    return {};
}

Result<void> quantizeNetwork(Task& task, const RunContext& run) {
    // Weights are codes before anything is fed.
    for (const auto& [id, tensor] : task.feeds)
        if (task.typed->graph->contains(id) && !task.typed->graph->isInput(id))
            return badInput(say("another value is given for {1}, which is no input: it would not be quantized",
                                inQuotes(task.typed->graph->value(id).name)));
    if (task.quantized) return {};
    ASSIGN_OR_RETURN(task.quantized, pipeline::quantizedNetwork(task.typed, task.int8, task.quantization, run));
    return {};
}

Result<void> provideQuantized(Task& task, const RunContext& run) {
    const InEnglish english; // the reason for what is left out is kept in records
    RETURN_IF_ERROR(quantizeNetwork(task, run));
    for (const Variant& variant : task.variants)
        if (variant.quantized) RETURN_IF_ERROR(planVariant(task, variant, run));
    return {};
}

} // namespace

Result<void> complete(Task& task, const RunContext& run, const std::function<void(const std::string&)>& doing) {
    if (std::ranges::any_of(task.variants, &Variant::quantized)) {
        if (doing && !task.quantized) doing(say("quantizing the network"));
        if (auto provided = provideQuantized(task, run); !provided) {
            if (provided.error().code == ErrorCode::Cancelled) return provided;
            for (const Variant& variant : task.variants)
                if (variant.quantized) task.leftOut.push_back({variant, provided.error().message});
            std::erase_if(task.variants, [](const Variant& variant) { return variant.quantized; });
            if (task.variants.empty()) return provided;
        }
    }
    for (const Variant& variant : task.variants)
        RETURN_IF_ERROR(planVariant(task, variant, run));
    return {};
}

Result<VariantGraph> graphOf(const Task& task, const Variant& variant) {
    ASSIGN_OR_RETURN(VariantGraph made, unplanned(task, variant));
    if (!variant.reuse) return made;
    made.plan = planFor(task, variant);
    if (!made.plan) return badInput(say("variant {1}: its memory is not planned", inQuotes(variant.name)));
    return made;
}

namespace {

class WeightBytes {
public:
    void add(const ir::Graph& graph) {
        const ir::Connections links(graph);
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            const ir::Value& value = graph.value(ValueId(i));
            if (value.constant && (!links.consumers(value.id).empty() || graph.isOutput(value.id)))
                add(*value.constant);
        }
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            for (const ir::Attribute& attribute : node.attributes)
                if (const auto* tensor = std::get_if<ir::Tensor>(&attribute.value)) add(*tensor);
            ir::forEachSubgraph(node, [this](const ir::Subgraph& each) { add(*each); });
            if (node.body) add(*node.body);
        }
    }
    std::int64_t bytes() const { return m_bytes; }

private:
    void add(const ir::Tensor& tensor) {
        const auto bytes = tensor.bytes();
        if (!bytes.empty() && m_seen.insert(bytes.data()).second)
            m_bytes += static_cast<std::int64_t>(bytes.size());
    }

    std::unordered_set<const std::byte*> m_seen;
    std::int64_t m_bytes = 0;
};

} // namespace

std::int64_t weightBytesOf(const ir::Graph& graph) {
    WeightBytes weights;
    weights.add(graph);
    return weights.bytes();
}

} // namespace edgewright::device
