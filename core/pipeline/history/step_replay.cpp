// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/history/step_replay.h"

#include "core/ir/known_beforehand.h"
#include "core/pipeline/memory/order_list.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace edgewright::pipeline {

namespace {

// What a file declares may be anything: bytes are cut off where sums could overflow.
std::int64_t sizeOf(const ir::Value& value) {
    constexpr std::int64_t MaxTensorBytes = std::int64_t(1) << 45;
    const bool sized = value.type.dtype != ir::DataType::String && ir::bitWidth(value.type.dtype) > 0;
    return sized ? std::clamp<std::int64_t>(value.type.bytes().value_or(0), 0, MaxTensorBytes) : 0;
}

class Replay {
public:
    Replay(const fusion::History& history, const ir::Graph& graph, std::size_t from,
           const cost::Processor& processor)
        : m_history(history), m_from(from), m_processor(processor), m_graph(graph),
          m_nodes(history.graph.nextNode().index()), m_values(history.graph.valueCount()),
          m_places(history.graph.nextNode().index()) {
        for (const ValueId id : graph.inputs)
            if (known(id)) m_values[id.index()].input = true;
        for (const ValueId id : graph.outputs)
            if (known(id)) m_values[id.index()].output = true;
        for (std::size_t i = 0; i < graph.valueCount(); ++i)
            setSize(graph.value(ValueId(i)));
        for (const NodeId id : graph.order()) {
            m_places.append(id);
            enter(graph.node(id));
        }
        for (std::size_t i = 0; i < m_values.size(); ++i)
            note(ValueId(i));
        flush();
        m_startEvents = m_events.size();
    }

    Replayed run(std::vector<StepBenefit>& benefits) {
        Replayed result;
        result.secondsBefore = m_seconds;
        std::size_t step = m_from;
        for (; step < m_history.steps.size(); ++step) {
            const fusion::Step& it = m_history.steps[step];
            const double before = m_seconds;
            if (!apply(it)) break;
            benefits[step].seconds = before - m_seconds;
            flush();
            m_stepEnds.push_back(m_events.size());
        }
        result.end = step;
        result.secondsAfter = m_seconds;
        result.peaks = peaks();
        return result;
    }

private:
    // In front of the first replayed step and behind each.
    std::vector<std::int64_t> peaks() const {
        const auto position = m_places.positions();
        RangeAddMaxTree live(std::max<std::size_t>(1, m_places.size()));
        const std::size_t last = std::max<std::size_t>(1, m_places.size()) - 1;
        std::vector<std::int64_t> result;
        std::size_t next = 0;
        const auto play = [&](std::size_t end) {
            for (; next < end; ++next) {
                const Event& event = m_events[next];
                live.add(event.born.valid() ? position[event.born.index()] : 0,
                         event.toEnd              ? last
                         : event.lastRead.valid() ? position[event.lastRead.index()]
                                                  : 0,
                         event.bytes);
            }
            result.push_back(live.peak());
        };
        play(m_startEvents);
        for (const std::size_t end : m_stepEnds)
            play(end);
        return result;
    }

    struct NodeState {
        const ir::Node* node = nullptr;
        bool runs = false;
        double seconds = 0;
    };
    // A lifetime that begins (or, with negative bytes, is taken back).
    struct Event {
        NodeId born; // invalid: from the start
        NodeId lastRead;
        bool toEnd = false;
        std::int64_t bytes = 0;
    };
    struct ValueState {
        std::int64_t bytes = 0;
        bool known = false; // beforehand
        bool input = false, output = false, noted = false;
        NodeId producer;
        std::vector<NodeId> readers; // one for each reading node
        std::optional<Event> alive;
    };

    // The graphs of one control-flow operator: what all steps inside save, and the sum of their weights.
    struct Body {
        double saved = 0, weight = 0;
    };

    bool known(ValueId id) const { return id.valid() && id.index() < m_values.size(); }

    void setSize(const ir::Value& value) {
        ValueState& state = m_values[value.id.index()];
        state.known = value.constant.has_value() || value.folded.has_value() || value.outer.has_value();
        state.bytes = state.known ? 0 : sizeOf(value);
    }

    void note(ValueId id) {
        if (!known(id) || m_values[id.index()].noted) return;
        m_values[id.index()].noted = true;
        m_noted.push_back(id);
    }

