// SPDX-License-Identifier: GPL-3.0-or-later
// From a plan to the rectangles and times of its tensors, and to what joins them.
#include "views/memory/chart/plan_side.h"

#include <algorithm>
#include <set>

namespace edgewright::views {

void PlanSide::findLives() {
    const memory::Liveness& liveness = m_plan->liveness;
    for (std::size_t step = 0; step < liveness.steps.size(); ++step) {
        const NodeId node = liveness.steps[step];
        m_stepOf.emplace(node, static_cast<std::int64_t>(step));
        m_runs[m_plan->execution.given(node)].push_back(node);
    }
    for (const memory::Sharing& sharing : liveness.sharings)
        if (sharing.kind == memory::SharingKind::Part) m_parts.insert(sharing.value);
    for (std::size_t i = 0; i < count(); ++i) {
        LifeId whole(m_lives.size());
        addLives(BufferId(i));
        for (std::size_t life = whole.index() + 1; life < m_lives.size(); ++life)
            if (box(LifeId(life)).size > box(whole).size) whole = LifeId(life);
        m_whole.push_back(whole);
    }
    for (std::size_t i = 0; i < m_lives.size(); ++i)
        if (m_lives[i].value.valid())
            m_lifeOf.emplace(m_lives[i].value, LifeId(i));
        else if (const NodeId user = writer(LifeId(i)); user.valid())
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
    const memory::Part place = m_plan->liveness.placeIn(id, value);
    const Box box{id,
                  kindOf(id, value, partly),
                  m_plan->solution.offsets[id.index()] + place.offset,
                  place.size,
                  b.upper,
                  b.lower};
    const bool begins = m_boxes.empty() || m_boxes.back().buffer != id || m_boxes.back().offset != box.offset ||
                        m_boxes.back().size != box.size || m_parts.contains(value);
    Life life{value, BoxId(begins ? m_boxes.size() : m_boxes.size() - 1), b.lower, b.lower + 1};
    const auto made = m_connections->producer(value);
    const auto born = made ? m_stepOf.find(*made) : m_stepOf.end();
    if ((partly || !begins) && born != m_stepOf.end())
        life.lower = std::clamp(born->second, b.lower, b.upper - 1);
    life.upper = life.lower + 1;
    for (const NodeId reader : m_connections->consumers(value))
        if (const auto step = m_stepOf.find(reader); step != m_stepOf.end())
            life.upper = std::max(life.upper, step->second + 1);
    if (graph().isOutput(value)) life.upper = b.upper;
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
    if (graph().isOutput(value)) return memory::BufferKind::Output;
    return graph().isInput(value) ? memory::BufferKind::Input : memory::BufferKind::Activation;
}

void PlanSide::findLinks() {
    for (const memory::Sharing& sharing : m_plan->liveness.sharings) {
        LifeId from = lifeOf(sharing.source), to = lifeOf(sharing.value);
        const auto step = m_stepOf.find(sharing.node);
        if (!from.valid() || !to.valid() || step == m_stepOf.end()) continue;
        const LifeId made = to;
        const BoxId at = box(to).size < box(from).size ? life(to).box : life(from).box;
        if (writer(from) == sharing.node) std::swap(from, to); // the part was there before the whole
        m_links.push_back({from, to, step->second, sharing.kind, at, made, sharing.reason});
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

} // namespace edgewright::views
