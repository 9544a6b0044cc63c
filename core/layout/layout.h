// SPDX-License-Identifier: GPL-3.0-or-later
// Where the boxes of a graph view go. Coordinates are pixels at 100 %, y grows downwards, data flows downwards.
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <filesystem>
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
    };
    std::vector<Box> boxes;
    std::vector<Edge> edges;
};

struct Layout {
    std::vector<Point> centres;            // by box
    std::vector<std::vector<Point>> edges; // by edge: start, then triples of cubic Bezier points
    double width = 0, height = 0;
    std::string engine; // "graphviz" or "layered"
    std::string note;   // why the second one was used
};

struct Options {
    std::filesystem::path helper;     // the edgewright-layout executable; empty: no Graphviz
    double timeLimitSeconds = 4;      // then the helper is ended and the layered layout used
    std::size_t graphvizBoxes = 1500; // beyond, Graphviz is not even asked
};

// Graphviz in a process of its own, so that its minutes and its aborts cannot hurt; where it does not answer,
// our own linear-time layered layout. Deterministic. Cancellable.
Result<Layout> layoutGraph(const Request& request, const Options& options, const RunContext& run = {});

} // namespace edgewright::layout
