// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_report.h"

#include "core/ops/infer.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace edgewright::cli {

namespace {

// Nearest-rank percentile of sorted samples.
double percentile(const std::vector<double>& sorted, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

std::int64_t trafficBytes(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t bytes = 0;
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const ValueId id : *ids)
            if (id.valid()) bytes += graph.value(id).type.bytes().value_or(0);
    return bytes;
}

} // namespace

Json latencyJson(std::vector<double> milliseconds) {
    std::ranges::sort(milliseconds);
    const std::size_t n = milliseconds.size();
    const double median = n % 2 ? milliseconds[n / 2] : (milliseconds[n / 2 - 1] + milliseconds[n / 2]) / 2;
    return {{"min", milliseconds.front()},
            {"median", median},
            {"p95", percentile(milliseconds, 0.95)},
            {"p99", percentile(milliseconds, 0.99)},
            {"mean", std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / static_cast<double>(n)}};
}

Json perNodeJson(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings) {
    Json rows = Json::array();
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        rows.push_back({{"name", node.label()},
                        {"op", node.op},
                        {"us", timing.microseconds},
                        {"macs", ops::macsOf(graph, node)},
                        {"bytes", trafficBytes(graph, node)}});
    }
    return rows;
}

Result<void> writeTrace(const std::filesystem::path& file, const ir::Graph& graph,
                        const std::vector<exec::NodeTiming>& timings) {
    Json events = Json::array();
    double at = 0;
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        events.push_back({{"ph", "X"},
                          {"pid", 1},
                          {"tid", 1},
                          {"cat", "Node"},
                          {"name", node.label()},
                          {"ts", at},
                          {"dur", timing.microseconds},
                          {"args", {{"op", node.op}}}});
        at += timing.microseconds;
    }
    std::ofstream stream(file);
    stream << Json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(1, ' ', false,
                                                                            Json::error_handler_t::replace);
    stream.close();
    if (!stream) return edgewright::badInput(file.string() + ": cannot be written");
    return {};
}

} // namespace edgewright::cli
