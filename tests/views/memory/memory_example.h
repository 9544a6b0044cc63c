// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made plans for the tests of the memory page.
#pragma once

#include "core/ir/builder.h"
#include "core/pipeline/stage.h"
#include "views/support/job/stage_jobs.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::test {

inline const ir::TensorType Small(ir::DataType::Float32, ir::Dims{1, 256});  // 1 KiB
inline const ir::TensorType Large(ir::DataType::Float32, ir::Dims{1, 1024}); // 4 KiB

inline memory::Buffer buffer(const char* name, std::int64_t size, std::int64_t lower, std::int64_t upper,
                             memory::BufferKind kind = memory::BufferKind::Activation) {
    memory::Buffer b;
    b.name = name;
    b.size = size;
    b.lower = lower;
    b.upper = upper;
    b.kind = kind;
    return b;
}

inline std::shared_ptr<pipeline::MemoryPlan> planOf(const ir::Graph& graph, std::vector<memory::Buffer> buffers,
                                                    std::vector<std::int64_t> offsets,
                                                    std::vector<std::vector<ValueId>> values,
                                                    std::vector<NodeId> producer, std::vector<NodeId> steps) {
    auto plan = std::make_shared<pipeline::MemoryPlan>();
    plan->execution.lowered = exec::lower(graph, {});
    plan->ordering.graph = plan->execution.lowered.graph;
    plan->liveness.problem.buffers = std::move(buffers);
    plan->liveness.problem.steps = static_cast<std::int64_t>(steps.size());
    plan->liveness.steps = std::move(steps);
    plan->liveness.values = std::move(values);
    plan->liveness.producer = std::move(producer);
    plan->solution.offsets = std::move(offsets);
    plan->liveBytes.assign(plan->liveness.steps.size(), 0);
    for (std::size_t i = 0; i < plan->liveness.problem.buffers.size(); ++i) {
        const memory::Buffer& b = plan->liveness.problem.buffers[i];
        plan->solution.peak = std::max(plan->solution.peak, plan->solution.offsets[i] + b.size);
        plan->sum += b.size;
        for (std::int64_t step = b.lower; step < b.upper; ++step)
            plan->liveBytes[static_cast<std::size_t>(step)] += b.size;
    }
    for (std::size_t step = 0; step < plan->liveBytes.size(); ++step)
        if (plan->liveBytes[step] > plan->lowerBound) {
            plan->lowerBound = plan->liveBytes[step];
            plan->peakStep = static_cast<std::int64_t>(step);
        }
    return plan;
}

// x -> A -> a -> Relu -> r -> B -> y, and the same with A and Relu fused into F.
struct Example {
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();
    ValueId x, a, r, y;
    NodeId nodeA, relu, nodeB, fused;

    Example() {
        ir::GraphBuilder builder;
        x = builder.input("x", Small);
        a = builder.value("a", Large);
        nodeA = builder.nodeInto("Conv", {x}, {a});
        r = builder.value("r", Large);
        relu = builder.nodeInto("Relu", {a}, {r});
        y = builder.value("y", Small);
        nodeB = builder.nodeInto("Conv", {r}, {y});
        builder.output(y);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(builder.graph());

        auto history = std::make_shared<fusion::History>();
        history->base = builder.graph();
        history->graph = builder.graph();
        history->graph.removeNode(nodeA);
        history->graph.removeNode(relu);
        ir::Node node;
        node.op = "ConvRelu";
        node.name = "group";
        node.inputs = {x};
        node.outputs = {r};
        node.origins = {nodeA, relu};
        node.id = history->graph.nextNode();
        fused = node.id;
        history->graph.insertNode(std::move(node), 0);
        fusion::Step step;
        step.nodes = {nodeA, relu};
        step.made = {fused};
        step.patch.removed = {nodeA, relu};
        history->steps.push_back(std::move(step));

        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        analysis->fusion = history;
        using memory::BufferKind;
        analysis->memoryBefore = planOf(*typed->graph,
                                        {buffer("x", 1024, 0, 1, BufferKind::Input), buffer("a", 4096, 0, 2),
                                         buffer("r", 4096, 1, 3), buffer("y", 1024, 2, 3, BufferKind::Output)},
                                        {8192, 0, 4096, 0}, {{x}, {a}, {r}, {y}},
                                        {NodeId(), nodeA, relu, nodeB}, {nodeA, relu, nodeB});
        analysis->memoryAfter =
            planOf(history->graph,
                   {buffer("x", 1024, 0, 1, BufferKind::Input), buffer("r", 4096, 0, 2),
                    buffer("y", 1024, 1, 2, BufferKind::Output)},
                   {4096, 0, 4096}, {{x}, {r}, {y}}, {NodeId(), fused, nodeB}, {fused, nodeB});
    }
};

