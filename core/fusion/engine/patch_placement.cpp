// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/engine/patch_plan.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace edgewright::fusion {

namespace {

// Kahn's algorithm from `first` (invalid: the first node of all) up to rank `last`, earlier places first.
std::string sortWindow(const LinkedGraph& now, const ir::Patch& patch, PatchPlan& plan, NodeId first,
                       std::uint64_t last) {
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
        first = now.order.first();
        appendAdded();
    }
    for (NodeId id = first; id.valid() && now.links.rank(id) <= last; id = now.order.next(id)) {
        if (!plan.removed.contains(id)) append(id);
        if (id == plan.behind) appendAdded();
    }

    const auto writerOf = [&](ValueId value) -> std::optional<std::size_t> {
        NodeId writer;
        if (const auto it = plan.maker.find(value); it != plan.maker.end())
            writer = patch.added[it->second].id;
        else if (const auto producer = now.links.producer(value))
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
        const bool isNew = items[i].index() >= now.graph.nextNode().index();
        const std::size_t index = items[i].index() - (isNew ? now.graph.nextNode().index() : 0);
        const ir::Node& node = isNew ? patch.added[index] : now.graph.node(items[i]);
        for (const ValueId input : node.inputs)
            if (input.valid()) depend(i, plan.follow(input));
        if (isNew) {
            for (const ValueId value : plan.captured[index])
                depend(i, value);
        } else if (const auto it = now.captured.find(items[i]); it != now.captured.end()) {
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
        if (waiting[i] > 0 && items[i].index() < now.graph.nextNode().index())
            return say("closes a cycle through {1}", now.graph.node(items[i]).label());
    return say("adds nodes that depend on each other");
}

} // namespace

std::string placeAdded(const LinkedGraph& now, const ir::Patch& patch, PatchPlan& plan) {
    const std::uint64_t here = plan.behind.valid() ? now.links.rank(plan.behind) : 0;
    NodeId first = plan.behind;
    std::uint64_t low = here, high = here;
    bool inOrder = true;
    const auto tooEarly = [&](NodeId reader) { // reads what comes later
        inOrder = false;
        if (now.links.rank(reader) >= low) return;
        low = now.links.rank(reader);
        first = reader;
    };
    const auto needs = [&](ValueId value, std::size_t by) {
        if (const auto it = plan.maker.find(value); it != plan.maker.end()) {
            if (it->second >= by) inOrder = false;
        } else if (const auto producer = now.links.producer(value);
                   producer && now.links.rank(*producer) > here) {
            inOrder = false;
            high = std::max(high, now.links.rank(*producer));
        }
    };
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        for (const ValueId input : patch.added[i].inputs)
            if (input.valid()) needs(plan.follow(input), i);
        for (const ValueId captured : plan.captured[i])
            needs(captured, i);
    }
    const auto readersWaitFor = [&](ValueId value, std::uint64_t written) {
        for (const NodeId reader : now.links.consumers(value)) {
            if (plan.removed.contains(reader) || now.links.rank(reader) > written) continue;
            tooEarly(reader);
            high = std::max(high, written);
        }
    };
    for (const auto& [value, maker] : plan.maker)
        readersWaitFor(value, here);
    for (const auto& [from, to] : plan.to) {
        const auto producer = now.links.producer(to);
        if (plan.maker.contains(to))
            readersWaitFor(from, here);
        else if (producer)
            readersWaitFor(from, now.links.rank(*producer));
    }
    if (inOrder) return {};
    return sortWindow(now, patch, plan, first, high);
}

} // namespace edgewright::fusion
