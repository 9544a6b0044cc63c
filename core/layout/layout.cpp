// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout.h"

#include "core/base/propagate.h"
#include "core/layout/clearance.h"
#include "core/layout/helper.h"
#include "core/layout/layered.h"

#include <algorithm>
#include <cmath>

namespace edgewright::layout {

namespace {

constexpr double LargestBox = 1e5, FurthestSeed = 1e9; // pixels

Result<void> checkRequest(const Request& request) {
    for (std::size_t i = 0; i < request.boxes.size(); ++i) {
        const auto& [width, height] = request.boxes[i];
        if (!std::isfinite(width) || !std::isfinite(height) || width <= 0 || height <= 0 ||
            width > LargestBox || height > LargestBox)
            return badInput("box " + std::to_string(i) + " has no usable size");
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i)
        if (request.edges[i].from >= request.boxes.size() || request.edges[i].to >= request.boxes.size())
            return badInput("edge " + std::to_string(i) + " joins a box that is not there");
    const auto fits = [&](std::size_t size) { return size == 0 || size == request.boxes.size(); };
    if (!fits(request.groups.size()) || !fits(request.seed.size()))
        return badInput("groups and seeds are given for some boxes, and expected for all or none");
    for (const auto& seed : request.seed)
        if (seed && !(std::abs(seed->x) <= FurthestSeed && std::abs(seed->y) <= FurthestSeed))
            return badInput("a seed lies nowhere");
    return {};
}

// What Graphviz led upwards closes a cycle.
void markBackward(const Request& request, Layout& layout) {
    std::vector<bool> backward;
    for (std::size_t i = 0; i < request.edges.size(); ++i)
        if (layout.centres[request.edges[i].from].y >= layout.centres[request.edges[i].to].y) {
            backward.resize(request.edges.size());
            backward[i] = true;
        }
    layout.backward = std::move(backward);
}

bool keepsSomething(const Request& request) {
    return std::any_of(request.groups.begin(), request.groups.end(),
                       [](std::uint32_t group) { return group != 0; }) ||
           std::any_of(request.seed.begin(), request.seed.end(),
                       [](const auto& seed) { return seed.has_value(); });
}

} // namespace

Result<Layout> layoutGraph(const Request& request, const Options& options, const RunContext& run) {
    RETURN_IF_ERROR(checkRequest(request));
    if (run.stopped()) return cancelled();
    std::string note;
    const std::size_t boxes = request.boxes.size();
    const bool asked = options.engine == Options::Engine::Graphviz;
    if (options.engine == Options::Engine::Layered || boxes == 0) {
        // as it was asked for
    } else if (options.helper.empty()) {
        note = "no layout process";
    } else if (boxes > options.graphvizBoxes) {
        note = std::to_string(boxes) + " boxes are more than Graphviz is given";
    } else if (!asked && keepsSomething(request)) {
        note = "Graphviz keeps neither groups nor places";
    } else {
        Result<Layout> answered = layoutWithHelper(request, options, run);
        if (!answered && answered.error().code == ErrorCode::Cancelled) return answered;
        if (answered) {
            const auto through = edgeThroughBox(request, *answered);
            if (!through) {
                markBackward(request, *answered);
                return answered;
            }
            note = "Graphviz led edge " + std::to_string(*through) + " through a box";
        } else {
            note = answered.error().message;
        }
    }
    Result<Layout> layout = layoutLayered(request, run);
    if (layout) layout->note = std::move(note);
    return layout;
}

} // namespace edgewright::layout
