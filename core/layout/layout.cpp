// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/layout/routing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::layout {

namespace {

constexpr double MaxBox = 1e5, MaxSeed = 1e9; // pixels
constexpr double RowGap = 30;                 // pixels between the boxes of two rows
constexpr double WidestExtra = 46;            // more of it where edges run far sideways
constexpr double MinGap = 20;                 // where rows are kept
constexpr double TallHole = 240;              // there: one that three rows or more left, which is closed
constexpr double ClosedHole = 96;
constexpr std::size_t FewBoxes = 400, FewReaders = 4;
// Places are not worth keeping where edges lead further to the side for it than so many times what they would
// without, and so many pixels each.
constexpr double MaxSideways = 2, Aside = 48;
constexpr std::size_t MaxCompared = 2000; // boxes; beyond, places are kept

double heightOf(const Request& request, const Layers& layers, std::size_t row) {
    double height = 0;
    for (const std::uint32_t element : layers.rows.of(row))
        if (!layers.dummy(element)) height = std::max(height, request.boxes[element].height);
    return height;
}

std::vector<Row> placeRows(const Request& request, const Layers& layers) {
    std::vector<Row> rows(layers.rowCount());
    double y = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        double furthest = 0;
        for (const std::uint32_t element : layers.rows.of(r))
            for (const std::uint32_t below : layers.down.of(element))
                furthest = std::max(furthest, std::abs(layers.x[below] - layers.x[element]));
        rows[r] = {y, y + heightOf(request, layers, r)};
        y = rows[r].bottom + RowGap + std::min(WidestExtra, furthest * 0.06);
    }
    return rows;
}

// Rows that seeds lie in stay there, as far as there is room; the others are spread between them. What lies
// below a tall hole moves up.
std::vector<Row> returnRows(const Request& request, const Layers& layers, const std::vector<double>& centres) {
    std::vector<Row> rows(layers.rowCount());
    double y = -std::numeric_limits<double>::infinity(); // what is above ends there
    double closed = 0;                                   // by so much what follows moves up
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t fixed = first; // the next row that stays
        double heights = 0;
        while (fixed < rows.size() && std::isnan(centres[fixed]))
            heights += heightOf(request, layers, fixed++);
        const auto free = static_cast<double>(fixed - first);
        double gap = RowGap, top = y + RowGap;
        if (fixed < rows.size()) {
            const double target = centres[fixed] - closed - heightOf(request, layers, fixed) / 2;
            if (first != 0) {
                const double room = (target - y - heights) / (free + 1);
                gap = room > TallHole ? ClosedHole : std::max(room, MinGap);
                closed += std::max(0.0, room - gap) * (free + 1);
            }
            top = first == 0 ? target - heights - free * RowGap : y + gap;
        }
        for (std::size_t row = first; row < fixed; ++row) {
            rows[row] = {top, top + heightOf(request, layers, row)};
            top = rows[row].bottom + gap;
        }
        if (fixed < rows.size()) {
            const double height = heightOf(request, layers, fixed),
                         wanted = centres[fixed] - closed - height / 2;
            const double start = fixed == 0 ? wanted : std::max(wanted, top - gap + std::min(gap, MinGap));
            rows[fixed] = {start, start + height};
            y = rows[fixed].bottom;
        }
        first = fixed + 1;
    }
    return rows;
}

// Moves everything so that the picture starts at (0, 0), and measures it.
void normalise(const Request& request, Layout& layout) {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool first = true;
    const auto cover = [&](double x0, double y0, double x1, double y1) {
        left = first ? x0 : std::min(left, x0);
        top = first ? y0 : std::min(top, y0);
        right = first ? x1 : std::max(right, x1);
        bottom = first ? y1 : std::max(bottom, y1);
        first = false;
    };
    for (std::size_t i = 0; i < layout.centres.size(); ++i) {
        const Point& c = layout.centres[i];
        const double w = request.boxes[i].width / 2, h = request.boxes[i].height / 2;
        cover(c.x - w, c.y - h, c.x + w, c.y + h);
    }
    for (const auto& edge : layout.edges)
        for (const Point& p : edge)
            cover(p.x, p.y, p.x, p.y);
    layout.shift = {-left, -top};
    const auto move = [&](Point& p) {
        p.x -= left;
        p.y -= top;
    };
    for (Point& centre : layout.centres)
        move(centre);
    for (auto& edge : layout.edges)
        for (Point& p : edge)
            move(p);
    layout.width = right - left;
    layout.height = bottom - top;
}

