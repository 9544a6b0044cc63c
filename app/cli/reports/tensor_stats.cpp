// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/tensor_stats.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/exec/tolerance.h"
#include "core/ir/order.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <optional>

namespace edgewright::cli {

namespace {

std::optional<ValueStats> parse(const std::string& name, const Json& entry) {
    if (!entry.is_object()) return std::nullopt;
    const auto shape = entry.find("shape"), l2 = entry.find("l2"), nonFinite = entry.find("nonfinite");
    if (shape == entry.end() || !shape->is_array()) return std::nullopt;
    ValueStats stats{name, {}, 0, 0};
    for (const Json& extent : *shape) {
        if (!extent.is_number_integer()) return std::nullopt;
        stats.shape.push_back(extent.get<std::int64_t>());
    }
    const bool empty = std::ranges::find(stats.shape, 0) != stats.shape.end(); // there is no norm to be given
    if (l2 != entry.end() && l2->is_number())
        stats.l2 = l2->get<double>();
    else if (!empty)
        return std::nullopt;
    if (nonFinite != entry.end()) {
        if (!nonFinite->is_number_integer()) return std::nullopt;
        stats.nonFinite = nonFinite->get<std::int64_t>();
    }
    return stats;
}

ValueStats statsOf(const std::string& name, const ir::Tensor& tensor) {
    ValueStats stats{name, tensor.dims(), 0, 0};
    double squares = 0;
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const double element = elementAsDouble(tensor, i);
        if (std::isfinite(element))
            squares += element * element;
        else
            ++stats.nonFinite;
    }
    stats.l2 = std::sqrt(squares);
    return stats;
}

std::string shapeText(const ir::Dims& dims) {
    std::string text;
    for (const std::int64_t dim : dims)
        text += (text.empty() ? "" : ",") + std::to_string(dim);
    return "[" + text + "]";
}

} // namespace

Result<std::vector<ValueStats>> readStats(const std::filesystem::path& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed))
        return edgewright::badInput(file.string() + ": expected a JSON file with statistics of values");
    std::ifstream stream(file, std::ios::binary);
    const Json document = Json::parse(stream, nullptr, false);
    if (!document.is_object())
        return edgewright::badInput(file.string() +
                                    ": is no JSON object; expected {\"value\": {\"shape\": [1,16], "
                                    "\"l2\": 12.5, \"nonfinite\": 0}, ...}");
    std::vector<ValueStats> result;
    for (const auto& [name, entry] : document.items()) {
        auto stats = parse(name, entry);
        if (!stats)
            return edgewright::badInput(
                file.string() + ": '" + name +
                "': expected an object with shape (a list of integers), l2 (a number) and "
                "nonfinite (an integer)");
        result.push_back(*std::move(stats));
    }
    return result;
}

std::vector<WantedStats> wantedStats(const ir::Graph& graph, std::vector<ValueStats> stats) {
    std::map<std::string, ValueStats*> byName;
    for (ValueStats& each : stats)
        byName.emplace(each.name, &each);
    std::vector<WantedStats> wanted;
    const auto want = [&](ValueId id, const std::string& node, const std::string& op) {
        if (!id.valid() || !graph.contains(id)) return;
        const auto found = byName.find(graph.value(id).name);
        if (found == byName.end()) return;
        wanted.push_back({id, node, op, std::move(*found->second)});
        byName.erase(found);
    };
    for (const ValueId id : graph.inputs)
        want(id, "input", "");
    for (const NodeId id : ir::executionOrder(graph).nodes) {
        const ir::Node& node = graph.node(id);
        for (const ValueId output : node.outputs)
            want(output, node.label(), node.op);
    }
    return wanted;
}

std::vector<StatsDifference> differences(const std::vector<WantedStats>& wanted,
                                         const std::unordered_map<ValueId, ir::Tensor>& captured,
                                         const std::vector<pipeline::Provenance>& provenance) {
    std::vector<StatsDifference> result;
    for (const WantedStats& each : wanted) {
        const auto found = captured.find(each.value);
        if (found == captured.end() || !found->second.isTensor() ||
            found->second.dtype() == ir::DataType::String)
            continue;
        const pipeline::Provenance& from = provenance[each.value.index()];
        if (!from.drawnBy.empty()) continue;
        const double tolerance = exec::Tolerance::norm(StatsTolerance, from.coarsest).limit;
        const ir::Tensor& tensor = found->second;
        const ValueStats& reference = each.reference;
        ValueStats actual = statsOf(reference.name, tensor);
        const double apart = std::abs(actual.l2 - reference.l2);
        const bool close = apart <= tolerance * reference.l2 ||
                           apart <= StatsFloor * std::sqrt(static_cast<double>(tensor.elements()));
        if (close && actual.shape == reference.shape && actual.nonFinite == reference.nonFinite) continue;
        const double relative = apart == 0         ? 0
                                : reference.l2 > 0 ? apart / reference.l2
                                                   : std::numeric_limits<double>::infinity();
        result.push_back({each, std::move(actual), relative, tolerance});
    }
    return result;
}

Json toJson(const StatsDifference& difference) {
    const ValueStats& reference = difference.wanted.reference;
    return {{"name", reference.name},
            {"node", difference.wanted.node},
            {"op", difference.wanted.op},
            {"relative", difference.relative},
            {"tolerance", difference.tolerance},
            {"l2", difference.actual.l2},
            {"reference_l2", reference.l2},
            {"shape", difference.actual.shape},
            {"reference_shape", reference.shape},
            {"nonfinite", difference.actual.nonFinite},
            {"reference_nonfinite", reference.nonFinite}};
}

std::string textOf(const StatsDifference& difference) {
    const ValueStats& reference = difference.wanted.reference;
    const ValueStats& actual = difference.actual;
    const std::string op = difference.wanted.op.empty() ? "" : " (" + difference.wanted.op + ")";
    std::string text = reference.name + "  from " + difference.wanted.node + op + "  ";
    if (actual.shape != reference.shape)
        return text + "shape " + shapeText(actual.shape) + " where " + shapeText(reference.shape) +
               " was expected";
    if (actual.nonFinite != reference.nonFinite)
        return text + std::to_string(actual.nonFinite) + " elements not finite where " +
               std::to_string(reference.nonFinite) + " were expected";
    return text + "l2 " + scientific(actual.l2) + " where " + scientific(reference.l2) + " was expected" +
           (std::isfinite(difference.relative) ? ", relative difference " + scientific(difference.relative)
                                               : "");
}

} // namespace edgewright::cli
