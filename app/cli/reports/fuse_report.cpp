// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/fuse_report.h"

#include "app/cli/json.h"
#include "app/cli/reports/difference_report.h"
#include "app/cli/reports/prediction_report.h"
#include "app/cli/text.h"
#include "core/fusion/traffic.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/provenance.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace edgewright::cli {

namespace {

std::string nameOf(const std::string& rule) { return rule.empty() ? say("(by hand)") : rule; }

Json benefitJson(const pipeline::StepBenefit& benefit) {
    return {{"launches", benefit.launches},
            {"traffic_bytes", benefit.trafficBytes},
            {"live_bytes", benefit.liveBytes},
            {"seconds", benefit.seconds}};
}

Json opsetsJson(const ir::Opsets& opsets) {
    Json json = Json::object();
    for (const auto& [domain, version] : opsets)
        json[domain.empty() ? "ai.onnx" : domain] = version;
    return json;
}

template <typename Row>
Json rowJson(const Row& row) {
    return {{"rule", row.rule}, {"nodes", row.names}, {"reason", row.reason}};
}

// Not empty: there are no numbers, and this is the reason.
template <typename Row>
std::string reasonOf(const Row& row) {
    if constexpr (requires { row.wrongType; })
        return row.wrongType;
    else
        return pipeline::incomparable(row.difference);
}

template <typename Row>
Json differenceJson(const Row& row, const pipeline::Check& check) {
    Json json{{"name", row.name}};
    if constexpr (requires { row.drawnBy; }) {
        json["rule"] = "norm";
        json["tolerance"] = row.tolerance;
        if (!row.drawnBy.empty() && row.wrongType.empty()) {
            addNotCompared(json, row.drawnBy);
            return json;
        }
    }
    addDifference(json, row.difference, reasonOf(row));
    if (row.data < check.data.size()) json["data"] = check.data[row.data];
    return json;
}

Json differencesJson(const std::vector<pipeline::OutputDifference>& rows, const pipeline::Check& check) {
    Json json = Json::array();
    for (const pipeline::OutputDifference& row : rows)
        json.push_back(differenceJson(row, check));
    return json;
}

// The worst of those that were compared; null: none.
const pipeline::OutputDifference* worstOf(const std::vector<pipeline::OutputDifference>& rows) {
    const pipeline::OutputDifference* worst = nullptr;
    for (const pipeline::OutputDifference& row : rows)
        if (row.drawnBy.empty() && (!worst || row.difference.relNorm > worst->difference.relNorm)) worst = &row;
    return worst;
}

// Names of nodes and tensors, as reasons have them.
std::set<std::string, std::less<>> namesIn(const fusion::History& history) {
    std::set<std::string, std::less<>> names;
    for (const ir::Graph* graph : {&history.base, &history.graph})
        for (const NodeId id : graph->order()) {
            names.insert(graph->node(id).label());
            for (const ValueId output : graph->node(id).outputs)
                if (output.valid()) names.insert(graph->value(output).name);
        }
    for (const fusion::Refusal& refusal : history.refusals)
        names.insert(refusal.names.begin(), refusal.names.end());
    return names;
}

// The same for reasons that differ in `names` alone.
std::string withoutNames(const std::string& reason, const std::set<std::string, std::less<>>& names) {
    std::string kept;
    for (std::string word : splitAt(reason, ' ')) {
        std::string end;
        while (!word.empty() && std::string_view(",:;.").find(word.back()) != std::string_view::npos) {
            end += word.back();
            word.pop_back();
        }
        kept += (names.contains(word) ? std::string("*") : word) + end + ' ';
    }
    return kept;
}

// Why rules refused, what applies most often first; what became part of a group otherwise needs no reason.
void printReasons(const Console& console, const fusion::History& history) {
    constexpr std::size_t MaxReasons = 10, MaxPlaces = 2;
    struct Group {
        const fusion::Refusal* first;
        std::vector<std::string> places = {};
        std::size_t count = 0;
    };
    const auto names = namesIn(history);
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    std::vector<Group> groups;
    for (const fusion::Refusal& refusal : history.refusals) {
        if (refusal.isFused || refusal.rule.empty()) continue;
        const auto at =
            known.try_emplace({refusal.rule, withoutNames(refusal.reason, names)}, groups.size()).first;
        if (at->second == groups.size()) groups.push_back({&refusal});
        Group& group = groups[at->second];
        ++group.count;
        if (group.places.size() < MaxPlaces && !refusal.names.empty())
            group.places.push_back(refusal.names.front());
    }
    std::ranges::stable_sort(groups, std::ranges::greater(), &Group::count);
    for (std::size_t i = 0; i < std::min(groups.size(), MaxReasons); ++i) {
        const Group& group = groups[i];
        std::string line = (i == 0 ? "why    " : "       ") + group.first->rule + ": " + group.first->reason;
        if (group.count > 1) {
            line += " (" + sayCount(cli::groups(group.count), "{1} place", "{1} places");
            for (std::size_t place = 0; place < group.places.size(); ++place)
                line += (place == 0 ? ": " : ", ") + group.places[place];
            line += group.count > group.places.size() ? ", …)" : ")";
        }
        console.print(line);
    }
    if (groups.size() > MaxReasons)
        console.print(sayCount(cli::groups(groups.size() - MaxReasons),
                               "       … {1} more reason; --json lists all",
                               "       … {1} more reasons; --json lists all"));
}

std::string signedBytes(std::int64_t bytes) { return (bytes < 0 ? "-" : "") + bytesText(std::abs(bytes)); }

} // namespace