// A trunk that forks crosses what two may go round; hubs keep theirs.
void partTrunks(const Request& request, const std::vector<DownEdge>& edges, const Ranks& ranks, Trunks& trunks,
                Layers& layers, const RunContext& run) {
    const std::uint64_t crossings = countCrossings(layers);
    if (crossings == 0) return;
    std::vector<bool> alone(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
        alone[i] = !edges[i].loop && trunks.edges.of(trunks.ofEdge[i]).size() <= FewReaders;
    Trunks parted = gatherTrunks(request, edges, alone);
    if (parted.ofEdge == trunks.ofEdge) return; // nothing forks
    Layers other = makeLayers(request, edges, parted, ranks.rank);
    orderLayers(other, run);
    if (run.stopped() || countCrossings(other) >= crossings) return;
    trunks = std::move(parted);
    layers = std::move(other);
}

// How far edges lead to the side, all together.
double sideways(const Request& request, const Layout& layout) {
    double sum = 0;
    for (const Request::Edge& edge : request.edges)
        sum += std::abs(layout.centres[edge.from].x - layout.centres[edge.to].x);
    return sum;
}

Result<Layout> arrange(const Request& request, const RunContext& run) {
    const std::vector<DownEdge> edges = openCycles(request);
    const Ranks ranks = rankBoxes(request, edges, gatherTrunks(request, edges));
    if (run.stopped()) return cancelled();
    Trunks trunks = gatherTrunks(request, edges, ranks.alone);
    Layers layers = makeLayers(request, edges, trunks, ranks.rank);
    orderLayers(layers, run);
    if (run.stopped()) return cancelled();
    if (layers.boxes <= FewBoxes) partTrunks(request, edges, ranks, trunks, layers, run);
    if (run.stopped()) return cancelled();
    placeLayers(layers, run);
    if (run.stopped()) return cancelled();

    Layout layout;
    const std::vector<Row> rows =
        layers.seeded ? returnRows(request, layers, ranks.rowCentre) : placeRows(request, layers);
    layout.centres.resize(layers.boxes);
    for (std::uint32_t box = 0; box < layers.boxes; ++box) {
        const Row& row = rows[layers.rank[box]];
        layout.centres[box] = {layers.x[box], (row.top + row.bottom) / 2};
    }
    RETURN_IF_ERROR(routeEdges(request, layers, trunks, edges, rows, layout, run));
    const auto any = [](const std::vector<bool>& flags) {
        return std::find(flags.begin(), flags.end(), true) != flags.end();
    };
    if (any(layers.portal)) layout.portals = layers.portal;
    std::vector<bool> backward(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
        backward[i] = edges[i].reversed || edges[i].loop;
    if (any(backward)) layout.backward = std::move(backward);
    normalise(request, layout);
    return layout;
}

Result<void> checkRequest(const Request& request) {
    for (std::size_t i = 0; i < request.boxes.size(); ++i) {
        const auto& [width, height] = request.boxes[i];
        if (!std::isfinite(width) || !std::isfinite(height) || width <= 0 || height <= 0 || width > MaxBox ||
            height > MaxBox)
            return badInput(say("box {1} has no usable size", i));
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i)
        if (request.edges[i].from >= request.boxes.size() || request.edges[i].to >= request.boxes.size())
            return badInput(say("edge {1} joins a box that is not there", i));
    const auto fits = [&](std::size_t size) { return size == 0 || size == request.boxes.size(); };
    if (!fits(request.groups.size()) || !fits(request.seed.size()))
        return badInput(say("groups and seeds are given for some boxes, and expected for all or none"));
    for (const auto& seed : request.seed)
        if (seed && !(std::abs(seed->x) <= MaxSeed && std::abs(seed->y) <= MaxSeed))
            return badInput(say("a seed lies nowhere"));
    return {};
}

} // namespace

Result<Layout> layoutGraph(const Request& request, const RunContext& run) {
    RETURN_IF_ERROR(checkRequest(request));
    if (run.stopped()) return cancelled();
    Result<Layout> kept = arrange(request, run);
    if (!kept || request.seed.empty() || request.boxes.size() > MaxCompared) return kept;
    Request open = request;
    open.seed.clear();
    Result<Layout> fresh = arrange(open, run);
    if (!fresh) return fresh;
    const double allowed =
        MaxSideways * sideways(request, *fresh) + Aside * static_cast<double>(request.edges.size());
    return sideways(request, *kept) <= allowed ? std::move(kept) : std::move(fresh);
}

} // namespace edgewright::layout
