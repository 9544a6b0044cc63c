// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/graph_schedule.h"

#include "core/ir/order.h"
#include "core/memory/body_plan.h"
#include "core/memory/storage_sharing.h"
#include "core/memory/value_sizes.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace edgewright::memory {

namespace {

constexpr std::uint32_t NoIndex = std::numeric_limits<std::uint32_t>::max();

void sortOnce(std::vector<std::uint32_t>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// The decisions that liveness takes step by step, taken for every order at once: which values are always the
// same bytes, and which operators overwrite a storage when they are the last to read it.
class ScheduleBuilder {
public:
    ScheduleBuilder(const ir::Graph& graph, const LivenessOptions& options)
        : m_graph(graph), m_options(options), m_sizes(graph), m_connections(graph),
          m_isOutput(graph.valueCount(), false), m_storage(graph.valueCount(), NoIndex),
          m_operator(graph.nextNode().index(), NoIndex) {
        for (const ValueId id : graph.outputs)
            if (id.valid() && graph.contains(id)) m_isOutput[id.index()] = true;
        m_bodies = options.bodies.empty() ? planBodies(graph, options) : options.bodies;
    }

    GraphSchedule build() {
        const ir::Order order = ir::executionOrder(m_graph);
        for (const NodeId id : order.nodes) {
            if (ir::isKnownBeforehand(m_graph, m_graph.node(id))) continue;
            m_operator[id.index()] = static_cast<std::uint32_t>(m_result.nodes.size());
            m_result.nodes.push_back(id);
        }
        m_result.problem.operators.resize(m_result.nodes.size());
        if (m_options.inputs != Placement::Outside)
            for (const ValueId id : m_graph.inputs)
                if (isPlanned(id)) addStorage(id, true, m_options.inputs == Placement::WholeRun);
        if (m_options.outputs == Placement::WholeRun) addOutputs();
        for (const NodeId id : order.nodes) {
            const ir::Node& node = m_graph.node(id);
            if (m_operator[id.index()] != NoIndex)
                addOperator(node, m_operator[id.index()]);
            else
                m_behind[id] = awaited(node);
        }
        if (m_options.weights) addWeights();
        for (const auto& [op, storage] : m_overwrites)
            if (!m_result.problem.storages[storage].kept)
                m_result.problem.operators[op].overwrites.push_back(storage);
        return std::move(m_result);
    }

private:
    bool isPlanned(ValueId id) const {
        if (!id.valid() || !m_graph.contains(id) || m_storage[id.index()] != NoIndex) return false;
        const ir::Value& value = m_graph.value(id);
        if (value.constant || value.folded || value.outer || m_options.outside.contains(id)) return false;
        return m_sizes.bytes(id).has_value();
    }

    std::uint32_t addStorage(ValueId id, bool given, bool kept) {
        ScheduleProblem::Storage storage;
        storage.name = m_graph.value(id).name;
        storage.size = *m_sizes.bytes(id);
        storage.given = given;
        storage.kept = kept || m_isOutput[id.index()];
        const auto index = static_cast<std::uint32_t>(m_result.problem.storages.size());
        m_result.problem.storages.push_back(std::move(storage));
        m_writer.push_back(NoIndex);
        m_reader.push_back(NoIndex);
        m_overwriter.push_back(NoIndex);
        m_isActivation.push_back(!given);
        m_storage[id.index()] = index;
        return index;
    }

    bool runs(NodeId id) const { return m_operator[id.index()] != NoIndex; }

    std::vector<ValueId> readBy(const ir::Node& node) const {
        std::vector<ValueId> values = ir::capturedValues(node);
        values.insert(values.end(), node.inputs.begin(), node.inputs.end());
        std::erase_if(values, [&](ValueId id) { return !id.valid() || !m_graph.contains(id); });
        return values;
    }

    // Operators that run before the node does, directly or through what is known beforehand.
    std::vector<std::uint32_t> awaited(const ir::Node& node) const {
        std::vector<std::uint32_t> result;
        for (const ValueId id : readBy(node)) {
            const auto producer = m_connections.producer(id);
            if (!producer || *producer == node.id) continue;
            if (runs(*producer)) {
                result.push_back(m_operator[producer->index()]);
            } else if (const auto found = m_behind.find(*producer); found != m_behind.end()) {
                result.insert(result.end(), found->second.begin(), found->second.end());
            }
        }
        sortOnce(result);
        return result;
    }

    void addOutputs() {
        for (const ValueId id : m_graph.outputs) {
            const auto producer = id.valid() ? m_connections.producer(id) : std::nullopt;
            if (producer && runs(*producer) && isPlanned(id)) addStorage(id, true, true);
        }
    }

    void addOperator(const ir::Node& node, std::uint32_t index) {
        ScheduleProblem::Operator& op = m_result.problem.operators[index];
        op.name = node.label();
        op.after = awaited(node);
        for (const ValueId id : readBy(node)) {
            const std::uint32_t s = m_storage[id.index()];
            if (s == NoIndex) continue;
            if (m_reader[s] != index) op.reads.push_back(s);
            m_reader[s] = index;
            if (m_writer[s] != NoIndex && m_writer[s] != index) op.after.push_back(m_writer[s]);
        }
        sortOnce(op.after);
        for (const ValueId id : node.outputs)
            if (id.valid() && m_graph.contains(id) && m_connections.producer(id) == node.id)
                addOutput(node, id, op, index);
        const auto scratch = m_options.scratch.find(node.id);
        if (scratch != m_options.scratch.end()) op.scratch = std::max<std::int64_t>(0, scratch->second);
        const auto bodies = m_bodies.find(node.id);
        if (bodies != m_bodies.end()) op.scratch += bytesOf(*bodies->second);
    }

    void addOutput(const ir::Node& node, ValueId id, ScheduleProblem::Operator& op, std::uint32_t index) {
        if (m_isOutput[id.index()] && m_options.outputs == Placement::Outside) return;
        if (!isPlanned(id)) return;
        const std::int64_t bytes = *m_sizes.bytes(id);
        const bool mayShare = m_options.inPlace && !m_options.unshared.contains(id) && id == node.output(0) &&
                              !m_sizes.bounded(id);
        const std::uint32_t viewed = mayShare && ops::isView(node) && !m_sizes.bounded(node.input(0))
                                         ? storageOf(node.input(0))
                                         : NoIndex;
        if (viewed != NoIndex && m_result.problem.storages[viewed].size == bytes) {
            m_storage[id.index()] = viewed;
            m_result.problem.storages[viewed].kept |= m_isOutput[id.index()];
            return;
        }
        const std::uint32_t s = addStorage(id, false, false);
        m_writer[s] = index;
        op.writes.push_back(s);
        if (mayShare && !ops::isView(node))
            for (const ValueId source : overwritable(m_graph, node)) {
                const std::uint32_t from = storageOf(source);
                if (from == NoIndex || !m_isActivation[from] || m_result.problem.storages[from].size != bytes)
                    continue;
                if (m_overwriter[from] != index) m_overwrites.push_back({index, from});
                m_overwriter[from] = index;
            }
    }

    std::uint32_t storageOf(ValueId id) const {
        return id.valid() && m_graph.contains(id) ? m_storage[id.index()] : NoIndex;
    }

    void addWeights() {
        std::vector<bool> seen(m_graph.valueCount(), false);
        for (const NodeId node : m_result.nodes)
            for (const ValueId id : m_graph.node(node).inputs) {
                if (!id.valid() || !m_graph.contains(id) || seen[id.index()]) continue;
                seen[id.index()] = true;
                const ir::Value& value = m_graph.value(id);
                const auto bytes = value.constant ? value.constant->type().bytes() : std::nullopt;
                if (!bytes || value.constant->type().dtype == ir::DataType::String) continue;
                m_result.problem.storages.push_back({value.name, *bytes, true, true});
            }
    }

    const ir::Graph& m_graph;
    const LivenessOptions& m_options;
    const ValueSizes m_sizes;
    const ir::Connections m_connections;
    GraphSchedule m_result;
    std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>> m_bodies;
    std::vector<bool> m_isOutput;                                    // by ValueId
    std::vector<std::uint32_t> m_storage;                            // by ValueId
    std::vector<std::uint32_t> m_operator;                           // by NodeId
    std::unordered_map<NodeId, std::vector<std::uint32_t>> m_behind; // of what is known: what it waits for
    std::vector<std::uint32_t> m_writer;                             // by storage
    std::vector<std::uint32_t> m_reader, m_overwriter;               // by storage: the last one seen
    std::vector<bool> m_isActivation;                                // by storage
    struct Overwrite {
        std::uint32_t op, storage;
    };
    std::vector<Overwrite> m_overwrites; // whether the storage is kept is known once all is built
};

} // namespace

GraphSchedule scheduleProblem(const ir::Graph& graph, const LivenessOptions& options) {
    return ScheduleBuilder(graph, options).build();
}

ir::Graph reordered(const ir::Graph& graph, const GraphSchedule& schedule,
                    std::span<const std::uint32_t> order) {
    const ir::Connections connections(graph);
    const ir::Order given = ir::executionOrder(graph);
    std::vector<bool> mayGo(graph.nextNode().index(), false), gone = mayGo;
    for (const NodeId id : given.nodes)
        mayGo[id.index()] = true;
    std::vector<NodeId> nodes, open;
    nodes.reserve(graph.nodeCount());
    const auto go = [&](NodeId last) { // behind all that it waits for
        open.push_back(last);
        while (!open.empty()) {
            const NodeId id = open.back();
            const std::size_t before = open.size();
            const auto wait = [&](ValueId value) {
                const auto producer = connections.producer(value);
                if (producer && mayGo[producer->index()] && !gone[producer->index()] && *producer != id)
                    open.push_back(*producer);
            };
            if (!gone[id.index()]) {
                std::ranges::for_each(graph.node(id).inputs, wait);
                std::ranges::for_each(ir::capturedValues(graph.node(id)), wait);
            }
            if (open.size() != before) continue;
            open.pop_back();
            if (!gone[id.index()]) nodes.push_back(id);
            gone[id.index()] = true;
        }
    };
    for (const std::uint32_t op : order)
        go(schedule.nodes.at(op));
    for (const NodeId id : given.nodes)
        go(id);
    nodes.insert(nodes.end(), given.cyclic.begin(), given.cyclic.end());
    ir::Graph result = graph;
    result.setOrder(std::move(nodes));
    return result;
}

} // namespace edgewright::memory
