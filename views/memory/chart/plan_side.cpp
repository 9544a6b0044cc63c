// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/plan_side.h"

#include <algorithm>

namespace edgewright::views {

namespace {

bool isPlanOf(const ir::Graph& graph, const pipeline::MemoryPlan& plan) {
    const auto& steps = plan.liveness.steps;
    return plan.ordering.graph && plan.solution.offsets.size() == plan.liveness.problem.buffers.size() &&
           std::ranges::all_of(steps, [&](NodeId id) { return graph.contains(plan.execution.given(id)); }) &&
           graph.valueCount() <= plan.graph().valueCount();
}

} // namespace

std::shared_ptr<const PlanSide> PlanSide::make(std::shared_ptr<const pipeline::Analysis> analysis, bool after) {
    if (!analysis) return nullptr;
    const auto plan = after ? analysis->memoryAfter : analysis->memoryBefore;
    return make(std::move(analysis), after, plan, after ? tr("Fused") : tr("Original"), after);
}

std::shared_ptr<const PlanSide> PlanSide::make(std::shared_ptr<const pipeline::Analysis> analysis, bool after,
                                               std::shared_ptr<const pipeline::MemoryPlan> plan,
                                               const QString& title, bool warm) {
    if (!analysis || !plan) return nullptr;
    const ir::Graph* graph = after ? analysis->after() : analysis->before();
    if (!graph || !isPlanOf(*graph, *plan)) return nullptr;
    std::shared_ptr<PlanSide> side(new PlanSide);
    side->m_analysis = std::move(analysis);
    side->m_plan = std::move(plan);
    side->m_given = graph;
    side->m_after = after;
    side->m_warm = warm;
    side->m_title = title;
    side->m_connections = std::make_unique<const ir::Connections>(side->graph());
    side->findLives();
    side->findLinks();
    side->findTops();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < side->m_lives.size(); ++i)
        names.push_back(side->name(LifeId(i)));
    side->m_shortNames = ShortLabels(names);
    return side;
}

std::string PlanSide::name(LifeId id) const {
    const Life& it = life(id);
    if (!graph().contains(it.value)) return problem().buffers[box(id).buffer.index()].name;
    const std::string& name = graph().value(it.value).name;
    return name.empty() ? "value #" + std::to_string(it.value.index()) : name;
}

LifeId PlanSide::lifeOf(ValueId value) const {
    const auto it = m_lifeOf.find(value);
    return it == m_lifeOf.end() ? LifeId() : it->second;
}

LifeId PlanSide::lifeAt(BoxId id, std::int64_t step) const {
    LifeId best = m_first[id.index()];
    for (std::size_t i = best.index(); i < m_lives.size() && m_lives[i].box == id; ++i) {
        const Life& now = life(best);
        const bool alive = m_lives[i].lower <= step && step < m_lives[i].upper;
        const bool bestAlive = now.lower <= step && step < now.upper;
        if (m_lives[i].lower <= step && (alive || !bestAlive) && m_lives[i].lower >= now.lower)
            best = LifeId(i);
    }
    return best;
}

LifeId PlanSide::wholeOf(BufferId id) const { return m_whole[id.index()]; }

std::vector<std::size_t> PlanSide::linksOf(LifeId id) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_links.size(); ++i)
        if (m_links[i].from == id || m_links[i].to == id) found.push_back(i);
    return found;
}

