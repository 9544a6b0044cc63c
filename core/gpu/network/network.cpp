// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/network/network.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>

namespace edgewright::gpu {

namespace {

std::string capabilityText(int capability) {
    return std::to_string(capability / 10) + '.' + std::to_string(capability % 10);
}

} // namespace

Result<Network> Network::make(Programs& programs, const ir::Graph& graph, const ir::Opsets& opsets,
                              const ir::ArenaPlan* arena, const RunContext& run, Type products,
                              std::span<const TunedLaunch> tuned) {
    Network network(graph, opsets);
    network.m_gpu = programs.gpu();
    const GpuInfo& info = network.m_gpu->info();
    if (const int least = findKernel("gemm_fp16")->capability;
        products == Type::Float16 && info.capability < least)
        return unsupported(say("halves are multiplied on tensor cores of compute capability {1} and more, and "
                               "{2} has {3}",
                               capabilityText(least), info.name, capabilityText(info.capability)));
    ASSIGN_OR_RETURN(network.m_plan, networkPlan(graph, opsets,
                                                 {info.multiprocessors, products,
                                                  info.capability >= findKernel("gemm_int8")->capability}));
    retune(network.m_plan, tuned);
    network.m_functions.resize(network.m_plan.layers.size());
    for (const Action& action : network.m_plan.actions) {
        if (run.stopped()) return cancelled();
        if (action.kind == ActionKind::OnHost) network.isolate(action.node);
        if (action.kind != ActionKind::Launches) continue;
        for (const Launch& each : network.m_plan.layers[action.layer].launches) {
            auto function = programs.functionOf(each);
            if (!function)
                return std::move(function).error().within(
                    say("node {1}", inQuotes(graph.node(action.node).label())));
            network.m_functions[action.layer].push_back(*std::move(function));
        }
    }
    ASSIGN_OR_RETURN(network.m_memory, NetworkMemory::of(network.m_gpu, graph, network.m_plan, arena));
    return network;
}

void Network::isolate(NodeId node) {
    auto alone = std::make_unique<Alone>();
    alone->graph = *m_graph;
    alone->graph.keepOnly({node});
    std::vector<ValueId>& inputs = alone->graph.inputs;
    inputs.clear();
    const auto add = [&](ValueId id) {
        if (id.valid() && !m_graph->value(id).known() && std::ranges::find(inputs, id) == inputs.end())
            inputs.push_back(id);
    };
    for (const ValueId id : m_graph->node(node).inputs)
        add(id);
    for (const ValueId id : ir::capturedValues(m_graph->node(node)))
        add(id);
    alone->graph.outputs.clear();
    for (const ValueId id : m_graph->node(node).outputs)
        if (id.valid()) alone->graph.outputs.push_back(id);
    alone->program.emplace(alone->graph, *m_opsets);
    m_alone[node] = std::move(alone);
}

Result<Network::Values> Network::valuesOf(std::span<const ir::Tensor> inputs) const {
    if (inputs.size() != m_graph->inputs.size())
        return badInput(
            say("{1} inputs are given where the network has {2}", inputs.size(), m_graph->inputs.size()));
    Values here;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const ir::Value& value = m_graph->value(m_graph->inputs[i]);
        if (const auto dims = value.type.dims(); dims && *dims != inputs[i].dims())
            return badInput(say("input {1} is {2} where {3} is expected", inQuotes(value.name),
                                inputs[i].type().text(), value.type.text()));
        here[value.id] = inputs[i];
    }
    return here;
}

Result<ir::Tensor> Network::downloaded(ValueId value) const {
    const ir::TensorType& type = m_graph->value(value).type;
    ASSIGN_OR_RETURN(ir::Tensor tensor, ir::Tensor::unfilled(type.dtype, type.dims().value_or(ir::Dims())));
    RETURN_IF_ERROR(m_gpu->download(tensor.mutableBytes(), m_memory.addressOf(value)));
    return tensor;
}

