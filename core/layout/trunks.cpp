// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>
#include <tuple>

namespace edgewright::layout {

Lists listsOf(std::size_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
    Lists lists;
    lists.start.assign(count + 1, 0);
    for (const auto& pair : pairs)
        ++lists.start[pair.first + std::size_t(1)];
    for (std::size_t i = 0; i < count; ++i)
        lists.start[i + 1] += lists.start[i];
    lists.items.resize(pairs.size());
    std::vector<std::uint32_t> next(lists.start.begin(), lists.start.end() - 1);
    for (const auto& pair : pairs)
        lists.items[next[pair.first]++] = pair.second;
    return lists;
}

std::vector<DownEdge> openCycles(const Request& request) {
    const std::size_t boxes = request.boxes.size();
    std::vector<DownEdge> edges(request.edges.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(edges.size());
    std::vector<bool> read(boxes, false);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Request::Edge& edge = request.edges[i];
        edges[i] = {edge.from, edge.to, false, edge.from == edge.to};
        if (edges[i].loop) continue;
        pairs.emplace_back(edge.from, static_cast<std::uint32_t>(i));
        read[edge.to] = true;
    }
    const Lists out = listsOf(boxes, pairs);

    enum class Mark : char { New, Open, Done };
    std::vector<Mark> marks(boxes, Mark::New);
    struct Frame {
        std::uint32_t box;
        std::uint32_t next;
    };
    std::vector<Frame> stack;
    const auto visit = [&](std::uint32_t start) {
        if (marks[start] != Mark::New) return;
        marks[start] = Mark::Open;
        stack.push_back({start, out.start[start]});
        while (!stack.empty()) {
            Frame& frame = stack.back();
            if (frame.next == out.start[frame.box + std::size_t(1)]) {
                marks[frame.box] = Mark::Done;
                stack.pop_back();
                continue;
            }
            DownEdge& edge = edges[out.items[frame.next++]];
            if (marks[edge.to] == Mark::Open) {
                std::swap(edge.from, edge.to);
                edge.reversed = true;
            } else if (marks[edge.to] == Mark::New) {
                marks[edge.to] = Mark::Open;
                stack.push_back({edge.to, out.start[edge.to]});
            }
        }
    };
    // Where the data comes in first, so that what is left are true cycles.
    for (std::uint32_t box = 0; box < boxes; ++box)
        if (!read[box]) visit(box);
    for (std::uint32_t box = 0; box < boxes; ++box)
        visit(box);
    return edges;
}

Trunks gatherTrunks(const Request& request, const std::vector<DownEdge>& edges,
                    const std::vector<bool>& alone) {
    struct Key {
        std::uint32_t from, tensor, own, edge; // own: 0, or the edge's number and 1
        auto trunk() const { return std::tie(from, tensor, own); }
        auto tied() const { return std::tie(from, tensor, own, edge); }
    };
    std::vector<Key> keys;
    keys.reserve(edges.size());
    for (std::uint32_t i = 0; i < edges.size(); ++i)
        if (!edges[i].loop) {
            const bool own = edges[i].reversed || (!alone.empty() && alone[i]);
            keys.push_back({edges[i].from, request.edges[i].tensor, own ? i + 1 : 0, i});
        }
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.tied() < b.tied(); });

    Trunks trunks;
    trunks.ofEdge.assign(edges.size(), 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> leaving;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i == 0 || keys[i].trunk() != keys[i - 1].trunk()) {
            leaving.emplace_back(keys[i].from, static_cast<std::uint32_t>(trunks.from.size()));
            trunks.from.push_back(keys[i].from);
            trunks.edges.start.push_back(static_cast<std::uint32_t>(i));
        }
        trunks.edges.items.push_back(keys[i].edge);
        trunks.ofEdge[keys[i].edge] = static_cast<std::uint32_t>(trunks.from.size() - 1);
    }
    trunks.edges.start.push_back(static_cast<std::uint32_t>(keys.size()));
    trunks.leaving = listsOf(request.boxes.size(), leaving);
    return trunks;
}

} // namespace edgewright::layout
