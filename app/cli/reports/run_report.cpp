// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/run_report.h"

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/device/operator_rows.h"
#include "core/device/roof/roof_doubts.h"
#include "core/ops/work.h"
#include "core/trace/trace_file.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::cli {

namespace {

// Nearest-rank percentile of sorted samples.
double percentile(const std::vector<double>& sorted, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
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
                        {"bytes", ops::bytesOf(graph, node)}});
    }
    return rows;
}

void printSlowest(const Console& console, std::vector<device::OperatorRow> rows, const device::Roof* roof,
                  int threads) {
    constexpr std::size_t Listed = 10;
    std::ranges::stable_sort(rows, std::ranges::greater(), &device::OperatorRow::seconds);
    rows.resize(std::min(rows.size(), Listed));
    const auto shown = std::make_shared<device::OperatorRows>();
    for (const device::OperatorRow& each : rows)
        shown->roof.push_back(roof ? device::shareOfRoof(*roof, each, threads) : std::nullopt);
    shown->rows = std::move(rows);
    table::Table table = device::operatorTable(shown);
    for (std::size_t column = 0; column < table.heads.size(); ++column) {
        bool isEmpty = true;
        for (std::size_t row = 0; row < table.rows(); ++row)
            isEmpty = isEmpty && table.at(row, column).isNothing();
        if (isEmpty) table.heads[column].on = 0;
    }
    printTable(console, table);
    for (const device::OperatorRow& each : shown->rows)
        if (const std::string above = roof ? device::aboveRoofText(*roof, each, threads) : ""; !above.empty())
            console.print("  " + each.name + ": " + above);
}

void printSlowest(const Console& console, const ir::Graph& graph,
                  const std::vector<exec::NodeTiming>& timings) {
    double total = 0;
    for (const exec::NodeTiming& timing : timings)
        total += timing.microseconds;
    if (total <= 0) return;
    std::vector<device::OperatorRow> rows;
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        device::OperatorRow& row = rows.emplace_back();
        row.name = node.label();
        row.op = node.op;
        row.seconds = timing.microseconds / 1e6;
        row.share = timing.microseconds / total;
    }
    console.print(say("slowest operators of the last run, {1} in all", secondsText(total / 1e6)));
    printSlowest(console, std::move(rows));
}

std::vector<std::string> summaryOf(const ir::Tensor& tensor) {
    const ir::DataType type = tensor.dtype();
    if (!tensor.isTensor() || !tensor.hasData() || !(ir::isFloating(type) || ir::isInteger(type))) return {};
    double lowest = 0, highest = 0, sum = 0;
    std::int64_t finite = 0;
    std::vector<std::int64_t> indices; // of elements that are finite
    const bool scores = tensor.dims().size() == 2 && tensor.dims()[0] == 1 && tensor.dims()[1] >= 2;
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const double element = ir::elementAsDouble(tensor, i);
        if (!std::isfinite(element)) continue;
        lowest = finite == 0 ? element : std::min(lowest, element);
        highest = finite == 0 ? element : std::max(highest, element);
        sum += element;
        ++finite;
        if (scores) indices.push_back(i);
    }
    const std::int64_t others = tensor.elements() - finite;
    std::vector<std::string> lines;
    if (finite > 0)
        lines.push_back(say("min {1}, max {2}, mean {3}", scientific(lowest), scientific(highest),
                            scientific(sum / static_cast<double>(finite))));
    if (others > 0)
        lines.push_back(sayCount(groups(others), "{1} element not finite", "{1} elements not finite"));
    if (indices.empty()) return lines;
    const auto largest =
        indices.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(5, indices.size()));
    std::ranges::partial_sort(indices, largest, [&](std::int64_t a, std::int64_t b) {
        const double x = ir::elementAsDouble(tensor, a), y = ir::elementAsDouble(tensor, b);
        return x > y || (x == y && a < b);
    });
    std::string top;
    for (auto at = indices.begin(); at != largest; ++at)
        top += (top.empty() ? "" : ", ") + std::to_string(*at) + " (" +
               scientific(ir::elementAsDouble(tensor, *at)) + ")";
    lines.push_back(say("largest at {1}", top));
    return lines;
}

std::string traceText(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings) {
    trace::Trace spans;
    spans.names.emplace_back();
    spans.tracks.push_back({"Edgewright", {"run"}});
    const auto add = [&](const std::string& name) {
        spans.names.push_back(name);
        return static_cast<std::uint32_t>(spans.names.size() - 1);
    };
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        const std::uint32_t name = add(node.label()), op = add(node.op);
        spans.spans.push_back({name, op, 0, 0, timing.start * 1e-6, timing.microseconds * 1e-6});
    }
    return trace::chromeText(spans);
}

} // namespace edgewright::cli
