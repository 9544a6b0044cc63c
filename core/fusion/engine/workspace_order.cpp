// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a workspace: a linked list with ranks that leave room. A patch changes it as ir::apply would,
// which puts the added nodes behind the last removed one and sorts (stably) what then reads too early. Only the
// nodes between the first that reads too early and the last that writes too late can move.
#include "core/fusion/engine/workspace.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace edgewright::fusion {

namespace {

constexpr std::uint64_t Gap = std::uint64_t(1) << 32; // between the ranks of neighbours, at first

} // namespace

// Decides where the added nodes go. What is wrong, if they cannot go anywhere.
std::string Workspace::place(const ir::Patch& patch, Plan& plan) const {
    const std::uint64_t here = plan.behind.valid() ? m_links.rank(plan.behind) : 0;
    NodeId first = plan.behind;
    std::uint64_t low = here, high = here;
    bool inOrder = true;
    const auto tooEarly = [&](NodeId reader) { // reads what comes later
        inOrder = false;
        if (m_links.rank(reader) >= low) return;
        low = m_links.rank(reader);
        first = reader;
    };
    const auto needs = [&](ValueId value, std::size_t by) {
        if (const auto it = plan.maker.find(value); it != plan.maker.end()) {
            if (it->second >= by) inOrder = false;
        } else if (const auto producer = m_links.producer(value); producer && m_links.rank(*producer) > here) {
            inOrder = false;
            high = std::max(high, m_links.rank(*producer));
        }
    };
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        for (const ValueId input : patch.added[i].inputs)
            if (input.valid()) needs(follow(plan, input), i);
        for (const ValueId captured : plan.captured[i])
            needs(captured, i);
    }
    const auto readersWaitFor = [&](ValueId value, std::uint64_t written) {
        for (const NodeId reader : m_links.consumers(value)) {
            if (plan.removed.contains(reader) || m_links.rank(reader) > written) continue;
            tooEarly(reader);
            high = std::max(high, written);
        }
    };
    for (const auto& [value, maker] : plan.maker)
        readersWaitFor(value, here);
    for (const auto& [from, to] : plan.to) {
        const auto producer = m_links.producer(to);
        if (plan.maker.contains(to))
            readersWaitFor(from, here);
        else if (producer)
            readersWaitFor(from, m_links.rank(*producer));
    }
    if (inOrder) return {};
    return sortWindow(patch, plan, first, high);
}

// Kahn's algorithm from `first` (invalid: the first node of all) up to rank `last`, earlier places first.
std::string Workspace::sortWindow(const ir::Patch& patch, Plan& plan, NodeId first, std::uint64_t last) const {
    std::vector<NodeId> items;
    std::unordered_map<NodeId, std::size_t> place;
    const auto append = [&](NodeId id) {
        place.emplace(id, items.size());
        items.push_back(id);
    };
    const auto appendAdded = [&] {
        for (const ir::Node& node : patch.added)
            append(node.id);
    };
    const bool atFront = !plan.behind.valid();
    if (atFront) {
        first = m_first;
        appendAdded();
    }
    for (NodeId id = first; id.valid() && m_links.rank(id) <= last; id = m_next[id.index()]) {
        if (!plan.removed.contains(id)) append(id);
        if (id == plan.behind) appendAdded();
    }

    const auto writerOf = [&](ValueId value) -> std::optional<std::size_t> {
        NodeId writer;
        if (const auto it = plan.maker.find(value); it != plan.maker.end())
            writer = patch.added[it->second].id;
        else if (const auto producer = m_links.producer(value))
            writer = *producer;
        const auto it = writer.valid() ? place.find(writer) : place.end();
        return it == place.end() ? std::nullopt : std::optional(it->second);
    };
    std::vector<std::vector<std::size_t>> readers(items.size());
    std::vector<std::size_t> waiting(items.size(), 0);
    const auto depend = [&](std::size_t reader, ValueId value) {
        if (const auto writer = writerOf(value)) {
            readers[*writer].push_back(reader);
            ++waiting[reader];
        }
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool isNew = items[i].index() >= m_graph.nextNode().index();
        const std::size_t index = items[i].index() - (isNew ? m_graph.nextNode().index() : 0);
        const ir::Node& node = isNew ? patch.added[index] : m_graph.node(items[i]);
        for (const ValueId input : node.inputs)
            if (input.valid()) depend(i, follow(plan, input));
        if (isNew) {
            for (const ValueId value : plan.captured[index])
                depend(i, value);
        } else if (const auto it = m_captured.find(items[i]); it != m_captured.end()) {
            for (const ValueId value : it->second)
                depend(i, value);
        }
    }

    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (waiting[i] == 0) ready.push(i);
    while (!ready.empty()) {
        const std::size_t i = ready.top();
        ready.pop();
        plan.window.push_back(items[i]);
        for (const std::size_t reader : readers[i])
            if (--waiting[reader] == 0) ready.push(reader);
    }
    if (plan.window.size() == items.size()) return {};
    for (std::size_t i = 0; i < items.size(); ++i)
        if (waiting[i] > 0 && items[i].index() < m_graph.nextNode().index())
            return "closes a cycle through " + m_graph.node(items[i]).label();
    return "adds nodes that depend on each other";
}