    // visit(id) for each tensor that the node or its subgraphs read, once.
    template <typename Visit>
    void forEachRead(const ir::Node& node, Visit visit) {
        m_reads.clear();
        for (const ValueId id : node.inputs)
            if (known(id)) m_reads.push_back(id);
        for (const ir::Attribute& attribute : node.attributes)
            if (std::holds_alternative<std::shared_ptr<const ir::Graph>>(attribute.value) ||
                std::holds_alternative<std::vector<std::shared_ptr<const ir::Graph>>>(attribute.value)) {
                for (const ValueId id : ir::capturedValues(node))
                    if (known(id)) m_reads.push_back(id);
                break;
            }
        std::ranges::sort(m_reads);
        m_reads.erase(std::unique(m_reads.begin(), m_reads.end()), m_reads.end());
        for (const ValueId id : m_reads)
            visit(id);
    }

    void enter(const ir::Node& node) {
        NodeState& state = m_nodes[node.id.index()];
        state.node = &node;
        state.runs = !ir::isKnownBeforehand(node, [&](ValueId id) {
            return known(id) ? std::optional(m_values[id.index()].known) : std::nullopt;
        });
        state.seconds = state.runs ? m_processor.secondsOf(m_graph, node) : 0;
        m_seconds += state.seconds;
        for (const ValueId id : node.outputs)
            if (known(id) && !m_values[id.index()].producer.valid()) {
                m_values[id.index()].producer = node.id;
                note(id);
            }
        forEachRead(node, [&](ValueId id) {
            m_values[id.index()].readers.push_back(node.id);
            note(id);
        });
    }

    void leave(NodeId id) {
        NodeState& state = m_nodes[id.index()];
        if (!state.node) return;
        m_seconds -= state.seconds;
        for (const ValueId output : state.node->outputs)
            if (known(output) && m_values[output.index()].producer == id) {
                m_values[output.index()].producer = NodeId();
                note(output);
            }
        forEachRead(*state.node, [&](ValueId read) {
            std::erase(m_values[readAs(read).index()].readers, id);
            note(readAs(read));
        });
        state = {};
    }

    // Nodes are looked at as they were added; what they read may have been redirected since.
    ValueId readAs(ValueId id) const {
        for (auto it = m_redirected.find(id); it != m_redirected.end(); it = m_redirected.find(id))
            id = it->second;
        return id;
    }

    void redirect(ValueId from, ValueId to) {
        if (!known(from) || !known(to) || readAs(to) == from) return;
        ValueState& source = m_values[from.index()];
        ValueState& target = m_values[to.index()];
        for (const NodeId reader : source.readers)
            if (std::ranges::find(target.readers, reader) == target.readers.end())
                target.readers.push_back(reader);
        source.readers.clear();
        target.output |= std::exchange(source.output, false);
        m_redirected[from] = to;
        note(from);
        note(to);
    }

    bool apply(const fusion::Step& step) {
        const ir::Patch& patch = step.patch;
        if (patch.inside) {
            applyInside(step);
            return true;
        }
        const auto place = placeFor(patch);
        if (!place) return false;
        for (const ir::Value& value : patch.values)
            if (known(value.id)) {
                if (m_graph.contains(value.id))
                    m_graph.value(value.id) = value;
                else
                    m_graph.insertValue(value);
                setSize(value);
                note(value.id);
            }
        for (const NodeId id : patch.removed)
            leave(id);
        std::uint64_t behind = *place;
        for (const ir::Node& node : patch.added) {
            m_places.insertBehind(behind, node.id);
            behind = m_places.of(node.id);
            enter(node);
        }
        for (const auto& [from, to] : patch.redirected)
            redirect(from, to);
        return true;
    }

    static double weightOf(const fusion::Step& step) {
        return static_cast<double>(std::max<std::int64_t>(1, step.benefit.launches));
    }

