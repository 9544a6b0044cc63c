// SPDX-License-Identifier: GPL-3.0-or-later
// A network that runs on a GPU, as often as asked for: compiled, with its constants there.
#pragma once

#include "core/base/run_context.h"
#include "core/exec/program.h"
#include "core/gpu/bench/programs.h"
#include "core/gpu/driver/marks.h"
#include "core/gpu/network/launch_tasks.h"
#include "core/gpu/network/network_memory.h"
#include "core/gpu/network/network_plan.h"

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace edgewright::gpu {

class Network {
public:
    // `graph`, with inferred types, and `opsets` must outlive it; `arena` is copied from. BadInput with the
    // compiler's log where a kernel does not compile, OutOfMemory naming what has no place, Unsupported for
    // halves where there are no tensor cores for them. `products`: as LayerTarget. `tuned`: parameters of
    // launches that were searched for.
    static Result<Network> make(Programs& programs, const ir::Graph& graph, const ir::Opsets& opsets,
                                const ir::ArenaPlan* arena, const RunContext& run = {},
                                Type products = Type::Float32, std::span<const TunedLaunch> tuned = {});

    const NetworkPlan& plan() const { return m_plan; }
    const NetworkMemory& memory() const { return m_memory; }

    // Once, with these inputs, in the order of the graph's: copies, launches and operators on this machine,
    // until the outputs are here.
    Result<std::vector<ir::Tensor>> run(std::span<const ir::Tensor> inputs, const RunContext& run = {});
    // The same; seconds of each action as the GPU counts them, by events between them.
    Result<std::vector<double>> profile(std::span<const ir::Tensor> inputs, const RunContext& run = {});
    // The first operator on the GPU whose result has elements that are no numbers, in a run that looks at each.
    // Empty: none has.
    Result<std::optional<NodeId>> firstWithoutNumbers(std::span<const ir::Tensor> inputs,
                                                      const RunContext& run = {});

private:
    // An operator on this machine: a graph of it alone.
    struct Alone {
        ir::Graph graph;
        std::optional<exec::Program> program;
    };
    using Values = std::unordered_map<ValueId, ir::Tensor>;

    Network(const ir::Graph& graph, const ir::Opsets& opsets) : m_graph(&graph), m_opsets(&opsets) {}
    void isolate(NodeId node);
    Result<Values> valuesOf(std::span<const ir::Tensor> inputs) const;
    Result<void> act(const Action& action, Values& here, const RunContext& run);
    Result<void> launch(const Action& action);
    Result<void> runAlone(const ir::Node& node, Values& here, const RunContext& run);
    Result<ir::Tensor> downloaded(ValueId value) const;
    std::vector<ir::Tensor> outputsOf(const Values& here) const;

    const ir::Graph* m_graph;
    const ir::Opsets* m_opsets;
    std::shared_ptr<Gpu> m_gpu;
    NetworkPlan m_plan;
    NetworkMemory m_memory;
    std::vector<std::vector<Function>> m_functions; // by layer and launch
    std::unordered_map<NodeId, std::unique_ptr<Alone>> m_alone;
    std::optional<Marks> m_marks; // one more than actions
};

} // namespace edgewright::gpu
