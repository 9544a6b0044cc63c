// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the boxes of a graph view. Coordinates are pixels at 100 %, y grows downwards, data flows
// downwards.
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::layout {

struct Point {
    double x = 0, y = 0;
};

// Boxes are numbered by the caller: nodes, graph inputs and outputs alike.
struct Request {
    struct Box {
        double width = 0, height = 0;
    };
    struct Edge {
        std::uint32_t from = 0, to = 0; // box indices
        std::uint32_t tensor = 0;       // edges from one box with one number are one tensor: they share a trunk
    };
    std::vector<Box> boxes;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> groups;      // by box: those with one number stand together; 0: alone. Or empty
    std::vector<std::optional<Point>> seed; // by box: its centre in an earlier picture, to be kept. Or empty
};

struct Layout {
    std::vector<Point> centres;            // by box
    std::vector<std::vector<Point>> edges; // by edge: start, then triples of cubic Bezier points
    // By edge: too long to draw. Its points are then two curves of four, a stub at either end. Or empty.
    std::vector<bool> portals;
    // By edge: part of what closes a cycle, drawn against the flow. Or empty.
    std::vector<bool> backward;
    double width = 0, height = 0;
    Point shift; // how far everything was moved, from where the seeds had it, so that it starts at (0, 0)
};

// A layered layout: rows by longest path, crossings reduced by sweeps, straight long edges. Linear in boxes and
// edges but for sorting rows: milliseconds for ten thousand boxes, the same for the same request. Data flows
// downwards, edges meet no foreign box, edges of one tensor share a trunk (but for a few that would cross
// something then), members of a group stand side by side in every row, boxes with a seed keep their order from
// left to right and, as far as there is room, their place; but where several rows have gone between them they
// move together, and where edges would lead far to the side for it no place is kept. Cancellable.
Result<Layout> layoutGraph(const Request& request, const RunContext& run = {});

} // namespace edgewright::layout
