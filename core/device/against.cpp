// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/against.h"

#include "core/base/say.h"
#include "core/cost/processor/processor.h"
#include "core/device/parts.h"
#include "core/device/profile_record.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace edgewright::device {

namespace {

// Seconds of one run by part, of spans that come again in each run.
class TheirTimes {
public:
    explicit TheirTimes(const trace::Matches& matches, std::size_t runs, bool areOfOneRun)
        : m_matches(matches), m_runs(runs), m_areOfOneRun(areOfOneRun) {}

    void add(std::size_t part, std::uint32_t name, std::uint32_t pass, double seconds) {
        if (m_matches.passes > 0)
            m_byPass[{part, pass}] += seconds;
        else
            m_byName[{part, name}].push_back(seconds);
    }
    std::map<std::size_t, double> ofARun() const {
        std::map<std::size_t, double> seconds;
        std::map<std::size_t, std::vector<double>> passes;
        for (const auto& [place, sum] : m_byPass)
            passes[place.first].push_back(sum);
        // The median: the first run is another matter.
        for (const auto& [part, all] : passes)
            seconds[part] =
                measure::summaryOf(all).median * static_cast<double>(all.size()) / static_cast<double>(m_runs);
        for (const auto& [place, all] : m_byName)
            seconds[place.first] +=
                m_areOfOneRun ? std::accumulate(all.begin(), all.end(), 0.0) : measure::summaryOf(all).median;
        return seconds;
    }

private:
    const trace::Matches& m_matches;
    std::size_t m_runs;
    bool m_areOfOneRun;
    std::map<std::pair<std::size_t, std::uint32_t>, double> m_byPass;
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<double>> m_byName;
};

// Facts that anybody who compares these times has to know.
std::vector<std::string> notesOf(const Against& result, const ir::Graph& original, const trace::Trace& profile,
                                 const trace::Matches& matches) {
    std::vector<std::string> notes = profile.notes;
    if (!profile.isWhole && result.runs == 1 && profile.hasTimes)
        notes.push_back(say("only the first run was read, which is slower than others: caches are cold"));
    if (std::string other = trace::otherModelText(profile, matches); !other.empty())
        notes.push_back(std::move(other));
    if (const std::string input = otherInputText(profile, original); !input.empty()) notes.push_back(input);
    return notes;
}

} // namespace

Result<Against> against(const VariantRecord& ours, const ir::Graph& original, const trace::Trace& profile,
                        const trace::Matches& matches) {
    Against result;
    result.tool = profile.tool;
    result.machine = profile.machine;
    result.isDevice = profile.hasKernels();
    result.matchedShare = matches.share();
    result.unmatched = matches.unmatched;
    result.ambiguous = matches.ambiguous;
    Parts parts(original.nextNode().index());
    std::map<std::uint32_t, std::size_t> times; // spans of each name: the runs
    for (const std::uint32_t i : matches.timed) {
        const trace::Match& match = matches.spans[i];
        if (match.nodes.empty()) continue;
        if (!match.isRange) parts.join(match.nodes);
        result.runs = std::max(result.runs, ++times[profile.spans[i].name]);
    }
    if (result.runs == 0)
        return badInput(say("no operator of the profile ({1}) has the name of a node or a tensor of this model",
                            trace::nameOf(profile.tool)));
    const bool areOfOneRun = profile.runs > 0 || result.runs == 1; // each name is there once, or of one run
    if (matches.passes > 0) result.runs = matches.passes;          // names are kinds there
    if (profile.runs > 0) result.runs = profile.runs;
    result.notes = notesOf(result, original, profile, matches);
    const auto isKnown = [&](const OperatorTime& time) {
        return !time.origins.empty() &&
               std::ranges::all_of(time.origins, [&](NodeId node) { return original.contains(node); });
    };
    for (const OperatorTime& each : ours.operators)
        if (isKnown(each)) parts.join(each.origins);

    std::map<std::size_t, AgainstRow> rows;           // by part
    std::map<std::size_t, double> longest, predicted; // likewise, seconds
    for (const OperatorTime& each : ours.operators) {
        if (!isKnown(each)) {
            result.oursAlone += each.seconds;
            continue;
        }
        const std::size_t part = parts.of(each.origins.front());
        AgainstRow& row = rows[part];
        row.ours += each.seconds;
        predicted[part] += cost::referenceProcessor().secondsOf(each.features);
        if (each.seconds >= longest[part]) {
            longest[part] = each.seconds;
            row.name = each.name;
        }
    }
    // The time of a range is shared among those of our parts that lie in it: by prediction, or else alike.
    TheirTimes theirs(matches, result.runs, areOfOneRun);
    double unmatched = 0; // seconds of all runs
    for (const std::uint32_t i : matches.timed) {
        const trace::Match& match = matches.spans[i];
        const trace::Span& span = profile.spans[i];
        if (match.nodes.empty()) {
            unmatched += span.seconds;
            continue;
        }
        std::set<std::size_t> within;
        if (match.isRange)
            for (const NodeId node : match.nodes)
                if (const std::size_t part = parts.of(node); predicted.contains(part)) within.insert(part);
        if (within.empty()) within.insert(parts.of(match.nodes.front()));
        double sum = 0;
        for (const std::size_t part : within)
            sum += predicted[part];
        for (const std::size_t part : within) {
            const double share = sum > 0 ? predicted[part] / sum : 1 / static_cast<double>(within.size());
            theirs.add(part, span.name, match.pass, span.seconds * share);
            if (within.size() > 1) rows[part].isShared = true;
        }
    }
    for (const auto& [part, seconds] : theirs.ofARun())
        rows[part].theirs = seconds;
    result.theirsAlone = unmatched / static_cast<double>(profile.runs > 0 ? 1 : result.runs);
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
