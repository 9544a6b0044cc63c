// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include "core/ir/order.h"
#include "core/memory/storage_sharing.h"

#include <algorithm>

namespace edgewright::memory {

namespace {

std::string nameOf(const ir::Value& value) {
    return value.name.empty() ? "value #" + std::to_string(value.id.index()) : value.name;
}

class Builder {
public:
    Builder(const ir::Graph& graph, const LivenessOptions& options)
        : m_graph(graph), m_options(options), m_connections(graph), m_step(graph.nextNode().index(), -1),
          m_buffer(graph.valueCount()) {}

    Liveness build() {
        findSteps();
        for (const ValueId id : m_graph.inputs)
            if (isPlanned(id)) addBuffer(id, NodeId(), 0);
        for (std::size_t step = 0; step < m_result.steps.size(); ++step) {
            const ir::Node& node = m_graph.node(m_result.steps[step]);
            for (const ValueId output : node.outputs) {
                if (!output.valid() || !m_graph.contains(output) || m_connections.producer(output) != node.id)
                    continue;
                if (!isPlanned(output)) continue;
                if (m_options.inPlace && output == node.output(0) &&
                    share(node, output, static_cast<std::int64_t>(step)))
                    continue;
                addBuffer(output, node.id, static_cast<std::int64_t>(step));
            }
        }
        return std::move(m_result);
    }

private:
    void findSteps() {
        const ir::Order order = ir::executionOrder(m_graph);
        for (const NodeId id : order.nodes) {
            if (isKnownBeforehand(m_graph.node(id))) continue;
            m_step[id.index()] = static_cast<std::int64_t>(m_result.steps.size());
            m_result.steps.push_back(id);
        }
        for (const NodeId id : order.cyclic)
            skip(Severity::Error, "cycle", "lies on or behind a cycle: it never runs and is not planned", id,
                 ValueId(), "node '" + m_graph.node(id).label() + "'");
        m_result.problem.steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_result.steps.size()));
    }

    bool isKnownBeforehand(const ir::Node& node) const {
        bool any = false;
        for (const ValueId id : node.outputs) {
            if (!id.valid() || !m_graph.contains(id)) continue;
            if (!m_graph.value(id).known()) return false;
            any = true;
        }
        return any;
    }

    // Whether the value takes space; notes why not, where that is a gap in our knowledge.
    bool isPlanned(ValueId id) {
        if (!id.valid() || !m_graph.contains(id) || m_buffer[id.index()].valid()) return false;
        const ir::Value& value = m_graph.value(id);
        if (value.constant || value.folded || value.outer) return false;
        const bool sized = value.type.dtype != ir::DataType::String && ir::bitWidth(value.type.dtype) > 0;
        if (sized && value.type.bytes()) return true;
        skip(Severity::Warning, "unknown-size",
             "has type " + value.type.text() + ": its size is not known, so it is not planned",
             m_connections.producer(id).value_or(NodeId()), id, "value '" + nameOf(value) + "'");
        return false;
    }

    void skip(Severity severity, std::string code, const std::string& what, NodeId node, ValueId value,
              std::string place) {
        m_result.skipped.push_back({severity, std::move(code), place + " " + what, node, value, place});
    }

    // The step after the last one that needs the value.
    std::int64_t endOf(ValueId id, std::int64_t born) const {
        if (m_graph.isOutput(id)) return m_result.problem.steps;
        std::int64_t end = born + 1;
        for (const NodeId reader : m_connections.consumers(id))
            end = std::max(end, m_step[reader.index()] + 1);
        return end;
    }

    void addBuffer(ValueId id, NodeId producer, std::int64_t born) {
        const ir::Value& value = m_graph.value(id);
        Buffer buffer;
        buffer.name = nameOf(value);
        buffer.size = *value.type.bytes();
        buffer.lower = born;
        buffer.upper = endOf(id, born);
        buffer.alignment = std::max<std::int64_t>(1, m_options.alignment);
        buffer.kind = !producer.valid()      ? BufferKind::Input
                      : m_graph.isOutput(id) ? BufferKind::Output
                                             : BufferKind::Activation;
        m_buffer[id.index()] = BufferId(m_result.problem.buffers.size());
        m_result.problem.buffers.push_back(std::move(buffer));
        m_result.values.push_back({id});
        m_result.producer.push_back(producer);
    }

    void join(ValueId value, ValueId source, const ir::Node& node, std::int64_t step, std::string reason) {
        const BufferId id = m_buffer[source.index()];
        Buffer& buffer = m_result.problem.buffers[id.index()];
        buffer.upper = std::max(buffer.upper, endOf(value, step));
        if (buffer.kind == BufferKind::Activation && m_graph.isOutput(value)) buffer.kind = BufferKind::Output;
        m_buffer[value.index()] = id;
        m_result.values[id.index()].push_back(value);
        m_result.sharings.push_back({value, source, node.id, std::move(reason)});
    }

    bool share(const ir::Node& node, ValueId output, std::int64_t step) {
        const std::int64_t bytes = *m_graph.value(output).type.bytes();
        if (isView(node)) {
            const ValueId source = node.input(0);
            if (!bufferOf(source) || m_graph.value(source).type.bytes() != bytes) return false;
            join(output, source, node, step,
                 node.op + " changes no bytes: '" + nameOf(m_graph.value(output)) + "' is a view of '" +
                     nameOf(m_graph.value(source)) + "'");
            return true;
        }
        for (const ValueId source : overwritable(m_graph, node)) {
            const Buffer* buffer = bufferOf(source);
            if (!buffer || buffer->upper != step + 1) continue; // somebody reads these bytes later
            // The caller's input stays as it is; an output's bytes must last.
            if (buffer->kind != BufferKind::Activation || buffer->size != bytes) continue;
            join(output, source, node, step,
                 node.op + " is element-wise and the last to read '" + nameOf(m_graph.value(source)) + "': '" +
                     nameOf(m_graph.value(output)) + "' overwrites it");
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
    const ir::Connections m_connections;
    Liveness m_result;
    std::vector<std::int64_t> m_step; // by NodeId; -1: does not run
    std::vector<BufferId> m_buffer;   // by ValueId
};

} // namespace

Liveness liveness(const ir::Graph& graph, const LivenessOptions& options) {
    return Builder(graph, options).build();
}

ir::ArenaPlan arenaPlan(const Liveness& liveness, const Solution& solution) {
    ir::ArenaPlan plan;
    plan.arenaBytes = solution.peak;
    for (std::size_t i = 0; i < liveness.values.size() && i < solution.offsets.size(); ++i)
        for (const ValueId value : liveness.values[i])
            plan.places[value] = {solution.offsets[i], liveness.problem.buffers[i].size};
    return plan;
}

} // namespace edgewright::memory
