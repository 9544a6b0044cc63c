// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the comparison (original or fused): the plan, its graph, and the look-ups that the charts need.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/selection.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <unordered_map>
#include <vector>

namespace edgewright::views {

enum class RowOrder { Start, Size, Offset };

class PlanSide {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PlanSide)
public:
    // Null when the analysis has no plan for that side.
    static std::shared_ptr<const PlanSide> make(std::shared_ptr<const pipeline::Analysis> analysis, bool after);

    bool after() const { return m_after; }
    const pipeline::MemoryPlan& plan() const { return *m_plan; }
    const memory::Problem& problem() const { return m_plan->liveness.problem; }
    const memory::Buffer& buffer(BufferId id) const { return problem().buffers[id.index()]; }
    std::int64_t offset(BufferId id) const { return m_plan->solution.offsets[id.index()]; }
    std::size_t count() const { return problem().buffers.size(); }
    // The value that names the buffer.
    ValueId value(BufferId id) const;
    // Invalid when the value has no buffer of its own.
    BufferId bufferOf(ValueId value) const;

    std::vector<BufferId> rows(RowOrder order) const;
    // A selected value: its buffer. A selected node: the buffers it writes. Items of the other side are
    // translated through the history of fusion.
    std::vector<BufferId> highlighted(const Item& item) const;
    // Steps in which a value begins to share this buffer.
    const std::vector<std::int64_t>& sharingSteps(BufferId id) const { return m_sharings[id.index()]; }
    // Name, shape, bytes, lifetime, offset, producer, consumers; several lines.
    QString tooltip(BufferId id) const;

private:
    PlanSide() = default;
    std::vector<NodeId> translated(NodeId node) const;
    void collectWritten(NodeId node, std::vector<BufferId>& into) const;

    std::shared_ptr<const pipeline::Analysis> m_analysis; // keeps everything below alive
    std::shared_ptr<const pipeline::MemoryPlan> m_plan;
    const ir::Graph* m_graph = nullptr;
    bool m_after = false;
    std::unordered_map<ValueId, BufferId> m_bufferOf;
    std::vector<std::vector<std::int64_t>> m_sharings; // by BufferId
    std::vector<std::size_t> m_consumers;              // by BufferId
};

} // namespace edgewright::views
