// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison: a plan, the graph that it is for, and the look-ups that charts and lists need.
#pragma once

#include "core/pipeline/study.h"
#include "views/memory/life_index.h"
#include "views/support/selection.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace edgewright::views {

enum class RowOrder { Start, Size, Offset };

// A tensor's time in its buffer. Tensors that share storage have one buffer and a life each.
using LifeId = Id<struct LifeTag>;
struct Life {
    ValueId value; // invalid: bytes that an operator needs while it runs
    BufferId buffer;
    std::int64_t lower = 0, upper = 0; // steps [lower, upper)
};

// From `step` on, `to` is in the bytes of `from`.
struct Link {
    LifeId from, to;
    std::int64_t step = 0;
    bool view = false; // the same content under another shape; otherwise overwritten
    std::string reason;
};

class PlanSide {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PlanSide)
public:
    // Null when the analysis has no plan for that side, or one for another graph: they are computed one by one.
    static std::shared_ptr<const PlanSide> make(std::shared_ptr<const pipeline::Analysis> analysis, bool after);
    // The same graph under another plan; `title` stands above its charts.
    static std::shared_ptr<const PlanSide> make(std::shared_ptr<const pipeline::Analysis> analysis, bool after,
                                                std::shared_ptr<const pipeline::MemoryPlan> plan,
                                                const QString& title);

    const std::shared_ptr<const pipeline::Analysis>& analysis() const { return m_analysis; }
    bool after() const { return m_after; }
    const QString& title() const { return m_title; }
    const ir::Graph& graph() const { return *m_graph; }
    const pipeline::MemoryPlan& plan() const { return *m_plan; }
    const memory::Problem& problem() const { return m_plan->liveness.problem; }
    std::int64_t steps() const { return problem().steps; }
    const memory::Buffer& buffer(BufferId id) const { return problem().buffers[id.index()]; }
    std::int64_t offset(BufferId id) const { return m_plan->solution.offsets[id.index()]; }
    std::size_t count() const { return problem().buffers.size(); }

    const std::vector<Life>& lives() const { return m_lives; } // by LifeId, those of a buffer together
    const Life& life(LifeId id) const { return m_lives[id.index()]; }
    std::string name(LifeId id) const;
    LifeId lifeOf(ValueId value) const; // invalid when the value takes no space
    LifeId firstLife(BufferId id) const { return m_first[id.index()]; }
    // Whose content the buffer holds in that step.
    LifeId lifeAt(BufferId id, std::int64_t step) const;
    const std::vector<Link>& links() const { return m_links; } // by step
    std::vector<std::size_t> linksOf(LifeId id) const;         // where it takes bytes over or hands them on
    std::vector<LifeId> rows(RowOrder order) const;

    const LifeIndex& lifeIndex() const { return m_lifeIndex; }
    const LifeIndex& bufferIndex() const { return m_bufferIndex; }
    std::int64_t top(std::int64_t step) const; // end of the highest buffer that is alive
    std::int64_t liveBytes(std::int64_t step) const;
    NodeId nodeAt(std::int64_t step) const;
    std::optional<std::int64_t> stepOf(NodeId node) const;
    // The step in which the same is computed as in a step of `other`, or the last one before that has a
    // partner.
    std::int64_t stepLike(const PlanSide& other, std::int64_t step) const;

    NodeId producer(LifeId id) const; // invalid: an input or a weight
    std::vector<NodeId> consumers(LifeId id) const;
    // A selected value: its life. A selected node: what it writes, and what it needs meanwhile. Items of the
    // other side are translated through the history of fusion.
    std::vector<LifeId> highlighted(const Item& item) const;

private:
    PlanSide() = default;
    void findLives();
    void findLinks();
    void findTops();
    std::vector<NodeId> translated(NodeId node) const;
    std::vector<NodeId> counterparts(const PlanSide& other, NodeId node) const;
    void collectWritten(NodeId node, std::vector<LifeId>& into) const;

    std::shared_ptr<const pipeline::Analysis> m_analysis; // keeps everything below alive
    std::shared_ptr<const pipeline::MemoryPlan> m_plan;
    const ir::Graph* m_graph = nullptr;
    bool m_after = false;
    QString m_title;
    std::unique_ptr<const ir::Connections> m_connections;
    std::vector<Life> m_lives;
    std::vector<LifeId> m_first; // by BufferId
    std::vector<Link> m_links;
    std::unordered_map<ValueId, LifeId> m_lifeOf;
    std::unordered_map<NodeId, std::int64_t> m_stepOf;
    std::unordered_map<NodeId, LifeId> m_scratchOf;
    LifeIndex m_lifeIndex, m_bufferIndex;
    std::vector<std::int64_t> m_tops; // by step
};

} // namespace edgewright::views
