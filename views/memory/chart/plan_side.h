// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison: a plan, the graph that it is for, and the look-ups that charts and lists need.
#pragma once

#include "core/base/short_labels.h"
#include "core/pipeline/study.h"
#include "views/memory/chart/life_index.h"
#include "views/support/selection.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::views {

enum class RowOrder { Start, Size, Offset, Module };

// A rectangle of the arena: all of a buffer, or a part of it that is a tensor of its own for a while.
using BoxId = Id<struct BoxTag>;
struct Box {
    BufferId buffer;
    memory::BufferKind kind = memory::BufferKind::Activation;
    std::int64_t offset = 0, size = 0; // bytes, from the start of the arena
    std::int64_t lower = 0, upper = 0; // steps [lower, upper)
};

// A tensor's time in its box. Tensors that are the same bytes one after the other have one box and a life each.
using LifeId = Id<struct LifeTag>;
struct Life {
    ValueId value; // invalid: bytes that an operator needs while it runs
    BoxId box;
    std::int64_t lower = 0, upper = 0; // steps [lower, upper)
};

// From `step` on, `to` is in the bytes of `from`, or takes in what `from` is a part of.
struct Link {
    LifeId from, to;
    std::int64_t step = 0;
    memory::SharingKind kind = memory::SharingKind::View;
    BoxId at;    // the bytes shared
    LifeId made; // of the two, the one that would have bytes of its own without
    std::string reason;
};

class PlanSide {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PlanSide)
public:
    // Null when the analysis has no plan for that side, or one for another graph: they are computed one by one.
    static std::shared_ptr<const PlanSide> make(std::shared_ptr<const pipeline::Analysis> analysis, bool after);
    // The same graph under another plan; `title` stands above its charts. Of A and B, A is cool and B is warm.
    static std::shared_ptr<const PlanSide> make(std::shared_ptr<const pipeline::Analysis> analysis, bool after,
                                                std::shared_ptr<const pipeline::MemoryPlan> plan,
                                                const QString& title, bool warm);

    const std::shared_ptr<const pipeline::Analysis>& analysis() const { return m_analysis; }
    bool after() const { return m_after; }
    bool warm() const { return m_warm; } // drawn in the colour of what comes after
    const QString& title() const { return m_title; }
    // As it was planned and runs; and as the other pages show it, whose node ids this class takes and gives.
    const ir::Graph& graph() const { return m_plan->graph(); }
    const ir::Graph& given() const { return *m_given; }
    const pipeline::MemoryPlan& plan() const { return *m_plan; }
    const std::shared_ptr<const pipeline::MemoryPlan>& sharedPlan() const { return m_plan; }
    const memory::Problem& problem() const { return m_plan->liveness.problem; }
    std::int64_t steps() const { return problem().steps; }
    std::size_t count() const { return problem().buffers.size(); }

    // The tensor that takes all of the buffer, or most of it.
    LifeId wholeOf(BufferId id) const;
    // True if values of the buffer are less than it.
    bool partly(BufferId id) const { return m_partly[id.index()]; }
    const Box& box(BoxId id) const { return m_boxes[id.index()]; }
    const Box& box(LifeId id) const { return box(life(id).box); }
    const std::vector<Life>& lives() const { return m_lives; } // by LifeId, those of a box together
    const Life& life(LifeId id) const { return m_lives[id.index()]; }
    std::string name(LifeId id) const;
    const ShortLabels& shortNames() const { return m_shortNames; } // of all lives, by LifeId
    LifeId lifeOf(ValueId value) const;                            // invalid when the value takes no space
    // Whose content the box holds in that step.
    LifeId lifeAt(BoxId id, std::int64_t step) const;
    const std::vector<Link>& links() const { return m_links; } // by step
    std::vector<std::size_t> linksOf(LifeId id) const;         // where it takes bytes over or hands them on
    std::vector<LifeId> rows(RowOrder order) const;

    const LifeIndex& lifeIndex() const { return m_lifeIndex; }
    const LifeIndex& boxIndex() const { return m_boxIndex; }
    std::int64_t top(std::int64_t step) const; // end of the highest box that is alive
    std::int64_t liveBytes(std::int64_t step) const;
    NodeId nodeAt(std::int64_t step) const;
    std::optional<std::int64_t> stepOf(NodeId node) const;
    // The step in which the same is computed as in a step of `other`, or the last one before that has a
    // partner.
    std::int64_t stepLike(const PlanSide& other, std::int64_t step) const;

    NodeId producer(LifeId id) const; // invalid: an input or a weight
    // The item that others know it as: a tensor within a group is known to the group only.
    Item itemOf(LifeId id) const;
    std::vector<NodeId> consumers(LifeId id) const;
    // A selected value: its life. A selected node: what it writes, and what it needs meanwhile. Items of the
    // other side are translated through the history of fusion.
    std::vector<LifeId> highlighted(const Item& item) const;

private:
    PlanSide() = default;
    NodeId writer(LifeId id) const; // of the nodes that run
    void findLives();
    void addLives(BufferId id);
    void addValue(BufferId id, ValueId value, bool partly);
    memory::BufferKind kindOf(BufferId id, ValueId value, bool partly) const;
    void findLinks();
    void findTops();
    std::vector<NodeId> translated(NodeId node) const;
    std::vector<NodeId> counterparts(const PlanSide& other, NodeId node) const;
    void collectWritten(NodeId node, std::vector<LifeId>& into) const;

    std::shared_ptr<const pipeline::Analysis> m_analysis; // keeps everything below alive
    std::shared_ptr<const pipeline::MemoryPlan> m_plan;
    const ir::Graph* m_given = nullptr;
    bool m_after = false, m_warm = false;
    QString m_title;
    std::unique_ptr<const ir::Connections> m_connections;
    std::vector<Life> m_lives;
    std::vector<Box> m_boxes;    // by BoxId
    std::vector<LifeId> m_first; // by BoxId
    std::vector<bool> m_partly;  // by BufferId
    std::vector<LifeId> m_whole; // by BufferId
    std::vector<Link> m_links;
    std::unordered_set<ValueId> m_parts; // values that are sliced from others or put together
    std::unordered_map<ValueId, LifeId> m_lifeOf;
    std::unordered_map<NodeId, std::int64_t> m_stepOf;      // by node that runs
    std::unordered_map<NodeId, std::vector<NodeId>> m_runs; // what runs for it, by node given
    std::unordered_multimap<NodeId, LifeId> m_scratchOf;    // by node that runs, and what runs inside of it
    LifeIndex m_lifeIndex, m_boxIndex;
    std::vector<std::int64_t> m_tops; // by step
    ShortLabels m_shortNames;
};

} // namespace edgewright::views
