// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout.h"

#include "core/layout/helper.h"
#include "core/layout/layered.h"

#include <cmath>

namespace edgewright::layout {

namespace {

constexpr double LargestBox = 1e5; // pixels

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
    return {};
}

} // namespace

Result<Layout> layoutGraph(const Request& request, const Options& options, const RunContext& run) {
    if (const auto checked = checkRequest(request); !checked) return checked.error();
    if (run.stopped()) return cancelled();
    std::string note;
    if (options.helper.empty()) {
        note = "no layout process";
    } else if (request.boxes.size() > options.graphvizBoxes) {
        note = std::to_string(request.boxes.size()) + " boxes are more than Graphviz is given";
    } else if (!request.boxes.empty()) {
        Result<Layout> answered = layoutWithHelper(request, options, run);
        if (answered || answered.error().code == ErrorCode::Cancelled) return answered;
        note = answered.error().message;
    }
    Result<Layout> layout = layoutLayered(request, run);
    if (layout) layout->note = std::move(note);
    return layout;
}

} // namespace edgewright::layout
