// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/memory/body_plan.h"
#include "core/memory/joined_parts.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/storage_sharing.h"
#include "core/memory/value_sizes.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace edgewright::memory {

namespace {

constexpr std::int64_t ScratchAlignment = 64; // bytes, which kernels count on

std::string nameOf(const ir::Value& value) {
    return value.name.empty() ? "value #" + std::to_string(value.id.index()) : value.name;
}

class LivenessBuilder {
public:
    LivenessBuilder(const ir::Graph& graph, const LivenessOptions& options, BodyBudget& budget)
        : m_graph(graph), m_options(options), m_budget(budget), m_sizes(graph), m_connections(graph),
          m_step(graph.nextNode().index(), -1), m_isOutput(graph.valueCount(), false),
          m_buffer(graph.valueCount()) {
        for (const ValueId id : graph.outputs)
            if (id.valid() && graph.contains(id)) m_isOutput[id.index()] = true;
    }

    Liveness build() {
        findSteps();
        if (m_options.inputs != Placement::Outside)
            for (const ValueId id : m_graph.inputs)
                if (isPlanned(id)) addBuffer(id, NodeId(), 0);
        if (m_options.outputs == Placement::WholeRun) addOutputs();
        for (std::size_t step = 0; step < m_result.steps.size(); ++step) {
            const ir::Node& node = m_graph.node(m_result.steps[step]);
            for (const ValueId output : node.outputs) {
                if (!output.valid() || !m_graph.contains(output) || m_connections.producer(output) != node.id)
                    continue;
                if (isOutput(output) && m_options.outputs == Placement::Outside) continue;
                if (!isPlanned(output)) continue;
                if (m_options.inPlace && !m_options.unshared.contains(output) && output == node.output(0) &&
                    share(node, output, static_cast<std::int64_t>(step)))
                    continue;
                addBuffer(output, node.id, static_cast<std::int64_t>(step));
            }
            addScratch(node, static_cast<std::int64_t>(step));
            addBodies(node, static_cast<std::int64_t>(step));
        }
        if (m_options.weights) addWeights();
        m_writes.resize(m_result.problem.buffers.size());
        if (m_options.inPlace && m_options.parts) joinParts(m_graph, m_options, m_writes, m_result);
        return std::move(m_result);
    }

private:
    void findSteps() {
        const ir::Order order = ir::executionOrder(m_graph);
        for (const NodeId id : order.nodes) {
            if (ir::isKnownBeforehand(m_graph, m_graph.node(id))) continue;
            m_step[id.index()] = static_cast<std::int64_t>(m_result.steps.size());
            m_result.steps.push_back(id);
        }
        for (const NodeId id : order.cyclic)
            skip(
                Severity::Error, "cycle",
                [] { return say("lies on or behind a cycle: it never runs and is not planned"); }, id,
                ValueId(), say("node '{1}'", m_graph.node(id).label()));
        m_result.problem.steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_result.steps.size()));
    }

    // Whether the value takes space; notes why not, where that is a gap in our knowledge.
    bool isPlanned(ValueId id) {
        if (!id.valid() || !m_graph.contains(id) || m_buffer[id.index()].valid()) return false;
        if (m_options.outside.contains(id)) return false;
        const ir::Value& value = m_graph.value(id);
        if (value.constant || value.folded || value.outer) return false;
        if (m_sizes.bytes(id)) return true;
        skip(
            Severity::Warning, "unknown-size",
            [&] { return say("has type {1}: its size is not known, so it is not planned", value.type.text()); },
            m_connections.producer(id).value_or(NodeId()), id, say("value '{1}'", nameOf(value)));
        return false;
    }

    void skip(Severity severity, std::string code, const auto& what, NodeId node, ValueId value,
              std::string place) {
        m_result.skipped.push_back(
            {severity, std::move(code), say("{1} {2}", place, what()), node, value, place});
        const InEnglish english; // for files
        m_result.unplanned.push_back(
            {value.valid() ? nameOf(m_graph.value(value)) : m_graph.node(node).label(), what()});
    }

    bool isOutput(ValueId id) const { return m_isOutput[id.index()]; }

    // The step after the last one that needs the value.
    std::int64_t endOf(ValueId id, std::int64_t born) const {
        if (isOutput(id)) return m_result.problem.steps;
        std::int64_t end = born + 1;
        for (const NodeId reader : m_connections.consumers(id))
            end = std::max(end, m_step[reader.index()] + 1);
        return end;
    }

    void addBuffer(ValueId id, NodeId producer, std::int64_t born) {
        const ir::Value& value = m_graph.value(id);
        const bool whole = !producer.valid() && m_options.inputs == Placement::WholeRun;
        const BufferKind kind = !producer.valid() ? BufferKind::Input
                                : isOutput(id)    ? BufferKind::Output
                                                  : BufferKind::Activation;
        const std::int64_t end = whole ? m_result.problem.steps : endOf(id, born);
        m_buffer[id.index()] = addBuffer(nameOf(value), *m_sizes.bytes(id), born, end, kind, producer);
        m_result.values.back() = {id};
        if (const auto largest = m_sizes.bounded(id)) m_result.bounded.push_back({id, nameOf(value), *largest});
    }

    void addOutputs() {
        for (const ValueId id : m_graph.outputs) {
            const auto producer = id.valid() ? m_connections.producer(id) : std::nullopt;
            if (producer && m_step[producer->index()] >= 0 && isPlanned(id)) addBuffer(id, *producer, 0);
        }
    }

    void addScratch(const ir::Node& node, std::int64_t step) {
        const auto found = m_options.scratch.find(node.id);
        if (found == m_options.scratch.end() || found->second <= 0) return;
        const BufferId id = addBuffer("scratch of " + node.label(), found->second, step, step + 1,
                                      BufferKind::Scratch, node.id);
        std::int64_t& alignment = m_result.problem.buffers[id.index()].alignment;
        alignment = std::lcm(alignment, ScratchAlignment);
    }

    // What runs inside of the node has one buffer, in which its own plans place it.
    void addBodies(const ir::Node& node, std::int64_t step) {
        if (!runsGraphs(node)) return;
        if (!whyUnplanned(node).empty()) {
            skip(
                Severity::Warning, "unplanned-body", [&] { return whyUnplanned(node); }, node.id, ValueId(),
                say("node '{1}'", node.label()));
            return;
        }
        const auto known = m_options.bodies.find(node.id);
        const auto plans =
            known != m_options.bodies.end() ? known->second : planBodies(m_graph, node, m_options, m_budget);
        for (const BodyPlan& plan : *plans) {
            const auto within = [&] { return say("in '{1}' of node '{2}':", plan.name, node.label()); };
            for (const Diagnostic& each : plan.liveness.skipped)
                m_result.skipped.push_back({each.severity, each.code, say("{1} {2}", within(), each.message),
                                            node.id, ValueId(), within()});
            const InEnglish english; // for files
            for (const Unplanned& each : plan.liveness.unplanned)
                m_result.unplanned.push_back({each.name, say("{1} {2}", within(), each.reason)});
            for (const Bounded& each : plan.liveness.bounded)
                m_result.bounded.push_back({ValueId(), each.name, each.largest});
        }
        m_result.bodies[node.id] = plans;
        const std::int64_t bytes = bytesOf(*plans);
        if (bytes > 0) addBuffer("body of " + node.label(), bytes, step, step + 1, BufferKind::Body, node.id);
    }

    void addWeights() {
        for (const NodeId id : m_result.steps)
            for (const ValueId read : m_graph.node(id).inputs) {
                if (!read.valid() || !m_graph.contains(read) || m_buffer[read.index()].valid()) continue;
                const ir::Value& value = m_graph.value(read);
                const auto bytes = value.constant ? value.constant->type().bytes() : std::nullopt;
                if (!bytes || value.constant->type().dtype == ir::DataType::String) continue;
                m_buffer[read.index()] =
                    addBuffer(nameOf(value), *bytes, 0, m_result.problem.steps, BufferKind::Weight, NodeId());
                m_result.values.back() = {read};
            }
    }

    BufferId addBuffer(std::string name, std::int64_t size, std::int64_t lower, std::int64_t upper,
                       BufferKind kind, NodeId producer) {
        Buffer buffer;
        buffer.name = std::move(name);
        buffer.size = size;
        buffer.lower = lower;
        buffer.upper = upper;
        buffer.alignment = std::max<std::int64_t>(1, m_options.alignment);
        buffer.kind = kind;
        const BufferId id(m_result.problem.buffers.size());
        m_result.problem.buffers.push_back(std::move(buffer));
        m_result.values.emplace_back();
        m_result.producer.push_back(producer);
        return id;
    }

    void join(ValueId value, ValueId source, const ir::Node& node, std::int64_t step, std::string reason,
              SharingKind kind) {
        const BufferId id = m_buffer[source.index()];
        Buffer& buffer = m_result.problem.buffers[id.index()];
        buffer.upper = std::max(buffer.upper, endOf(value, step));
        if (buffer.kind == BufferKind::Activation && isOutput(value)) buffer.kind = BufferKind::Output;
        m_buffer[value.index()] = id;
        m_result.values[id.index()].push_back(value);
        m_result.sharings.push_back({value, source, node.id, std::move(reason), kind});
        if (kind != SharingKind::Overwrite) return;
        m_writes.resize(m_result.problem.buffers.size());
        m_writes[id.index()].push_back(step);
    }

    // Not where the size is an upper bound: that says nothing of what a run has.
    bool share(const ir::Node& node, ValueId output, std::int64_t step) {
        if (m_sizes.bounded(output)) return false;
        const std::int64_t bytes = *m_graph.value(output).type.bytes();
        if (ops::isView(node)) {
            const ValueId source = node.input(0);
            if (!bufferOf(source) || m_graph.value(source).type.bytes() != bytes) return false;
            join(output, source, node, step,
                 say("{1} changes no bytes: '{2}' is a view of '{3}'", node.op, nameOf(m_graph.value(output)),
                     nameOf(m_graph.value(source))),
                 SharingKind::View);
            return true;
        }
        for (const ValueId source : overwritable(m_graph, node)) {
            const Buffer* buffer = bufferOf(source);
            if (!buffer || buffer->upper != step + 1) continue; // somebody reads these bytes later
            // The caller's input stays as it is; an output's bytes must last.
            if (buffer->kind != BufferKind::Activation || buffer->size != bytes) continue;
            join(output, source, node, step,
                 say("{1} is element-wise and the last to read '{2}': '{3}' overwrites it", node.op,
                     nameOf(m_graph.value(source)), nameOf(m_graph.value(output))),
                 SharingKind::Overwrite);
            return true;
        }
        return false;
    }

    const Buffer* bufferOf(ValueId id) const {
        if (!id.valid() || !m_graph.contains(id) || !m_buffer[id.index()].valid()) return nullptr;
        return &m_result.problem.buffers[m_buffer[id.index()].index()];
    }

    const ir::Graph& m_graph;
    const LivenessOptions& m_options;
    BodyBudget& m_budget;
    const ValueSizes m_sizes;
    const ir::Connections m_connections;
    Liveness m_result;
    std::vector<std::int64_t> m_step;                // by NodeId; -1: does not run
    std::vector<bool> m_isOutput;                    // by ValueId
    std::vector<BufferId> m_buffer;                  // by ValueId
    std::vector<std::vector<std::int64_t>> m_writes; // by BufferId: steps in which it is overwritten
};

} // namespace

