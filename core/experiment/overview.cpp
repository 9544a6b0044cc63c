// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/overview.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/experiment/queue.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::experiment {

namespace {

constexpr std::size_t MaxFailuresTold = 8;
constexpr std::size_t MaxCellsTold = 16;

// The row whose relation to its baseline is judged so, by the smallest ratio; null: there is none.
const ResultRow* quickest(const ResultRows& rows, measure::Verdict verdict) {
    const ResultRow* best = nullptr;
    for (const ResultRow& each : rows) {
        if (!each.base || !each.relation || each.relation->verdict != verdict) continue;
        if (!best || each.relation->ratio < best->relation->ratio) best = &each;
    }
    return best;
}

// "Least memory: tiny · int8 · fused: 48 KiB at the peak instead of 192 KiB (−75.0 %)", by the smallest ratio
// to a baseline; empty: none is smaller.
std::string leastMemory(const ResultRows& rows) {
    const auto ratioOf = [](const ResultRow& row) {
        const auto now = row.outcome.numbers.peakBytes;
        const auto before = row.base ? row.base->numbers.peakBytes : std::nullopt;
        return now && before && *before > 0 ? static_cast<double>(*now) / static_cast<double>(*before) : 1.0;
    };
    const auto least = std::ranges::min_element(rows, {}, ratioOf);
    if (least == rows.end() || ratioOf(*least) >= 1) return {};
    return say("Least memory: {1}: {2}.", least->outcome.choices.text(),
               peakChangeText(least->base->numbers, least->outcome.numbers));
}

// "3 of 24 cells have a result, 21 to run."
std::string knownText(std::size_t known, std::size_t all, std::size_t left) {
    const std::string cells = sayCount(all, "{1} cell", "{1} cells");
    if (left == 0) return sayCount(known, "{1} of {2} has a result.", "{1} of {2} have a result.", cells);
    return sayCount(known, "{1} of {2} has a result, {3} to run.", "{1} of {2} have a result, {3} to run.",
                    cells, left);
}

std::string bestOf(const ResultRows& rows, std::vector<std::string>& reasons) {
    if (const ResultRow* best = quickest(rows, measure::Verdict::Faster)) {
        table::Answer answer = answerOf(*best);
        reasons = std::move(answer.reasons);
        return answer.headline;
    }
    if (quickest(rows, measure::Verdict::Same) || quickest(rows, measure::Verdict::Slower))
        return say("No cell is faster than its baseline by more than {1}, as far as the runs tell.",
                   table::percentText(measure::ComparisonRules().resolution));
    if (quickest(rows, measure::Verdict::Undecided))
        return say("The runs are too noisy to tell any cell from its baseline.");
    if (std::ranges::all_of(rows, [](const ResultRow& each) { return each.outcome.isFailed(); }))
        return rows.empty() ? std::string() : say("Every cell that ran has failed.");
    return say("No cell stands beside a baseline yet.");
}

// The codes of the list that quantize as `settings` say; else those that a quantizer chooses first.
Codes chosenCodes(const pipeline::Settings& settings) {
    const auto isChosen = [&](const Codes& codes) {
        const pipeline::Settings with = settingsWith(codes, settings);
        return codes.strategy && with.int8.study.weights == settings.int8.study.weights &&
               with.int8.study.activationScheme == settings.int8.study.activationScheme &&
               with.quantization == settings.quantization;
    };
    const auto found = std::ranges::find_if(allCodes(), isChosen);
    return found != allCodes().end() ? *found : Codes{"int8", pipeline::Strategy()};
}

AcceleratorChoice chosenAccelerator(const cost::Accelerator& accelerator) {
    for (const cost::NamedAccelerator& each : cost::presets())
        if (cost::isSame(each.accelerator, accelerator)) return {each.name, accelerator};
    return {"chosen", accelerator};
}

} // namespace

