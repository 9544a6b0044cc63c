// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>

namespace edgewright::layout {

namespace {

using Adjacency = std::vector<std::vector<std::uint32_t>>;

} // namespace

std::vector<DownEdge> openCycles(const Request& request) {
    const std::size_t boxes = request.boxes.size();
    std::vector<DownEdge> edges(request.edges.size());
    Adjacency out(boxes);
    std::vector<bool> read(boxes, false);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Request::Edge& edge = request.edges[i];
        edges[i] = {edge.from, edge.to, false, edge.from == edge.to};
        if (edges[i].loop) continue;
        out[edge.from].push_back(static_cast<std::uint32_t>(i));
        read[edge.to] = true;
    }

    enum class Mark : char { New, Open, Done };
    std::vector<Mark> marks(boxes, Mark::New);
    struct Frame {
        std::uint32_t box;
        std::size_t next;
    };
    std::vector<Frame> stack;
    const auto visit = [&](std::uint32_t start) {
        if (marks[start] != Mark::New) return;
        marks[start] = Mark::Open;
        stack.push_back({start, 0});
        while (!stack.empty()) {
            Frame& frame = stack.back();
            if (frame.next == out[frame.box].size()) {
                marks[frame.box] = Mark::Done;
                stack.pop_back();
                continue;
            }
            DownEdge& edge = edges[out[frame.box][frame.next++]];
            if (marks[edge.to] == Mark::Open) {
                std::swap(edge.from, edge.to);
                edge.reversed = true;
            } else if (marks[edge.to] == Mark::New) {
                marks[edge.to] = Mark::Open;
                stack.push_back({edge.to, 0});
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

std::vector<std::uint32_t> rankBoxes(std::size_t boxes, const std::vector<DownEdge>& edges) {
    Adjacency in(boxes), out(boxes);
    for (const DownEdge& edge : edges) {
        if (edge.loop) continue;
        out[edge.from].push_back(edge.to);
        in[edge.to].push_back(edge.from);
    }
    std::vector<std::uint32_t> rank(boxes, 0), order, waiting(boxes);
    order.reserve(boxes);
    for (std::uint32_t box = 0; box < boxes; ++box) {
        waiting[box] = static_cast<std::uint32_t>(in[box].size());
        if (waiting[box] == 0) order.push_back(box);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const std::uint32_t reader : out[order[i]]) {
            rank[reader] = std::max(rank[reader], rank[order[i]] + 1);
            if (--waiting[reader] == 0) order.push_back(reader);
        }

    // A cone that feeds one reader only follows it for free.
    std::vector<bool> follows(boxes, false);
    for (const std::uint32_t box : order)
        follows[box] = std::all_of(in[box].begin(), in[box].end(), [&](std::uint32_t source) {
            return follows[source] && std::all_of(out[source].begin(), out[source].end(),
                                                  [&](std::uint32_t reader) { return reader == box; });
        });

    for (int round = 0; round < 2; ++round) {
        std::vector<std::uint32_t> furthest(boxes, 0); // row of the furthest reader
        for (std::uint32_t box = 0; box < boxes; ++box)
            for (const std::uint32_t reader : out[box])
                furthest[box] = std::max(furthest[box], rank[reader]);
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            const std::uint32_t box = *it;
            if (out[box].empty()) continue;
            std::uint32_t lowest = UINT32_MAX;
            for (const std::uint32_t reader : out[box])
                lowest = std::min(lowest, rank[reader] - 1);
            if (!follows[box]) // no further than the trunks of what it reads reach anyway
                for (const std::uint32_t source : in[box])
                    lowest = std::min(lowest, furthest[source]);
            rank[box] = std::max(rank[box], lowest);
        }
    }
    if (boxes != 0) {
        const std::uint32_t first = *std::min_element(rank.begin(), rank.end());
        for (std::uint32_t& r : rank)
            r -= first;
    }
    return rank;
}

} // namespace edgewright::layout
