// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/against.h"

#include "core/device/parts.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace edgewright::device {

Result<Against> against(const VariantRecord& ours, const ir::Graph& original, const trace::Trace& profile,
                        const trace::Matches& matches) {
    Against result;
    result.tool = profile.tool;
    result.unmatched = matches.unmatched;
    result.ambiguous = matches.ambiguous;
    result.notes = profile.notes;
    Parts parts(original.nextNode().index());
    std::map<std::string, std::size_t> times; // spans of each name: the runs
    for (std::size_t i = 0; i < matches.spans.size(); ++i) {
        if (matches.spans[i].nodes.empty()) continue;
        parts.join(matches.spans[i].nodes);
        result.runs = std::max(result.runs, ++times[profile.nameOf(profile.spans[i])]);
    }
    if (result.runs == 0)
        return badInput("no operator of the profile (" + std::string(trace::nameOf(profile.tool)) +
                        ") has the name of a node or a tensor of this model");
    if (profile.runs > 0) result.runs = profile.runs; // each name is there once
    if (std::ranges::any_of(matches.spans,
                            [](const trace::Match& match) { return match.by == trace::By::Order; }))
        result.runs = 1; // names are kinds there
    if (!profile.isWhole && result.runs == 1 && profile.hasTimes)
        result.notes.push_back("only the first run was read, which is slower than others: caches are cold");
    const auto isKnown = [&](const OperatorTime& time) {
        return !time.origins.empty() &&
               std::ranges::all_of(time.origins, [&](NodeId node) { return original.contains(node); });
    };
    for (const OperatorTime& each : ours.operators)
        if (isKnown(each)) parts.join(each.origins);

    std::map<std::size_t, AgainstRow> rows; // by part
    std::map<std::size_t, double> longest;
    for (const OperatorTime& each : ours.operators) {
        if (!isKnown(each)) {
            result.oursAlone += each.seconds;
            continue;
        }
        const std::size_t part = parts.of(each.origins.front());
        AgainstRow& row = rows[part];
        row.ours += each.seconds;
        if (each.seconds >= longest[part]) {
            longest[part] = each.seconds;
            row.name = each.name;
        }
    }
    // Of the spans that come again in each run, the median: the first run is another matter.
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<double>> seconds; // by part and name
    for (std::size_t i = 0; i < matches.spans.size(); ++i)
        if (const std::vector<NodeId>& nodes = matches.spans[i].nodes; !nodes.empty())
            seconds[{parts.of(nodes.front()), profile.spans[i].name}].push_back(profile.spans[i].seconds);
    for (const auto& [place, all] : seconds) {
        const bool isOneRun = result.runs == 1 || profile.runs > 0;
        rows[place.first].theirs +=
            isOneRun ? std::accumulate(all.begin(), all.end(), 0.0) : measure::summaryOf(all).median;
    }
    for (const NodeId node : original.order())
        if (const auto row = rows.find(parts.of(node)); row != rows.end()) row->second.nodes.push_back(node);
    for (auto& [part, row] : rows) {
        if (row.ours > 0 && row.theirs > 0) {
            result.ours += row.ours;
            result.theirs += row.theirs;
            result.rows.push_back(std::move(row));
        } else {
            result.oursAlone += row.ours;
            result.theirsAlone += row.theirs;
        }
    }
    std::ranges::stable_sort(result.rows, std::ranges::greater(),
                             [](const AgainstRow& row) { return std::max(row.ours, row.theirs); });
    return result;
}

} // namespace edgewright::device
