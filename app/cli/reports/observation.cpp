// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/observation.h"

#include "app/cli/json.h"
#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::cli {

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
                like += (like.empty() ? "; some with this in their name: '" : ", '") + each + "'";
        return edgewright::badInput("--capture " + name + ": the graph that runs has no value of this name" +
                                    like);
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
        return edgewright::badInput(file + ": names none of the values of this graph; expected its statistics");
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
    console.print("stats    " + std::to_string(differing.size()) + " of " + std::to_string(compared) +
                  " values differ" + (differing.empty() ? "" : "; the first in execution order:") +
                  (looked.missing > 0 ? " (" + std::to_string(looked.missing) + " are not in the graph)" : ""));
    for (std::size_t i = 0; i < std::min(differing.size(), ListedDifferences); ++i)
        console.print("  " + textOf(differing[i]));
    for (const Json& each : random)
        console.print("  " + each["name"].get<std::string>() +
                      " was not compared: " + pipeline::whyNotCompared(each["operator"].get<std::string>()));
    return differing.empty();
}

} // namespace edgewright::cli
