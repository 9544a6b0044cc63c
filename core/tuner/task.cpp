// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/task.h"

#include "core/base/say.h"
#include "core/exec/kernel_key.h"
#include "core/exec/lower.h"
#include "core/ir/builder.h"
#include "core/ops/work.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::tuner {

namespace {

// The one operator of the node that has parameters; null: none, several, or one that runs more than once.
const ops::NodeWork* tunedPart(const ops::Work& work) {
    const ops::NodeWork* found = nullptr;
    for (const ops::NodeWork& each : work.nodes) {
        if (!each.op || !each.op->parameters) continue;
        if (found || each.times != 1) return nullptr;
        found = &each;
    }
    return found;
}

bool hasChoice(const ops::ParameterSpace& space) {
    return std::ranges::any_of(space.axes,
                               [](const ops::ParameterAxis& axis) { return axis.values.size() > 1; });
}

bool takesWinograd(const ops::ParameterSpace& space) {
    return std::ranges::any_of(space.axes, [](const ops::ParameterAxis& axis) {
        return axis.key == "algorithm" &&
               std::ranges::count(axis.values,
                                  static_cast<std::int64_t>(kernels::ConvolutionAlgorithm::Winograd)) > 0;
    });
}

} // namespace

std::shared_ptr<const ir::Graph> aloneGraph(const ir::Graph& graph, const ir::Node& node) {
    ir::GraphBuilder builder(node.label());
    std::unordered_map<ValueId, ValueId> taken;
    ir::Node copy = node;
    copy.id = {};
    copy.origins.clear();
    for (ValueId& id : copy.inputs) {
        if (!id.valid()) continue;
        const auto [place, isNew] = taken.emplace(id, ValueId());
        if (isNew) {
            const ir::Value& value = graph.value(id);
            const ir::Tensor* const known = value.known();
            place->second =
                known ? builder.constant(value.name, *known) : builder.input(value.name, value.type);
        }
        id = place->second;
    }
    std::vector<ValueId> outputs;
    for (ValueId& id : copy.outputs)
        if (id.valid()) outputs.push_back(id = builder.value(graph.value(id).name, graph.value(id).type));
    builder.graph().addNode(std::move(copy));
    for (const ValueId id : outputs)
        builder.output(id);
    return std::make_shared<const ir::Graph>(builder.take());
}

std::vector<Task> tasksOf(const ir::Graph& graph, const ir::Opsets& opsets, int threads) {
    const exec::Lowered lowered = exec::lower(graph, opsets);
    const ir::Graph& runs = *lowered.graph;
    std::vector<Task> tasks;
    std::unordered_map<std::string, std::size_t> placeOf; // by key
    for (const NodeId id : runs.order()) {
        const ir::Node& node = runs.node(id);
        const std::string key = exec::kernelKey(runs, node);
        if (key.empty()) continue;
        if (const auto known = placeOf.find(key); known != placeOf.end()) {
            tasks[known->second].nodes.push_back(lowered.given(id));
            continue;
        }
        const ops::Work work = ops::workOf(runs, node);
        const ops::NodeWork* const part = tunedPart(work);
        if (!part) continue;
        ops::ParameterSpace space = part->op->parameters(*part);
        if (!hasChoice(space)) continue;
        // All that there are, or fewer: small kernels lose more by a second thread than it saves.
        if (threads > 1) space.axes.push_back({"threads", ops::fromTo(1, threads - 1)});
        placeOf.emplace(key, tasks.size());
        Task task{.key = key,
                  .label = node.label(),
                  .nodes = {lowered.given(id)},
                  .graph = aloneGraph(runs, node),
                  .opsets = opsets};
        task.kind = ops::operatorName(*part->node);
        task.macs = static_cast<double>(part->macs());
        task.bytes = static_cast<double>(ops::bytesOf(runs, node));
        task.canSaveProducts = takesWinograd(space);
        task.products = part->products;
        task.isInteger = std::ranges::any_of(part->inputs, [](const ir::TensorType& type) {
            return type.dtype == ir::DataType::Int8 || type.dtype == ir::DataType::UInt8;
        });
        task.space = std::move(space);
        tasks.push_back(std::move(task));
    }
    return tasks;
}

Error nothingToTune() {
    return badInput(
        say("no kernel of the model has parameters: convolutions and matrix products in float32 or 8-bit "
            "codes, and attentions, of known shapes, have"));
}

} // namespace edgewright::tuner