void Workspace::unlink(NodeId node) {
    const NodeId before = m_previous[node.index()];
    const NodeId after = m_next[node.index()];
    (before.valid() ? m_next[before.index()] : m_first) = after;
    (after.valid() ? m_previous[after.index()] : m_last) = before;
    m_linked[node.index()] = false;
}

void Workspace::linkBehind(NodeId before, const std::vector<NodeId>& nodes) {
    if (nodes.empty()) return;
    m_next.resize(m_graph.nextNode().index());
    m_previous.resize(m_graph.nextNode().index());
    m_linked.resize(m_graph.nextNode().index(), false);
    const NodeId after = before.valid() ? m_next[before.index()] : m_first;
    NodeId last = before;
    for (const NodeId id : nodes) {
        m_linked[id.index()] = true;
        m_previous[id.index()] = last;
        (last.valid() ? m_next[last.index()] : m_first) = id;
        last = id;
    }
    m_next[last.index()] = after;
    (after.valid() ? m_previous[after.index()] : m_last) = last;
    spread(nodes.front(), nodes.size());
}

// The nodes of the window stand one behind the other but for their order.
void Workspace::relinkWindow(const std::vector<NodeId>& window) {
    const std::unordered_set<NodeId> inside(window.begin(), window.end());
    NodeId head = window.front();
    while (m_previous[head.index()].valid() && inside.contains(m_previous[head.index()]))
        head = m_previous[head.index()];
    const NodeId before = m_previous[head.index()];
    for (const NodeId id : window)
        unlink(id);
    linkBehind(before, window);
    for (const NodeId id : window)
        for (const ValueId value : readBy(id))
            m_links.sortConsumers(value);
}

// Ranks for `count` nodes in a row, between those of their neighbours.
void Workspace::spread(NodeId first, std::size_t count) {
    NodeId last = first;
    for (std::size_t i = 1; i < count; ++i)
        last = m_next[last.index()];
    const NodeId before = m_previous[first.index()];
    const NodeId after = m_next[last.index()];
    const std::uint64_t low = before.valid() ? m_links.rank(before) : 0;
    const std::uint64_t high = after.valid() ? m_links.rank(after) : low + Gap * (count + 1);
    const std::uint64_t step = (high - low) / (count + 1);
    if (step == 0) return renumber();
    std::uint64_t rank = low;
    for (NodeId id = first; count > 0; id = m_next[id.index()], --count)
        m_links.setRank(id, rank += step);
}

void Workspace::renumber() {
    std::uint64_t rank = 0;
    for (NodeId id = m_first; id.valid(); id = m_next[id.index()])
        m_links.setRank(id, rank += Gap);
}

} // namespace edgewright::fusion