void addHistory(Json& document, const ir::Graph& before, const fusion::History& history,
                const pipeline::Benefits& benefits, const std::optional<ArenaPeaks>& peaks) {
    document["nodes_before"] = before.nodeCount();
    document["nodes_after"] = history.graph.nodeCount();
    document["compute_nodes_before"] = fusion::computeNodes(before);
    document["compute_nodes_after"] = fusion::computeNodes(history.graph);
    std::map<std::string, int> counts;
    for (const NodeId id : history.graph.order())
        ++counts[history.graph.node(id).op];
    document["ops_after"] = counts;
    document["opsets_after"] = opsetsJson(history.opsets);
    document["applied"] = Json::array();
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
        document["applied"].push_back(rowJson(history.steps[i]));
        document["applied"].back()["benefit"] = benefitJson(benefits.steps[i]);
    }
    document["refused"] = Json::array();
    for (const fusion::Refusal& refusal : history.refusals) {
        document["refused"].push_back(rowJson(refusal));
        Json tensors = Json::array();
        for (const ValueId id : refusal.tensors)
            if (id.valid() && history.graph.contains(id)) tensors.push_back(history.graph.value(id).name);
        document["refused"].back()["tensors"] = std::move(tensors);
        document["refused"].back()["fused"] = refusal.isFused;
    }
    document["possible"] = Json::array();
    for (const fusion::Step& step : history.possible)
        document["possible"].push_back(rowJson(step));
    document["faults"] = toJson(history.faults);
    document["benefit"] = benefitJson(benefits.total);
    document["benefit"]["live_bytes_before"] = benefits.liveBefore;
    document["benefit"]["live_bytes_after"] = benefits.liveAfter;
    if (peaks) {
        document["benefit"]["peak_bytes_before"] = peaks->before;
        document["benefit"]["peak_bytes_after"] = peaks->after;
        document["benefit"]["peaks_are_lower_bound"] = peaks->areLeast;
    }
    const Json prediction = predictionJson(benefits.processor);
    document["benefit"]["predicted_for"] = prediction["machine"];
    document["benefit"]["prediction"] = prediction;
    document["benefit"]["seconds_before"] = benefits.secondsBefore;
    document["benefit"]["seconds_after"] = benefits.secondsAfter;
    document["benefit"]["seconds_are_lower_bound"] = !benefits.untimed.empty();
    document["benefit"]["untimed"] = uncountedJson(benefits.untimed);
    document["benefit"]["launches_before"] = benefits.launchesBefore;
    document["benefit"]["launches_after"] = benefits.launchesAfter;
    document["benefit"]["traffic_bytes_before"] = benefits.trafficBefore;
    document["benefit"]["traffic_bytes_after"] = benefits.trafficAfter;
    document["benefit"]["by_rule"] = Json::object();
    for (const auto& [rule, sum] : benefits.byRule)
        document["benefit"]["by_rule"][nameOf(rule)] = benefitJson(sum);
}