std::size_t Liveness::plannedTensors() const {
    std::size_t count = 0;
    for (const auto& each : values)
        count += each.size();
    for (const auto& [node, plans] : bodies)
        for (const BodyPlan& plan : *plans)
            count += plan.liveness.plannedTensors();
    return count;
}

std::string Liveness::partText() const {
    if (isWhole()) return {};
    const std::size_t planned = plannedTensors();
    return say("{1} of {2} tensors", planned, planned + unplanned.size());
}

Liveness liveness(const ir::Graph& graph, const LivenessOptions& options) {
    BodyBudget budget;
    return liveness(graph, options, budget);
}

Liveness liveness(const ir::Graph& graph, const LivenessOptions& options, BodyBudget& budget) {
    return LivenessBuilder(graph, options, budget).build();
}

namespace {

// Offsets count from `base` bytes on.
ir::ArenaPlan arenaPlan(const Liveness& liveness, const Solution& solution, std::int64_t base) {
    ir::ArenaPlan plan;
    plan.arenaBytes = solution.peak;
    plan.firstByte = base;
    for (const Bounded& each : liveness.bounded)
        if (each.value.valid()) plan.atMost.insert(each.value);
    for (std::size_t i = 0; i < liveness.values.size() && i < solution.offsets.size(); ++i) {
        const std::int64_t offset = base + solution.offsets[i];
        for (const ValueId value : liveness.values[i]) {
            const Part place = liveness.placeIn(BufferId(i), value);
            plan.places[value] = {offset + place.offset, place.size};
        }
        const BufferKind kind = liveness.problem.buffers[i].kind;
        if (kind == BufferKind::Scratch)
            plan.scratch[liveness.producer[i]] = {offset, liveness.problem.buffers[i].size};
        if (kind == BufferKind::Body)
            for (const BodyPlan& body : *liveness.bodies.at(liveness.producer[i]))
                plan.bodies[liveness.producer[i]].push_back(arenaPlan(body.liveness, body.solution, offset));
    }
    return plan;
}

} // namespace

SideBySide sideBySide(const Liveness& liveness) {
    SideBySide sum;
    const auto add = [](std::int64_t& end, std::int64_t size, std::int64_t alignment) {
        constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();
        if (size > 0) end = end > Most - alignment - size ? Most : alignUp(end, alignment) + size;
    };
    for (std::size_t i = 0; i < liveness.problem.buffers.size(); ++i) {
        const Buffer& buffer = liveness.problem.buffers[i];
        add(sum.buffers, buffer.size, buffer.alignment);
        if (i >= liveness.values.size() || liveness.values[i].empty()) {
            add(sum.tensors, buffer.size, buffer.alignment);
            continue;
        }
        for (const ValueId value : liveness.values[i])
            add(sum.tensors, liveness.placeIn(BufferId(i), value).size, buffer.alignment);
    }
    return sum;
}

ir::ArenaPlan arenaPlan(const Liveness& liveness, const Solution& solution) {
    return arenaPlan(liveness, solution, 0);
}

} // namespace edgewright::memory