    // The node keeps its place. What its body is worth in the end is shared out among the steps that changed
    // it, by the launches that each saved.
    void applyInside(const fusion::Step& step) {
        const NodeId id = step.patch.inside->node;
        NodeState& state = m_nodes[id.index()];
        if (!state.node || !m_history.graph.contains(id)) return; // what replaces it later says
        Body& body = m_bodies[id];
        if (body.weight == 0) {
            for (std::size_t i = m_from; i < m_history.steps.size(); ++i)
                if (const auto& inside = m_history.steps[i].patch.inside; inside && inside->node == id)
                    body.weight += weightOf(m_history.steps[i]);
            body.saved = state.seconds - m_processor.secondsOf(m_graph, m_history.graph.node(id));
        }
        const double saved = body.saved * weightOf(step) / body.weight;
        state.seconds -= saved;
        m_seconds -= saved;
    }

    // Behind what the patch removes and what its nodes read. Empty when something in front of there reads what
    // they write.
    std::optional<std::uint64_t> placeFor(const ir::Patch& patch) {
        std::uint64_t place = 0;
        for (const NodeId id : patch.removed)
            place = std::max(place, m_places.of(id));
        std::set<ValueId> made, ready;
        for (const ir::Node& node : patch.added)
            made.insert(node.outputs.begin(), node.outputs.end());
        bool sorted = true;
        for (const ir::Node& node : patch.added) {
            forEachRead(node, [&](ValueId id) {
                if (ready.contains(id)) return;
                sorted = sorted && !made.contains(id);
                const NodeId producer = m_values[id.index()].producer;
                if (producer.valid()) place = std::max(place, m_places.of(producer));
            });
            ready.insert(node.outputs.begin(), node.outputs.end());
        }
        const auto readLater = [&](ValueId id, std::uint64_t written) {
            return !known(id) || std::ranges::all_of(m_values[id.index()].readers, [&](NodeId reader) {
                return m_places.of(reader) > written ||
                       std::ranges::find(patch.removed, reader) != patch.removed.end();
            });
        };
        for (const ValueId id : made)
            sorted = sorted && readLater(id, place);
        for (const auto& [from, to] : patch.redirected) {
            if (!known(from) || !known(to)) continue;
            const NodeId producer = m_values[to.index()].producer;
            sorted = sorted && readLater(from, made.contains(to)  ? place
                                               : producer.valid() ? m_places.of(producer)
                                                                  : 0);
        }
        return sorted ? std::optional(place) : std::nullopt;
    }

    // Takes back the lifetimes of what was noted, and says how they are now.
    void flush() {
        for (const ValueId id : m_noted) {
            ValueState& state = m_values[id.index()];
            state.noted = false;
            if (state.alive) {
                Event gone = *state.alive;
                gone.bytes = -gone.bytes;
                m_events.push_back(gone);
                state.alive.reset();
            }
            const bool written =
                state.input || (state.producer.valid() && m_nodes[state.producer.index()].runs);
            if (!written || state.bytes == 0) continue;
            Event event{state.input ? NodeId() : state.producer, state.producer, state.output, state.bytes};
            std::uint64_t last = 0;
            for (const NodeId reader : state.readers)
                if (m_nodes[reader.index()].runs && m_places.of(reader) > last) {
                    last = m_places.of(reader);
                    event.lastRead = reader;
                }
            m_events.push_back(event);
            state.alive = event;
        }
        m_noted.clear();
    }

    const fusion::History& m_history;
    std::size_t m_from;
    const cost::Processor& m_processor;
    ir::Graph m_graph;              // holds the values as they were: constants that nobody reads are gone later
    std::vector<NodeState> m_nodes; // by NodeId
    std::vector<ValueState> m_values; // by ValueId
    std::unordered_map<ValueId, ValueId> m_redirected;
    OrderList m_places;
    std::unordered_map<NodeId, Body> m_bodies;
    std::vector<ValueId> m_noted;        // whose lifetimes flush() says anew
    std::vector<ValueId> m_reads;        // working space of forEachRead()
    std::vector<Event> m_events;         // in the order of the steps
    std::vector<std::size_t> m_stepEnds; // by replayed step: in m_events
    std::size_t m_startEvents = 0;       // of the graph before the first of them
    double m_seconds = 0;
};

} // namespace

Replayed replay(const fusion::History& history, const ir::Graph& graph, std::size_t from,
                const cost::Processor& processor, std::vector<StepBenefit>& benefits) {
    return Replay(history, graph, from, processor).run(benefits);
}

} // namespace edgewright::pipeline