void printHistory(const Console& console, const ir::Graph& before, const fusion::History& history,
                  const pipeline::Benefits& benefits, const std::optional<ArenaPeaks>& peaks,
                  const ir::Bindings& extents) {
    console.print(say("nodes  {1} -> {2}", before.nodeCount(), history.graph.nodeCount()));
    struct Counts {
        int applied = 0, refused = 0, fusedOtherwise = 0;
    };
    std::map<std::string, Counts> perRule;
    for (const fusion::Step& step : history.steps)
        ++perRule[nameOf(step.rule)].applied;
    for (const fusion::Refusal& refusal : history.refusals) {
        Counts& count = perRule[nameOf(refusal.rule)];
        ++(refusal.isFused ? count.fusedOtherwise : count.refused);
    }
    std::size_t width = 24;
    for (const auto& [rule, count] : perRule)
        width = std::max(width, rule.size() + 2);
    for (const auto& [rule, count] : perRule)
        console.print(
            count.fusedOtherwise > 0
                ? say("  {1}{2} applied{3} refused{4} fused into groups instead", left(rule, width),
                      right(std::to_string(count.applied), 5), right(std::to_string(count.refused), 5),
                      right(std::to_string(count.fusedOtherwise), 5))
                : say("  {1}{2} applied{3} refused", left(rule, width), right(std::to_string(count.applied), 5),
                      right(std::to_string(count.refused), 5)));
    for (const fusion::Refusal& refusal : history.refusals)
        if (refusal.rule.empty()) console.print(say("  refused by hand: {1}", refusal.reason));
    printReasons(console, history);
    if (!history.possible.empty())
        console.print(sayCount(groups(history.possible.size()),
                               "  {1} more fusion possible, by rules or in places that are switched off",
                               "  {1} more fusions possible, by rules or in places that are switched off"));
    std::string saved =
        say("saved  {1} launches ({2} -> {3}), {4} of traffic", benefits.total.launches,
            benefits.launchesBefore, benefits.launchesAfter, signedBytes(benefits.total.trafficBytes));
    if (peaks)
        saved = peaks->areLeast
                    ? say("{1}; arena at least {2} -> {3}, ", saved, bytesText(peaks->before),
                          bytesText(peaks->after))
                    : say("{1}; arena {2} -> {3}, ", saved, bytesText(peaks->before), bytesText(peaks->after));
    else
        saved = say("{1}; ", saved);
    saved = say("{1}most bytes alive at once, with no storage shared, {2} -> {3}", saved,
                bytesText(benefits.liveBefore), bytesText(benefits.liveAfter));
    const std::string slow = predictedText(benefits.processor, benefits.secondsBefore),
                      fast = predictedText(benefits.processor, benefits.secondsAfter);
    console.print(benefits.untimed.empty() ? say("{1}, estimated time {2} -> {3} on {4}", saved, slow, fast,
                                                 benefits.processor.title())
                                           : say("{1}, estimated time at least {2} -> {3} on {4}", saved, slow,
                                                 fast, benefits.processor.title()));
    console.print(say("       times as on {1}", benefits.processor.sourceText()));
    std::string with;
    for (const auto& [name, extent] : extents)
        with += (with.empty() ? "" : ", ") + name + "=" + std::to_string(extent);
    if (!with.empty()) console.print(say("       measured with {1}", with));
    if (!benefits.untimed.empty())
        console.print(say("       no time is estimated for {1}", ops::uncountedText(benefits.untimed)));
    if (benefits.unsized > 0)
        console.print(sayCount(groups(benefits.unsized), "       {1} tensor of unknown size counted as empty",
                               "       {1} tensors of unknown size counted as empty"));
    console.list(history.faults);
}

