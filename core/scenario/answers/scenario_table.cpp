// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/scenario_table.h"

#include "core/base/say.h"
#include "core/scenario/arrivals.h"
#include "core/scenario/latency.h"
#include "core/scenario/policy.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace edgewright::scenario {

namespace scenario_columns {

namespace {

using table::Cell;
using enum table::Unit;

constexpr std::array Shares{0.5, 0.95, 0.99};

// Computed once for all cells of a row.
struct Known {
    explicit Known(const ModelResult& model) {
        std::vector<double> sorted = model.latencies;
        std::ranges::sort(sorted);
        for (std::size_t i = 0; i < Shares.size(); ++i)
            percentiles[i] = quantileEstimate(sorted, Shares[i]);
        if (!sorted.empty()) longest = sorted.back();
    }

    std::array<QuantileEstimate, Shares.size()> percentiles;
    std::optional<double> longest;
};

struct Row {
    const PolicyRun& run;
    const ModelResult& model;
    const Known& known;
};

// Of a percentile that so few queries tell nothing of: nothing.
Cell percentile(const Row& row, std::size_t share) {
    const QuantileEstimate& estimate = row.known.percentiles[share];
    return estimate.interval ? Cell(estimate.value) : Cell();
}

std::int64_t droppedOf(const ModelResult& model) {
    return std::accumulate(model.outcomes.begin() + 1, model.outcomes.end(), std::int64_t(0));
}

double meanOf(const std::vector<double>& numbers) {
    return numbers.empty()
               ? 0
               : std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

Cell meanBatch(const ModelResult& model) {
    std::int64_t batches = 0, samples = 0;
    for (const BatchCount& each : model.batches) {
        const std::int64_t count = std::accumulate(each.byReason.begin(), each.byReason.end(), std::int64_t(0));
        batches += count;
        samples += count * each.size;
    }
    return batches > 0 ? Cell(static_cast<double>(samples) / static_cast<double>(batches)) : Cell();
}

constexpr const char* FewHint = TRANSLATABLE(
    "Column", "From the scheduled arrival to the end; nothing where too few queries are done to know it");

constexpr table::Column<Row> Columns[] = {
    {{"policy", TRANSLATABLE("Column", "Policy"), ""},
     [](const Row& row) -> Cell { return row.run.scenario.policy; }},
    {{"model", TRANSLATABLE("Column", "Model"), ""}, [](const Row& row) -> Cell { return row.model.name; }},
    {{"queries", TRANSLATABLE("Column", "Queries"), TRANSLATABLE("Column", "That arrived after the warm-up"),
      Count},
     [](const Row& row) -> Cell { return row.model.arrived; }},
    {{"missed", TRANSLATABLE("Column", "Late"), TRANSLATABLE("Column", "Done after their deadline"), Count},
     [](const Row& row) -> Cell { return row.model.missed; }},
    {{"dropped", TRANSLATABLE("Column", "Dropped"),
      TRANSLATABLE("Column", "Refused, timed out, or frames that gave way to others"), Count,
      table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell { return droppedOf(row.model); }},
    {{"p50_seconds", TRANSLATABLE("Column", "Median"), FewHint, Seconds},
     [](const Row& row) -> Cell { return percentile(row, 0); }},
    {{"p95_seconds", TRANSLATABLE("Column", "p95"), FewHint, Seconds},
     [](const Row& row) -> Cell { return percentile(row, 1); }},
    {{"p99_seconds", TRANSLATABLE("Column", "p99"), FewHint, Seconds},
     [](const Row& row) -> Cell { return percentile(row, 2); }},
    {{"max_seconds", TRANSLATABLE("Column", "Longest"), "", Seconds, table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.known.longest ? Cell(*row.known.longest) : Cell(); }},
    {{"wait_seconds", TRANSLATABLE("Column", "Mean wait"), TRANSLATABLE("Column", "From arrival to start"),
      Seconds, table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.model.waits.empty() ? Cell() : Cell(meanOf(row.model.waits)); }},
    {{"preemptions", TRANSLATABLE("Column", "Gave way"),
      TRANSLATABLE("Column", "Batches that stopped between two operators"), Count,
      table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.model.preemptions; }},
    {{"batch", TRANSLATABLE("Column", "Mean batch"), "", Plain, table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell { return meanBatch(row.model); }},
};

} // namespace

} // namespace scenario_columns

LateQueries lateOf(const Simulation& run) {
    LateQueries all;
    for (const ModelResult& each : run.models) {
        all.late += each.missed + scenario_columns::droppedOf(each);
        all.arrived += each.arrived;
    }
    return all;
}

table::Table scenarioTable(std::shared_ptr<const std::vector<PolicyRun>> runs) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    auto known = std::make_shared<std::vector<scenario_columns::Known>>();
    for (std::size_t run = 0; run < runs->size(); ++run)
        for (std::size_t model = 0; model < (*runs)[run].simulation.models.size(); ++model) {
            places.emplace_back(run, model);
            known->emplace_back((*runs)[run].simulation.models[model]);
        }
    const std::size_t rows = places.size();
    return {std::span(scenario_columns::Columns), rows,
            [runs = std::move(runs), places = std::move(places), known = std::move(known)](std::size_t row) {
                const PolicyRun& run = (*runs)[places[row].first];
                const ModelResult& model = run.simulation.models[places[row].second];
                return scenario_columns::Row{run, model, (*known)[row]};
            }};
}

std::vector<Load> loadsOf(const Scenario& scenario, const Service& service, std::int64_t machineCores) {
    std::vector<Load> loads, ofModels;
    const std::vector<CoreSet> sets = coreSetsOf(scenario, machineCores);
    for (std::size_t set = 0; set < sets.size(); ++set) {
        Load load{sets[set].name};
        bool isKnown = true;
        const std::size_t first = ofModels.size();
        for (std::size_t i = 0; i < scenario.models.size(); ++i) {
            const Model& model = scenario.models[i];
            if (setOf(scenario, model) != set) continue;
            const std::optional<double> rate = meanRate(model);
            if (!rate) {
                isKnown = false;
                break;
            }
            // In the batches that are quickest for a sample.
            double least = INFINITY;
            for (const BatchTimes& each : service.models[i].batches)
                if (each.size <= model.batching.maxSize)
                    least = std::min(least, service.models[i].mean(each) / static_cast<double>(each.size));
            const double work = *rate * static_cast<double>(samplesOfQuery(model.arrivals)) * least;
            load.utilisation +=
                work * static_cast<double>(model.threads) / static_cast<double>(sets[set].cores.size());
            ofModels.push_back({sets[set].name, work / static_cast<double>(model.instances), model.name});
        }
        if (!isKnown) {
            ofModels.resize(first);
            continue;
        }
        std::erase_if(ofModels, [&](const Load& each) {
            return each.coreSet == load.coreSet && each.utilisation <= load.utilisation;
        });
        loads.push_back(std::move(load));
    }
    loads.insert(loads.end(), ofModels.begin(), ofModels.end());
    return loads;
}

std::vector<std::string> loadSentences(const std::vector<Load>& loads) {
    std::vector<std::string> sentences;
    for (const Load& each : loads) {
        const std::string share = table::fixed(each.utilisation * 100, 1);
        const std::string cores = !each.model.empty()    ? say("The instances of {1}", each.model)
                                  : each.coreSet.empty() ? say("The cores")
                                                         : each.coreSet;
        sentences.push_back(each.utilisation > 1
                                ? say("{1}: asked for {2} % of what they can do. Queues grow without an end, "
                                      "whatever the policy.",
                                      cores, share)
                                : say("{1}: asked for {2} % of what they can do.", cores, share));
    }
    return sentences;
}

std::string deadlineSentence(const Scenario& scenario, const std::vector<std::string>& policies,
                             const std::vector<LateQueries>& late) {
    if (std::ranges::none_of(scenario.models, [](const Model& each) { return each.deadlineMs.has_value(); }))
        return say("No model has a deadline: nothing can be late.");
    std::string meeting;
    for (std::size_t i = 0; i < late.size(); ++i)
        if (late[i].late == 0) meeting += (meeting.empty() ? "" : ", ") + titleInQuotes(policies[i]);
    if (!meeting.empty()) return say("Every query was in time, and none was dropped, under: {1}.", meeting);
    const auto least = std::ranges::min_element(late, {}, &LateQueries::late);
    const std::string policy = titleInQuotes(policies[static_cast<std::size_t>(least - late.begin())]);
    return late.size() == 1
               ? say("Under {1}, late or dropped: {2} of {3} queries.", policy, Grouped{least->late},
                     Grouped{least->arrived})
               : say("Under every policy queries were late or dropped; the fewest, {1}, under {2}.",
                     Grouped{least->late}, policy);
}

std::string ranSentence(const Scenario& scenario, const Simulation& real, const Simulation* simulated) {
    const std::string policy = titleInQuotes(scenario.policy);
    const LateQueries ran = lateOf(real);
    if (!simulated)
        return say("Really run on this machine under {1}: {2} of {3} queries late or dropped.", policy,
                   Grouped{ran.late}, Grouped{ran.arrived});
    const LateQueries beside = lateOf(*simulated);
    return say(
        "Really run on this machine under {1}: {2} of {3} queries late or dropped; simulated: {4} of {5}.",
        policy, Grouped{ran.late}, Grouped{ran.arrived}, Grouped{beside.late}, Grouped{beside.arrived});
}

table::Answer answerOf(const std::vector<PolicyRun>& runs, const std::vector<Load>& loads) {
    table::Answer answer;
    if (runs.empty()) return answer;
    std::vector<std::string> policies;
    std::vector<LateQueries> late;
    for (const PolicyRun& run : runs) {
        policies.push_back(run.scenario.policy);
        late.push_back(lateOf(run.simulation));
    }
    answer.headline = deadlineSentence(runs.front().scenario, policies, late);
    answer.conditions.push_back(
        say("Simulated from measured times, arrivals of seed {1}: a policy that was in time here "
            "may be late with others.",
            std::to_string(runs.front().scenario.seed)));
    answer.reasons = loadSentences(loads);
    return answer;
}

} // namespace edgewright::scenario
