// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_side.h"

#include <algorithm>
#include <set>

namespace edgewright::views {

namespace {

bool isPlanOf(const ir::Graph& graph, const pipeline::MemoryPlan& plan) {
    const memory::Liveness& liveness = plan.liveness;
    const auto known = [&](const auto& id) { return graph.contains(id); };
    return plan.solution.offsets.size() == liveness.problem.buffers.size() &&
           std::ranges::all_of(liveness.steps, known) &&
           std::ranges::all_of(liveness.values,
                               [&](const auto& values) { return std::ranges::all_of(values, known); });
}

} // namespace

std::shared_ptr<const PlanSide> PlanSide::make(std::shared_ptr<const pipeline::Analysis> analysis, bool after) {
    if (!analysis) return nullptr;
    const auto plan = after ? analysis->memoryAfter : analysis->memoryBefore;
    return make(std::move(analysis), after, plan, after ? tr("Fused") : tr("Original"));
}

std::shared_ptr<const PlanSide> PlanSide::make(std::shared_ptr<const pipeline::Analysis> analysis, bool after,
                                               std::shared_ptr<const pipeline::MemoryPlan> plan,
                                               const QString& title) {
    if (!analysis || !plan) return nullptr;
    const ir::Graph* graph = after ? analysis->after() : analysis->before();
    if (!graph || !isPlanOf(*graph, *plan)) return nullptr;
    std::shared_ptr<PlanSide> side(new PlanSide);
    side->m_analysis = std::move(analysis);
    side->m_plan = std::move(plan);
    side->m_graph = graph;
    side->m_after = after;
    side->m_title = title;
    side->m_connections = std::make_unique<const ir::Connections>(*graph);
    side->findLives();
    side->findLinks();
    side->findTops();
    return side;
}

void PlanSide::findLives() {
    const memory::Liveness& liveness = m_plan->liveness;
    for (std::size_t step = 0; step < liveness.steps.size(); ++step)
        m_stepOf.emplace(liveness.steps[step], static_cast<std::int64_t>(step));
    for (const memory::Sharing& sharing : liveness.sharings)
        if (sharing.kind == memory::SharingKind::Part) m_parts.insert(sharing.value);
    for (std::size_t i = 0; i < count(); ++i)
        addLives(BufferId(i));
    for (std::size_t i = 0; i < m_lives.size(); ++i)
        if (m_lives[i].value.valid())
            m_lifeOf.emplace(m_lives[i].value, LifeId(i));
        else if (const NodeId user = producer(LifeId(i)); user.valid())
            m_scratchOf.emplace(user, LifeId(i));

    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    for (const Life& life : m_lives)
        spans.emplace_back(life.lower, life.upper);
    m_lifeIndex = LifeIndex(spans);
    spans.clear();
    for (const Box& box : m_boxes)
        spans.emplace_back(box.lower, box.upper);
    m_boxIndex = LifeIndex(spans);
}

void PlanSide::addLives(BufferId id) {
    const memory::Liveness& liveness = m_plan->liveness;
    const memory::Buffer& b = problem().buffers[id.index()];
    const std::size_t values = id.index() < liveness.values.size() ? liveness.values[id.index()].size() : 0;
    m_partly.push_back(false);
    if (values <= 1) {
        m_first.emplace_back(m_lives.size());
        m_lives.push_back({values == 1 ? liveness.values[id.index()].front() : ValueId(), BoxId(m_boxes.size()),
                           b.lower, b.upper});
        m_boxes.push_back({id, b.kind, m_plan->solution.offsets[id.index()], b.size, b.lower, b.upper});
        return;
    }
    const bool partly = std::ranges::any_of(liveness.values[id.index()],
                                            [&](ValueId value) { return liveness.parts.contains(value); });
    m_partly.back() = partly;
    const std::size_t first = m_boxes.size();
    for (const ValueId value : liveness.values[id.index()])
        addValue(id, value, partly);
    if (partly) return;
    Box& whole = m_boxes[first]; // needed from the first step to the last, whoever reads it then
    m_lives.back().upper = std::max(m_lives.back().upper, whole.upper == b.upper ? 0 : b.upper);
    whole.lower = b.lower;
    whole.upper = b.upper;
}

// The values of a box follow each other.
void PlanSide::addValue(BufferId id, ValueId value, bool partly) {
    const memory::Buffer& b = problem().buffers[id.index()];
    const auto& parts = m_plan->liveness.parts;
    const auto part = parts.find(value);
    Box box{id, kindOf(id, value, partly), m_plan->solution.offsets[id.index()], b.size, b.upper, b.lower};
    if (part != parts.end()) {
        box.offset += part->second.offset;
        box.size = part->second.size;
    }
    const bool begins = m_boxes.empty() || m_boxes.back().buffer != id || m_boxes.back().offset != box.offset ||
                        m_boxes.back().size != box.size || m_parts.contains(value);
    Life life{value, BoxId(begins ? m_boxes.size() : m_boxes.size() - 1), b.lower, b.lower + 1};
    const auto writer = m_connections->producer(value);
    const auto born = writer ? m_stepOf.find(*writer) : m_stepOf.end();
    if ((partly || !begins) && born != m_stepOf.end())
        life.lower = std::clamp(born->second, b.lower, b.upper - 1);
    life.upper = life.lower + 1;
    for (const NodeId reader : m_connections->consumers(value))
        if (const auto step = m_stepOf.find(reader); step != m_stepOf.end())
            life.upper = std::max(life.upper, step->second + 1);
    if (m_graph->isOutput(value)) life.upper = b.upper;
    life.upper = std::min(life.upper, b.upper);
    if (begins) {
        m_first.emplace_back(m_lives.size());
        m_boxes.push_back(box);
    } else if (box.kind == memory::BufferKind::Output) {
        m_boxes.back().kind = box.kind;
    }
    m_boxes.back().lower = std::min(m_boxes.back().lower, life.lower);
    m_boxes.back().upper = std::max(m_boxes.back().upper, life.upper);
    m_lives.push_back(life);
}

// Of a value in a buffer that others are parts of: its own, not that of the whole.
memory::BufferKind PlanSide::kindOf(BufferId id, ValueId value, bool partly) const {
    if (!partly) return problem().buffers[id.index()].kind;
    if (m_graph->isOutput(value)) return memory::BufferKind::Output;
    return m_graph->isInput(value) ? memory::BufferKind::Input : memory::BufferKind::Activation;
}

void PlanSide::findLinks() {
    for (const memory::Sharing& sharing : m_plan->liveness.sharings) {
        LifeId from = lifeOf(sharing.source), to = lifeOf(sharing.value);
        const auto step = stepOf(sharing.node);
        if (!from.valid() || !to.valid() || !step) continue;
        const LifeId made = to;
        const BoxId at = box(to).size < box(from).size ? life(to).box : life(from).box;
        if (producer(from) == sharing.node) std::swap(from, to); // the part was there before the whole
        m_links.push_back({from, to, *step, sharing.kind, at, made, sharing.reason});
    }
    std::ranges::stable_sort(m_links, {}, &Link::step);
}

void PlanSide::findTops() {
    struct Event {
        std::int64_t step;
        bool birth;
        std::int64_t top;
    };
    std::vector<Event> events;
    for (const Box& each : m_boxes) {
        if (each.size <= 0) continue;
        events.push_back({each.lower, true, each.offset + each.size});
        events.push_back({each.upper, false, each.offset + each.size});
    }
    std::ranges::sort(events, {}, &Event::step);
    std::multiset<std::int64_t> alive;
    m_tops.resize(static_cast<std::size_t>(std::max<std::int64_t>(steps(), 0)));
    auto next = events.begin();
    for (std::size_t step = 0; step < m_tops.size(); ++step) {
        const auto first = next;
        while (next != events.end() && next->step <= static_cast<std::int64_t>(step))
            ++next;
        for (auto event = first; event != next; ++event)
            if (event->birth) alive.insert(event->top);
        for (auto event = first; event != next; ++event)
            if (!event->birth) alive.erase(alive.find(event->top));
        m_tops[step] = alive.empty() ? 0 : *alive.rbegin();
    }
}

std::string PlanSide::name(LifeId id) const {
    const Life& it = life(id);
    if (!m_graph->contains(it.value)) return problem().buffers[box(id).buffer.index()].name;
    const std::string& name = m_graph->value(it.value).name;
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
    return step >= 0 && step < static_cast<std::int64_t>(nodes.size()) ? nodes[static_cast<std::size_t>(step)]
                                                                       : NodeId();
}

std::optional<std::int64_t> PlanSide::stepOf(NodeId node) const {
    const auto it = m_stepOf.find(node);
    return it == m_stepOf.end() ? std::nullopt : std::optional(it->second);
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

NodeId PlanSide::producer(LifeId id) const {
    const Life& it = life(id);
    if (it.value.valid())
        if (const auto writer = m_connections->producer(it.value)) return *writer;
    const auto& producers = m_plan->liveness.producer;
    const BufferId buffer = box(id).buffer;
    return buffer.index() < producers.size() ? producers[buffer.index()] : NodeId();
}

std::vector<NodeId> PlanSide::consumers(LifeId id) const {
    const ValueId value = life(id).value;
    if (!value.valid() || !m_graph->contains(value)) return {};
    const auto readers = m_connections->consumers(value);
    return {readers.begin(), readers.end()};
}

std::vector<NodeId> PlanSide::translated(NodeId node) const {
    if (!node.valid()) return {};
    if (m_graph->contains(node)) return {node};
    const auto& history = m_analysis->fusion;
    if (!history) return {};
    const ir::Graph& other = m_after ? history->base : history->graph;
    if (!other.contains(node)) return {};
    return m_after ? history->heirsOf(node) : history->originsOf(node);
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
        if (!m_graph->contains(own)) continue;
        for (const ValueId output : m_graph->node(own).outputs) {
            const LifeId life = lifeOf(output);
            if (life.valid() && std::ranges::find(into, life) == into.end()) into.push_back(life);
        }
        if (const auto scratch = m_scratchOf.find(own); scratch != m_scratchOf.end())
            into.push_back(scratch->second);
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