void addCheck(Json& document, const pipeline::Check& check, const fusion::History& history) {
    Json boundaries = Json::array();
    for (const pipeline::BoundaryDifference& row : check.boundaries) {
        Json json = differenceJson(row, check);
        json["node"] = history.graph.node(row.node).label();
        boundaries.push_back(std::move(json));
    }
    document["verify"] = {{"max_abs", measureJson(check.maxAbs)},
                          {"max_rel", measureJson(check.maxRel)},
                          {"seed", check.seed},
                          {"data", check.data},
                          {"outputs", differencesJson(check.outputs, check)},
                          {"written", differencesJson(check.written, check)},
                          {"codes", differencesJson(check.codes, check)},
                          {"boundaries", std::move(boundaries)},
                          {"boundaries_left_out", check.boundariesLeftOut},
                          {"notes", check.notes}};
}

bool printCheck(const Console& console, const pipeline::Check& check) {
    for (const std::string& note : check.notes)
        console.note(say("note: {1}", note));
    if (const auto* codes = worstOf(check.codes))
        console.print(say("codes  integer operators are {1} (norm) from float32: other codes next to ties; the "
                          "check compares with them",
                          normText(codes->difference)));
    bool good = true;
    const auto failed = [&](const pipeline::OutputDifference& output, const std::string& place) {
        if (output.passes()) return;
        good = false;
        console.print(say("check  FAILED '{1}'{2}: {3}, with {4}; a relative norm of {5} is allowed",
                          output.name, place, textOf(output.difference, output.wrongType),
                          check.data[output.data], scientific(output.tolerance)));
    };
    for (const pipeline::OutputDifference& output : check.outputs) {
        if (!output.drawnBy.empty())
            console.print(
                say("check  not compared: '{1}' {2}", output.name, pipeline::whyNotCompared(output.drawnBy)));
        failed(output, "");
    }
    for (const pipeline::OutputDifference& output : check.written)
        failed(output, say(" of the file as written"));
    if (const auto* worst = check.worst(); good && worst)
        console.print(sayCount(groups(check.data.size()),
                               "check  max |difference| {2}, relative (norm) {3}, on {1} input set",
                               "check  max |difference| {2}, relative (norm) {3}, on {1} input sets",
                               scientific(check.maxAbs), scientific(worst->difference.relNorm)));
    if (const auto* worst = worstOf(check.written); good && worst)
        console.print(say("       the file, read back: relative (norm) {1}", normText(worst->difference)));
    const auto worst = std::ranges::max_element(
        check.boundaries, {}, [](const auto& boundary) { return boundary.difference.relNorm; });
    if (worst != check.boundaries.end())
        console.print(sayCount(groups(check.boundaries.size()),
                               "       {1} boundary tensor compared, the worst '{2}': relative (norm) {3}",
                               "       {1} boundary tensors compared, the worst '{2}': relative (norm) {3}",
                               worst->name, normText(worst->difference)));
    if (check.boundariesLeftOut > 0)
        console.print(
            sayCount(groups(check.boundariesLeftOut),
                     "       {1} boundary tensor left out for their size, or because nothing computed them",
                     "       {1} boundary tensors left out for their size, or because nothing computed them"));
    return good;
}

void addBroken(Json& document, const pipeline::BrokenBy& broken) {
    Json row{{"patch", broken.step + 1}, {"rule", broken.rule},     {"nodes", broken.names},
             {"reason", broken.reason},  {"output", broken.output}, {"data", broken.data}};
    Json before, after;
    addDifference(before, broken.before, pipeline::incomparable(broken.before));
    addDifference(after, broken.after, pipeline::incomparable(broken.after));
    row["before"] = std::move(before);
    row["after"] = std::move(after);
    document["verify"]["broken_by"] = std::move(row);
}

} // namespace edgewright::cli
