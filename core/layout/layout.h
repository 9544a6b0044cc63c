// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the boxes of a graph view. Coordinates are pixels at 100 %, y grows downwards, data flows
// downwards.
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
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
    Point shift; // how far everything was moved from where the seeds had it, as no coordinate is negative
    std::string engine; // "graphviz" or "layered"
    std::string note;   // why the second one was used, where the first one might have been
};

struct Options {
    std::filesystem::path helper;    // the edgewright-layout executable; empty: no Graphviz
    double timeLimitSeconds = 1.5;   // then the helper is ended and the layered layout used
    std::size_t graphvizBoxes = 400; // beyond, Graphviz is not even asked
    // Graphviz knows neither groups nor seeds: a request that has any is answered by the layered layout, unless
    // Graphviz is named here. What it cannot do is done by the layered layout all the same.
    enum class Engine { Automatic, Graphviz, Layered };
    Engine engine = Engine::Automatic;
};

// Graphviz in a process of its own, so that its minutes and its aborts cannot hurt; where it does not answer,
// or leads an edge through a foreign box, our own layered layout: milliseconds for ten thousand boxes, the same
// for the same request. Of that one: data flows downwards, edges meet no foreign box, edges of one tensor share
// a trunk (but for a few that would cross something then), members of a group stand side by side in every row,
// boxes with a seed keep their order from left to right and, as far as there is room, their place; but where
// several rows have gone between them they move together, and where edges would lead far to the side for it no
// place is kept. Cancellable.
Result<Layout> layoutGraph(const Request& request, const Options& options, const RunContext& run = {});

} // namespace edgewright::layout