// x -> Conv -> a -> Reshape -> v -> Relu -> r -> Conv -> y: a, v and r are the same bytes.
struct SharedExample {
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();
    ValueId x, a, v, r, y;
    NodeId first, reshape, relu, last;

    SharedExample() {
        ir::GraphBuilder builder;
        x = builder.input("x", Small);
        a = builder.value("a", Large);
        first = builder.nodeInto("Conv", {x}, {a});
        v = builder.value("v", Large);
        reshape = builder.nodeInto("Reshape", {a}, {v});
        r = builder.value("r", Large);
        relu = builder.nodeInto("Relu", {v}, {r});
        y = builder.value("y", Small);
        last = builder.nodeInto("Conv", {r}, {y});
        builder.output(y);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(builder.take());
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        using memory::BufferKind;
        auto plan = planOf(*typed->graph,
                           {buffer("x", 1024, 0, 1, BufferKind::Input), buffer("a", 4096, 0, 4),
                            buffer("y", 1024, 3, 4, BufferKind::Output)},
                           {4096, 0, 4096}, {{x}, {a, v, r}, {y}}, {NodeId(), first, last},
                           {first, reshape, relu, last});
        plan->liveness.sharings = {
            {v, a, reshape, "Reshape changes no bytes"},
            {r, v, relu, "Relu is the last to read 'v'", memory::SharingKind::Overwrite}};
        analysis->memoryBefore = plan;
    }
};

// The stages of memory alone: the graphs above do not run.
inline std::unique_ptr<views::StageJobs> memoryStages(views::SettingsModel& settings, QThreadPool& pool,
                                                      QThreadPool* searches = nullptr) {
    std::set<std::string, std::less<>> others;
    for (const pipeline::Stage* stage : pipeline::stages())
        if (!stage->name.starts_with("memory") && stage->name != "type") others.emplace(stage->name);
    auto jobs = std::make_unique<views::StageJobs>(settings, pool, searches);
    jobs->setUnwanted(std::move(others));
    return jobs;
}

// `count` tensors that all live in the bytes of the first.
inline std::shared_ptr<pipeline::Analysis> oneBuffer(int count) {
    ir::GraphBuilder builder;
    std::vector<ValueId> values{builder.input("x", Small)};
    std::vector<NodeId> steps;
    std::vector<memory::Sharing> sharings;
    for (int i = 1; i < count; ++i) {
        values.push_back(builder.value("v" + std::to_string(i), Small));
        steps.push_back(builder.nodeInto("Relu", {values[values.size() - 2]}, {values.back()}));
        sharings.push_back({values.back(), values[values.size() - 2], steps.back(), "nobody else reads it",
                            memory::SharingKind::Overwrite});
    }
    auto analysis = std::make_shared<pipeline::Analysis>();
    auto typed = std::make_shared<pipeline::Typed>();
    typed->graph = std::make_shared<ir::Graph>(builder.take());
    analysis->opened = std::make_shared<pipeline::Opened>();
    analysis->typed = typed;
    auto plan = planOf(*typed->graph, {buffer("x", 1024, 0, count - 1)}, {0}, {values}, {NodeId()}, steps);
    plan->liveness.sharings = std::move(sharings);
    analysis->memoryBefore = plan;
    return analysis;
}

// `count` tensors, each written by an operator of its own and read up to `longest` steps later.
inline std::shared_ptr<pipeline::Analysis> longChain(int count, int longest) {
    ir::GraphBuilder builder;
    std::vector<memory::Buffer> buffers;
    std::vector<std::int64_t> offsets;
    std::vector<std::vector<ValueId>> values;
    std::vector<NodeId> steps;
    for (int i = 0; i < count; ++i) {
        const ValueId value =
            builder.value("block/" + std::to_string(i / 10) + "/v" + std::to_string(i), Small);
        steps.push_back(builder.nodeInto("Relu", {}, {value}));
        buffers.push_back(buffer("v", 64 + i % 977, i, std::min(i + 1 + i % longest, count)));
        buffers.back().name = "block/" + std::to_string(i / 10) + "/v" + std::to_string(i);
        offsets.push_back(i % longest * 1100);
        values.push_back({value});
    }
    auto analysis = std::make_shared<pipeline::Analysis>();
    auto typed = std::make_shared<pipeline::Typed>();
    typed->graph = std::make_shared<ir::Graph>(builder.take());
    analysis->opened = std::make_shared<pipeline::Opened>();
    analysis->typed = typed;
    analysis->memoryBefore =
        planOf(*typed->graph, std::move(buffers), std::move(offsets), std::move(values), steps, steps);
    return analysis;
}

} // namespace edgewright::test