Result<Overview> overviewOf(const std::filesystem::path& file, bool asksModels) {
    Overview overview;
    ASSIGN_OR_RETURN(overview.definition, readDefinition(file));
    ASSIGN_OR_RETURN(overview.cells, cellsOf(overview.definition));
    ASSIGN_OR_RETURN(Results results, readResults(usualResults(file)));
    overview.rows = resultRows(results.outcomes, overview.cells);
    overview.notes = std::move(results.notes);
    if (asksModels) overview.left = cellsLeft(overview.definition, overview.cells, results.outcomes).size();
    return overview;
}

table::Answer foundIn(const Overview& overview) {
    const ResultRows& rows = *overview.rows;
    table::Answer answer;
    answer.headline = bestOf(rows, answer.reasons);
    std::vector<std::string> failures;
    for (const ResultRow& each : rows)
        if (each.outcome.isFailed()) failures.push_back(answerOf(each).headline);
    const std::size_t known = rows.size() - failures.size();
    answer.conditions.push_back(knownText(known, overview.cells.size(), overview.left.value_or(0)));
    if (const std::string memory = leastMemory(rows); !memory.empty()) answer.conditions.push_back(memory);
    if (!failures.empty())
        answer.conditions.push_back(sayCount(failures.size(), "{1} cell failed.", "{1} cells failed."));
    if (const std::string change = speedChangeText(rows); !change.empty())
        answer.conditions.push_back(say("{1}.", change));
    if (failures.size() > MaxFailuresTold) {
        const std::size_t more = failures.size() - MaxFailuresTold;
        failures.resize(MaxFailuresTold);
        failures.push_back(sayCount(more, "and {1} cell more failed: the table says why",
                                    "and {1} cells more failed: the table says why"));
    }
    answer.reasons.insert(answer.reasons.begin(), failures.begin(), failures.end());
    answer.reasons.insert(answer.reasons.end(), overview.notes.begin(), overview.notes.end());
    return answer;
}

table::Answer answerOf(const ResultRow& row) {
    const std::string name = row.outcome.choices.text();
    table::Answer answer;
    if (row.outcome.isFailed())
        answer.headline = say("{1} failed: {2}", name, row.outcome.error);
    else if (row.base)
        answer = explained(*row.base, row.outcome);
    if (!answer.headline.empty()) return answer;
    if (row.base)
        answer.headline = say("{1} and its baseline have no latencies to compare.", name);
    else if (row.outcome.verdict)
        answer.headline = say("{1} has no baseline that it stands beside.", name);
    else
        answer.headline = say("{1} is a baseline: others stand beside it.", name);
    return answer;
}

table::Answer answerOf(const ResultRows& rows) {
    table::Answer answer;
    const std::vector<Explanation> all = explanations(rows);
    if (all.empty()) return answer;
    answer.headline = sayCount(all.size(), "{1} cell beside its baseline; a row of the table says why.",
                               "{1} cells beside their baselines; a row of the table says why.");
    for (std::size_t i = 0; i < all.size() && i < MaxCellsTold; ++i)
        answer.reasons.push_back(answerOf(rows[all[i].row]).headline);
    if (all.size() > MaxCellsTold)
        answer.reasons.push_back(
            sayCount(all.size() - MaxCellsTold, "and {1} cell more", "and {1} cells more"));
    return answer;
}

Definition definitionOf(const pipeline::Settings& settings, const std::filesystem::path& model,
                        const std::filesystem::path& folder) {
    Definition made;
    made.folder = folder;
    made.models = {{model.stem().string(), model}};
    if (!settings.bindings.empty()) made.sizes = {settings.bindings};
    made.codes = {Codes(), chosenCodes(settings)};
    made.accelerators = {chosenAccelerator(settings.accelerator)};
    made.settings.seed = settings.seed;
    made.settings.liveness = settings.liveness;
    made.settings.liveness.unshared.clear(); // tensors of this one graph
    made.settings.scratch = settings.scratch;
    made.settings.planner = settings.planner;
    made.settings.scheduler = settings.scheduler;
    made.settings.planSeconds = settings.planSeconds;
    made.settings.quantization = settings.quantization;
    return made;
}

} // namespace edgewright::experiment