Result<void> Network::launch(const Action& action) {
    const Layer& layer = m_plan.layers[action.layer];
    const ir::Node& node = m_graph->node(action.node);
    if (layer.viewOf) {
        const Address from = m_memory.addressOf(*layer.viewOf), into = m_memory.addressOf(node.output(0));
        const auto bytes = m_graph->value(node.output(0)).type.bytes();
        return from == into ? Result<void>()
                            : m_gpu->copy(into, from, static_cast<std::size_t>(bytes.value_or(0)));
    }
    for (std::size_t i = 0; i < layer.launches.size(); ++i)
        RETURN_IF_ERROR(start(
            *m_gpu, m_functions[action.layer][i], layer.launches[i],
            [&](const BufferPart& part) { return m_memory.addressOf(action.layer, part); }, node.label()));
    return {};
}

Result<void> Network::runAlone(const ir::Node& node, Values& here, const RunContext& run) {
    Alone& alone = *m_alone.at(node.id);
    ir::Feeds feeds;
    for (const ValueId id : alone.graph.inputs)
        feeds[id] = here.at(id);
    ASSIGN_OR_RETURN(exec::RunResult result, alone.program->run(feeds, {}, run));
    for (std::size_t i = 0; i < alone.graph.outputs.size(); ++i)
        here[alone.graph.outputs[i]] = std::move(result.outputs[i]);
    return {};
}

Result<void> Network::act(const Action& action, Values& here, const RunContext& run) {
    switch (action.kind) {
    case ActionKind::Launches:
        return launch(action);
    case ActionKind::OnHost:
        return runAlone(m_graph->node(action.node), here, run);
    case ActionKind::ToGpu:
        return m_gpu->upload(m_memory.addressOf(action.value), here.at(action.value).bytes());
    case ActionKind::ToHost: {
        ASSIGN_OR_RETURN(here[action.value], downloaded(action.value));
        return {};
    }
    }
    return {};
}

std::vector<ir::Tensor> Network::outputsOf(const Values& here) const {
    std::vector<ir::Tensor> outputs;
    for (const ValueId id : m_graph->outputs) {
        const ir::Tensor* const known = m_graph->value(id).known();
        outputs.push_back(known ? *known : here.at(id));
    }
    return outputs;
}

Result<std::vector<ir::Tensor>> Network::run(std::span<const ir::Tensor> inputs, const RunContext& run) {
    ASSIGN_OR_RETURN(Values here, valuesOf(inputs));
    for (const Action& action : m_plan.actions) {
        if (run.stopped()) return cancelled();
        RETURN_IF_ERROR(act(action, here, run));
    }
    RETURN_IF_ERROR(m_gpu->wait(say("the network")));
    return outputsOf(here);
}

Result<std::vector<double>> Network::profile(std::span<const ir::Tensor> inputs, const RunContext& run) {
    ASSIGN_OR_RETURN(Values here, valuesOf(inputs));
    const std::size_t count = m_plan.actions.size();
    if (!m_marks) {
        ASSIGN_OR_RETURN(m_marks, Marks::of(m_gpu, count + 1));
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (run.stopped()) return cancelled();
        RETURN_IF_ERROR(m_marks->set(i));
        RETURN_IF_ERROR(act(m_plan.actions[i], here, run));
    }
    RETURN_IF_ERROR(m_marks->set(count));
    RETURN_IF_ERROR(m_gpu->wait(say("the network")));
    std::vector<double> seconds(count);
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(seconds[i], m_marks->seconds(i, i + 1));
    }
    return seconds;
}

Result<std::optional<NodeId>> Network::firstWithoutNumbers(std::span<const ir::Tensor> inputs,
                                                           const RunContext& run) {
    ASSIGN_OR_RETURN(Values here, valuesOf(inputs));
    for (const Action& action : m_plan.actions) {
        if (run.stopped()) return cancelled();
        RETURN_IF_ERROR(act(action, here, run));
        if (action.kind != ActionKind::Launches) continue;
        ASSIGN_OR_RETURN(const ir::Tensor result, downloaded(m_graph->node(action.node).output(0)));
        if (result.dtype() != ir::DataType::Float32) continue; // codes are numbers
        if (std::ranges::any_of(result.as<float>(), [](float each) { return !std::isfinite(each); }))
            return std::optional(action.node);
    }
    return std::optional<NodeId>();
}

} // namespace edgewright::gpu