std::vector<LifeId> PlanSide::rows(RowOrder order) const {
    std::vector<LifeId> result(m_lives.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = LifeId(i);
    std::ranges::stable_sort(result, [&](LifeId a, LifeId b) {
        const Life &x = life(a), &y = life(b);
        switch (order) {
        case RowOrder::Size:
            if (box(a).size != box(b).size) return box(a).size > box(b).size;
            break;
        case RowOrder::Offset:
            if (box(a).offset != box(b).offset) return box(a).offset < box(b).offset;
            break;
        case RowOrder::Start:
        case RowOrder::Module:
            break;
        }
        return x.lower != y.lower ? x.lower < y.lower : x.upper < y.upper;
    });
    return result;
}

std::int64_t PlanSide::top(std::int64_t step) const {
    return step >= 0 && step < static_cast<std::int64_t>(m_tops.size()) ? m_tops[static_cast<std::size_t>(step)]
                                                                        : 0;
}

std::int64_t PlanSide::liveBytes(std::int64_t step) const {
    const auto& live = m_plan->liveBytes;
    return step >= 0 && step < static_cast<std::int64_t>(live.size()) ? live[static_cast<std::size_t>(step)]
                                                                      : 0;
}

NodeId PlanSide::nodeAt(std::int64_t step) const {
    const auto& nodes = m_plan->liveness.steps;
    return step >= 0 && step < static_cast<std::int64_t>(nodes.size())
               ? m_plan->execution.given(nodes[static_cast<std::size_t>(step)])
               : NodeId();
}

std::optional<std::int64_t> PlanSide::stepOf(NodeId node) const {
    const auto it = m_runs.find(node);
    return it == m_runs.end() ? std::nullopt : std::optional(m_stepOf.at(it->second.front()));
}

std::int64_t PlanSide::stepLike(const PlanSide& other, std::int64_t step) const {
    if (&other == this) return std::clamp<std::int64_t>(step, 0, std::max<std::int64_t>(0, steps() - 1));
    for (std::int64_t before = step; before >= 0; --before) {
        std::optional<std::int64_t> last;
        for (const NodeId node : counterparts(other, other.nodeAt(before)))
            if (const auto found = stepOf(node)) last = std::max(last.value_or(0), *found);
        if (last) return *last;
    }
    return 0;
}

NodeId PlanSide::writer(LifeId id) const {
    const Life& it = life(id);
    if (it.value.valid())
        if (const auto made = m_connections->producer(it.value)) return *made;
    const auto& producers = m_plan->liveness.producer;
    const BufferId buffer = box(id).buffer;
    return buffer.index() < producers.size() ? producers[buffer.index()] : NodeId();
}

NodeId PlanSide::producer(LifeId id) const {
    const NodeId node = writer(id);
    return node.valid() ? m_plan->execution.given(node) : node;
}

Item PlanSide::itemOf(LifeId id) const {
    const ValueId value = life(id).value;
    return m_given->contains(value) ? Item{{}, value} : Item{producer(id), {}};
}

std::vector<NodeId> PlanSide::consumers(LifeId id) const {
    const ValueId value = life(id).value;
    if (!value.valid() || !graph().contains(value)) return {};
    std::vector<NodeId> readers;
    for (const NodeId reader : m_connections->consumers(value))
        if (const NodeId node = m_plan->execution.given(reader);
            std::ranges::find(readers, node) == readers.end())
            readers.push_back(node);
    return readers;
}

std::vector<NodeId> PlanSide::translated(NodeId node) const {
    if (!node.valid()) return {};
    if (m_given->contains(node)) return {node};
    const auto& history = m_analysis->fusion;
    if (!history) return {};
    const ir::Graph& other = m_after ? history->base : history->graph;
    if (!other.contains(node)) return {};
    return m_after ? history->descendantsOf(node) : history->originsOf(node);
}

// A group's id means something within one history only: after another fusion it may be another group.
std::vector<NodeId> PlanSide::counterparts(const PlanSide& other, NodeId node) const {
    const auto &own = m_analysis->fusion, &its = other.m_analysis->fusion;
    if (!node.valid() || own == its || !other.m_after || !its) return translated(node);
    std::vector<NodeId> found;
    for (const NodeId origin : its->originsOf(node))
        for (const NodeId each : translated(origin))
            found.push_back(each);
    return found;
}

void PlanSide::collectWritten(NodeId node, std::vector<LifeId>& into) const {
    for (const NodeId own : translated(node)) {
        const auto runs = m_runs.find(own);
        if (runs == m_runs.end()) continue;
        for (const NodeId member : runs->second) {
            for (const ValueId output : graph().node(member).outputs) {
                const LifeId life = lifeOf(output);
                if (life.valid() && std::ranges::find(into, life) == into.end()) into.push_back(life);
            }
            const auto [from, to] = m_scratchOf.equal_range(member);
            for (auto scratch = from; scratch != to; ++scratch)
                into.push_back(scratch->second);
        }
    }
}

std::vector<LifeId> PlanSide::highlighted(const Item& item) const {
    std::vector<LifeId> result;
    if (item.value.valid()) {
        const LifeId own = lifeOf(item.value);
        if (own.valid()) return {own};
        // The tensor exists on the other side only: what its producer became (or came from) writes instead.
        const auto& history = m_analysis->fusion;
        if (!history) return result;
        const ir::Graph& other = m_after ? history->base : history->graph;
        if (!other.contains(item.value)) return result;
        for (const NodeId node : other.order())
            if (std::ranges::find(other.node(node).outputs, item.value) != other.node(node).outputs.end()) {
                collectWritten(node, result);
                break;
            }
    } else if (item.node.valid()) {
        collectWritten(item.node, result);
    }
    return result;
}

} // namespace edgewright::views
