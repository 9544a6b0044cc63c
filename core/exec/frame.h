// SPDX-License-Identifier: GPL-3.0-or-later
// One execution of one graph: the values alive in it. Subgraphs and bodies run in frames of their own.
#pragma once

#include "core/exec/arena_guard.h"
#include "core/exec/program_state.h"

namespace edgewright::exec {

class NodeContext;

class Frame {
public:
    static constexpr int DepthLimit = 64;

    // `schedule` is that of `graph`, and lends its memory for values. `plan`: of the values of `graph`; null:
    // they are allocated.
    Frame(Session& session, const ir::Graph& graph, Schedule& schedule, const Frame* outer, int depth,
          const ir::ArenaPlan* plan);
    ~Frame();
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    Session& session() const { return m_session; }
    const ir::Graph& graph() const { return m_graph; }
    int depth() const { return m_depth; }
    bool isTop() const { return m_depth == 0; }
    const ir::ArenaPlan* plan() const { return m_plan; }
    // The plan of a subgraph of the node, or of its body; null: its values are allocated.
    const ir::ArenaPlan* planInside(const ir::Node& node, const ir::Graph& graph) const;

    void set(ValueId id, Block block) {
        m_values[id.index()] = std::move(block);
        m_set.push_back(id);
    }
    // `id` was set to what it is set to in every run.
    void setConstant(ValueId id) {
        m_constant.resize(m_values.size(), false);
        m_constant[id.index()] = true;
    }
    // Null when the value has no elements (yet).
    const ir::Tensor* find(ValueId id) const;
    // True if the value is the same tensor in every run.
    bool isConstant(ValueId id) const;
    // The block of `id` when no other tensor shares it and the running step is its last reader, so that an
    // element-wise kernel may write its result over it. Null for what lies in the arena.
    const Block* reusable(ValueId id) const;

    // The part of a Concat's result that `id` is, when Schedule::slices has it and the type fits.
    std::optional<ir::Tensor> sliceOf(ValueId id, ir::DataType type, const ir::Dims& dims);

    // Runs everything and leaves the outputs (and captures) in place. `result` collects counts and timings of
    // the top.
    Result<void> run(RunResult* result);
    Result<std::vector<ir::Tensor>> outputs() const;

private:
    bool isLastRead(ValueId id) const;    // held here, and the running step is its last reader
    bool isInitializer(ValueId id) const; // here or in an outer graph
    Result<void> runNode(const ir::Node& node, Schedule::Step& step);
    Result<void> compute(const ir::Node& node, Schedule::Step& step);
    Result<void> computeOwn(NodeContext& context, const ir::Node& node, Schedule::Step& step);
    Result<std::vector<ir::Tensor>> runBody(const ir::Node& node, Schedule::Step& step);
    std::vector<ArenaGuard::Range> liveIn(std::span<const std::byte> bytes) const;
    std::vector<ArenaGuard::Range> writtenBy(const ir::Node& node) const;
    // Parts that lie in the result already, or outputs that lie in the input already; empty: the node has to
    // run.
    std::optional<Block> concatInPlace(const ir::Node& concat);
    std::optional<std::vector<Block>> splitInPlace(const ir::Node& node);
    Result<bool> runReplacement(const ir::Node& node);
    Result<void> capture(const ir::Node& node, RunResult& result);
    bool sharesStrings(const ir::Node& node, const ir::Tensor& tensor) const; // with an input of the node
    Result<void> keep(const ir::Node& node, std::size_t index, Block block);

    Session& m_session;
    const ir::Graph& m_graph;
    const Frame* m_outer;
    int m_depth;
    const ir::ArenaPlan* m_plan;
    Schedule& m_schedule;
    std::vector<Block> m_values;  // of the schedule's memory
    std::vector<ValueId> m_set;   // from outside
    std::vector<bool> m_constant; // per value that was set; empty: none
    std::uint32_t m_step = 0;     // that runs
    bool m_ranThrough = false;
    std::unordered_map<ValueId, Block> m_partlyWritten; // by result of a Concat that has some of its parts
};

// Runs `graph` on `inputs` inside `parent`: a subgraph of `node`. Results may lie where the next run of a
// subgraph of this node puts its own.
Result<std::vector<ir::Tensor>> runInner(const Frame& parent, const ir::Node& node, const ir::Graph& graph,
                                         std::vector<ir::Tensor> inputs);

} // namespace edgewright::exec
