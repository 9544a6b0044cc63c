// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/observation.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/exec/tolerance.h"
#include "core/ir/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace edgewright::cli {

namespace {

ValueStats statsFrom(const std::string& name, const JsonValue& entry) {
    ValueStats stats{name, {}, 0, 0};
    entry.only({"shape", "l2", "nonfinite"});
    if (!entry.raw().contains("shape")) entry.expected(say("\"shape\": a list of integers"));
    for (const JsonValue& extent : entry.list("shape"))
        stats.shape.push_back(extent.integer(0, INT64_MAX).value_or(0));
    const bool isEmpty = std::ranges::find(stats.shape, 0) != stats.shape.end(); // there is no norm to be given
    if (!isEmpty && !entry.raw().contains("l2")) entry.expected(say("\"l2\": a number"));
    entry.read("l2", stats.l2, 0, std::numeric_limits<double>::max());
    entry.read("nonfinite", stats.nonFinite, 0, INT64_MAX);
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
    constexpr JsonLimits Limits{
        .bytes = 64 << 20, .memory = std::int64_t(512) << 20, .refusesUnknownKeys = false};
    std::vector<ValueStats> result;
    RETURN_IF_ERROR(readJsonFile(file, Limits, [&](const JsonValue& root) {
        if (!root.raw().is_object())
            return root.expected("{\"value\": {\"shape\": [1,16], \"l2\": 12.5, \"nonfinite\": 0}, ...}");
        for (const auto& [name, entry] : root.raw().items())
            result.push_back(statsFrom(name, JsonValue(entry, placeOfKey("", name), root.findings())));
    }));
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
    const std::string text = say("{1}  from {2}  ", reference.name, difference.wanted.node + op);
    if (actual.shape != reference.shape)
        return text +
               say("shape {1} where {2} was expected", shapeText(actual.shape), shapeText(reference.shape));
    if (actual.nonFinite != reference.nonFinite)
        return text +
               say("{1} elements not finite where {2} were expected", actual.nonFinite, reference.nonFinite);
    const std::string norms =
        say("l2 {1} where {2} was expected", scientific(actual.l2), scientific(reference.l2));
    return text + (std::isfinite(difference.relative)
                       ? say("{1}, relative difference {2}", norms, scientific(difference.relative))
                       : norms);
}

namespace {

constexpr std::size_t ListedDifferences = 10; // in text; JSON has all

Result<std::vector<Capture>> findCaptures(const ir::Graph& graph, const std::vector<std::string>& names) {
    std::vector<Capture> captures;
    for (const std::string& name : names) {
        const auto id = graph.findValue(name);
        if (id) {
            captures.push_back({name, *id});
            continue;
        }
        std::string like;
        int count = 0;
        for (std::size_t i = 0; i < graph.valueCount() && count < 5; ++i)
            if (const std::string& each = graph.value(ValueId(i)).name;
                each.find(name) != std::string::npos && ++count)
                like += (like.empty() ? "'" : ", '") + each + "'";
        if (!like.empty()) like = say("; some with this in their name: {1}", like);
        return edgewright::badInput(
            say("--capture {1}: the graph that runs has no value of this name{2}", name, like));
    }
    return captures;
}

} // namespace

Result<Observation> lookAt(const ir::Graph& graph, const std::vector<std::string>& captures,
                           const std::string& file) {
    Observation result;
    ASSIGN_OR_RETURN(result.captures, findCaptures(graph, captures));
    if (file.empty()) return result;
    ASSIGN_OR_RETURN(auto stats, readStats(file));
    const std::size_t known = stats.size();
    result.wanted = wantedStats(graph, std::move(stats));
    result.missing = known - result.wanted.size();
    if (result.wanted.empty())
        return edgewright::badInput(
            say("{1}: names none of the values of this graph; expected its statistics", file));
    return result;
}

Result<exec::RunResult> observe(const Console& console, const Execution& execution, exec::RunOptions options,
                                const Observation& looked) {
    options.arena = nullptr;
    for (const Capture& each : looked.captures)
        options.capture.push_back(each.value);
    for (const WantedStats& each : looked.wanted)
        options.capture.push_back(each.value);
    return exec::run(execution.givenGraph(), execution.opsets(), execution.feeds, options, console.run());
}

bool reportStats(const Console& console, const Execution& execution, const Observation& looked,
                 const exec::RunResult& seen, Json& document) {
    const auto provenance = pipeline::provenanceOf(execution.givenGraph());
    const auto differing = differences(looked.wanted, seen.captured, provenance);
    Json random = Json::array();
    for (const WantedStats& each : looked.wanted)
        if (const std::string& by = provenance[each.value.index()].drawnBy; !by.empty())
            random.push_back({{"name", each.reference.name}, {"operator", by}});
    Json rows = Json::array();
    for (const StatsDifference& each : differing)
        rows.push_back(toJson(each));
    const std::size_t compared = looked.wanted.size() - random.size();
    document["stats"] = {{"compared", compared},        {"not_in_graph", looked.missing},
                         {"tolerance", StatsTolerance}, {"floor_per_root_of_elements", StatsFloor},
                         {"not_compared", random},      {"differing", std::move(rows)}};
    std::string text =
        differing.empty()
            ? say("stats    {1} of {2} values differ", differing.size(), compared)
            : say("stats    {1} of {2} values differ; the first in execution order:", differing.size(),
                  compared);
    if (looked.missing > 0) text = say("{1} ({2} are not in the graph)", text, looked.missing);
    console.print(text);
    for (std::size_t i = 0; i < std::min(differing.size(), ListedDifferences); ++i)
        console.print("  " + textOf(differing[i]));
    for (const Json& each : random)
        console.print(say("  {1} was not compared: {2}", each["name"].get<std::string>(),
                          pipeline::whyNotCompared(each["operator"].get<std::string>())));
    return differing.empty();
}

} // namespace edgewright::cli
