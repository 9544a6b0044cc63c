// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/comparison.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/scenario/latency.h"
#include "core/scenario/policy.h"
#include "core/serve/nearness.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace edgewright::serve {

using namespace scenario;

namespace {

table::Word sourceOf(bool isReal) {
    return isReal ? table::Word{"run", TRANSLATABLE("Word", "run")}
                  : table::Word{"simulated", TRANSLATABLE("Word", "simulated")};
}

std::int64_t droppedOf(const ModelResult& model) {
    return std::accumulate(model.outcomes.begin() + 1, model.outcomes.end(), std::int64_t(0));
}

} // namespace

namespace comparison_columns {

namespace {

using table::Cell;
using enum table::Unit;

constexpr std::array Shares{0.5, 0.9, 0.95, 0.99};

struct Row {
    Row(const ComparedRun& of, const Simulation& one, std::size_t model, bool real)
        : run(of), simulation(one), number(model), isReal(real) {}

    const ComparedRun& run;
    const Simulation& simulation;
    std::size_t number; // of the model
    bool isReal;
    std::array<QuantileEstimate, Shares.size()> percentiles = {};
    PairedDifference difference = {};

    const ModelResult& model() const { return simulation.models[number]; }
};

template <std::size_t place>
Cell percentile(const Row& row) {
    const QuantileEstimate& estimate = row.percentiles[place];
    return estimate.interval ? Cell(estimate.value) : Cell();
}
template <std::size_t place>
Cell lowEnd(const Row& row) {
    const auto& interval = row.percentiles[place].interval;
    return interval ? Cell(interval->low) : Cell();
}
template <std::size_t place>
Cell highEnd(const Row& row) {
    const auto& interval = row.percentiles[place].interval;
    return interval ? Cell(interval->high) : Cell();
}

// Of the cores of the model's set, by all models on it.
Cell utilisation(const Row& row) {
    const std::vector<CoreSet> sets =
        coreSetsOf(row.run.scenario, static_cast<std::int64_t>(usableProcessors().size()));
    const CoreSet& set = sets[setOf(row.run.scenario, row.run.scenario.models[row.number])];
    double sum = 0;
    for (const std::int64_t core : set.cores)
        sum += row.simulation.utilisation[static_cast<std::size_t>(core)];
    return sum / static_cast<double>(set.cores.size());
}

Cell perSecond(const Row& row) {
    const double seconds =
        secondsOf(std::max(row.simulation.end, row.simulation.arrivalsEnd) - row.simulation.countsFrom);
    return seconds > 0 ? Cell(static_cast<double>(row.model().done) / seconds) : Cell();
}

constexpr const char* FewHint = TRANSLATABLE(
    "Column", "From the scheduled arrival to the end; nothing where too few queries are done to know it");
constexpr const char* DifferenceHint =
    TRANSLATABLE("Column", "Latency of the run less that of the simulation, request by request: the median");

constexpr table::Column<Row> Columns[] = {
    {{"policy", TRANSLATABLE("Column", "Policy"), ""},
     [](const Row& row) -> Cell { return row.run.scenario.policy; }},
    {{"model", TRANSLATABLE("Column", "Model"), ""}, [](const Row& row) -> Cell { return row.model().name; }},
    {{"source", TRANSLATABLE("Column", "Source"), ""},
     [](const Row& row) -> Cell { return sourceOf(row.isReal); }},
    {{"queries", TRANSLATABLE("Column", "Queries"), TRANSLATABLE("Column", "That arrived after the warm-up"),
      Count},
     [](const Row& row) -> Cell { return row.model().arrived; }},
    {{"per_second", TRANSLATABLE("Column", "Per second"), TRANSLATABLE("Column", "Queries that were done"),
      Plain},
     perSecond},
    {{"missed", TRANSLATABLE("Column", "Late"), TRANSLATABLE("Column", "Done after their deadline"), Count},
     [](const Row& row) -> Cell { return row.model().missed; }},
    {{"dropped", TRANSLATABLE("Column", "Dropped"),
      TRANSLATABLE("Column", "Refused, timed out, or frames that gave way to others"), Count},
     [](const Row& row) -> Cell { return droppedOf(row.model()); }},
    {{"p50_seconds", TRANSLATABLE("Column", "Median"), FewHint, Seconds}, percentile<0>},
    {table::inFiles("p50_low_seconds", Seconds), lowEnd<0>},
    {table::inFiles("p50_high_seconds", Seconds), highEnd<0>},
    {{"p90_seconds", TRANSLATABLE("Column", "p90"), FewHint, Seconds}, percentile<1>},
    {table::inFiles("p90_low_seconds", Seconds), lowEnd<1>},
    {table::inFiles("p90_high_seconds", Seconds), highEnd<1>},
    {{"p95_seconds", TRANSLATABLE("Column", "p95"), FewHint, Seconds}, percentile<2>},
    {table::inFiles("p95_low_seconds", Seconds), lowEnd<2>},
    {table::inFiles("p95_high_seconds", Seconds), highEnd<2>},
    {{"p99_seconds", TRANSLATABLE("Column", "p99"), FewHint, Seconds}, percentile<3>},
    {table::inFiles("p99_low_seconds", Seconds), lowEnd<3>},
    {table::inFiles("p99_high_seconds", Seconds), highEnd<3>},
    {{"max_seconds", TRANSLATABLE("Column", "Longest"), "", Seconds},
     [](const Row& row) -> Cell {
         const std::vector<double>& all = row.model().latencies;
         return all.empty() ? Cell() : Cell(*std::ranges::max_element(all));
     }},
    {{"preemptions", TRANSLATABLE("Column", "Gave way"),
      TRANSLATABLE("Column", "Batches that stopped between two operators"), Count},
     [](const Row& row) -> Cell { return row.model().preemptions; }},
    {{"utilisation", TRANSLATABLE("Column", "Cores busy"),
      TRANSLATABLE("Column", "The cores of its set, by all models"), Share},
     utilisation},
    {{"difference_seconds", TRANSLATABLE("Column", "Run − simulated"), DifferenceHint, Seconds},
     [](const Row& row) -> Cell {
         return row.isReal && row.difference.requests > 0 ? Cell(row.difference.median) : Cell();
     }},
    {table::inFiles("difference_p05_seconds", Seconds),
     [](const Row& row) -> Cell {
         return row.isReal && row.difference.requests > 0 ? Cell(row.difference.p05) : Cell();
     }},
    {table::inFiles("difference_p95_seconds", Seconds),
     [](const Row& row) -> Cell {
         return row.isReal && row.difference.requests > 0 ? Cell(row.difference.p95) : Cell();
     }},
};

} // namespace

} // namespace comparison_columns

namespace served_batch_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const ComparedRun& run;
    const ModelResult& model;
    bool isReal = false;
    std::int64_t size = 0, count = 0, all = 0;
    BatchReason reason = BatchReason::Idle;
};

constexpr table::Column<Row> Columns[] = {
    {{"policy", TRANSLATABLE("Column", "Policy"), ""},
     [](const Row& row) -> Cell { return row.run.scenario.policy; }},
    {{"model", TRANSLATABLE("Column", "Model"), ""}, [](const Row& row) -> Cell { return row.model.name; }},
    {{"source", TRANSLATABLE("Column", "Source"), ""},
     [](const Row& row) -> Cell { return sourceOf(row.isReal); }},
    {{"size", TRANSLATABLE("Column", "Batch"), TRANSLATABLE("Column", "Requests in it"), Count},
     table::member<&Row::size>},
    {{"reason", TRANSLATABLE("Column", "Sent because"), ""},
     [](const Row& row) -> Cell {
         return table::Word{reasonName(row.reason), reasonTitle(row.reason)};
     }},
    {{"batches", TRANSLATABLE("Column", "Batches"), "", Count}, table::member<&Row::count>},
    {{"share", TRANSLATABLE("Column", "Share"), "", Share},
     [](const Row& row) -> Cell { return static_cast<double>(row.count) / static_cast<double>(row.all); }},
};

} // namespace

} // namespace served_batch_columns

table::Table comparisonTable(std::shared_ptr<const std::vector<ComparedRun>> runs) {
    std::vector<comparison_columns::Row> made; // percentiles once, not for each cell
    for (const ComparedRun& run : *runs)
        for (std::size_t number = 0; number < run.simulated.models.size(); ++number)
            for (const bool isReal : {true, false}) {
                comparison_columns::Row& row =
                    made.emplace_back(run, isReal ? run.real.simulation : run.simulated, number, isReal);
                for (std::size_t i = 0; i < comparison_columns::Shares.size(); ++i)
                    row.percentiles[i] = quantileOfRun(row.model().latencies, comparison_columns::Shares[i]);
                if (isReal) row.difference = pairedDifference(run.real.simulation, run.simulated, number);
            }
    const std::size_t rows = made.size();
    return {std::span(comparison_columns::Columns), rows,
            [runs = std::move(runs),
             made = std::make_shared<const std::vector<comparison_columns::Row>>(std::move(made))](
                std::size_t row) -> const comparison_columns::Row& { return (*made)[row]; }};
}

table::Table batchTable(std::shared_ptr<const std::vector<ComparedRun>> runs) {
    std::vector<served_batch_columns::Row> made;
    for (const ComparedRun& run : *runs)
        for (std::size_t number = 0; number < run.simulated.models.size(); ++number)
            for (const bool isReal : {true, false}) {
                const ModelResult& model = (isReal ? run.real.simulation : run.simulated).models[number];
                std::int64_t all = 0;
                for (const BatchCount& each : model.batches)
                    all += std::accumulate(each.byReason.begin(), each.byReason.end(), std::int64_t(0));
                for (const BatchCount& each : model.batches)
                    for (std::size_t reason = 0; reason < BatchReasons; ++reason)
                        if (each.byReason[reason] > 0)
                            made.push_back({run, model, isReal, each.size, each.byReason[reason], all,
                                            static_cast<BatchReason>(reason)});
            }
    const std::size_t rows = made.size();
    return {std::span(served_batch_columns::Columns), rows,
            [runs = std::move(runs), made = std::move(made)](std::size_t row) { return made[row]; }};
}

PairedDifference pairedDifference(const Simulation& real, const Simulation& simulated, std::size_t model) {
    const auto counts = [&](const Simulation& run, const RequestRecord& each) {
        return each.model == model && each.outcome == Outcome::Done && each.arrival >= run.countsFrom;
    };
    std::map<std::uint64_t, Ticks> latencies;
    for (const RequestRecord& each : simulated.requests)
        if (counts(simulated, each)) latencies[each.number] = each.end - each.arrival;
    std::vector<double> differences;
    for (const RequestRecord& each : real.requests)
        if (const auto found = latencies.find(each.number); counts(real, each) && found != latencies.end())
            differences.push_back(secondsOf(each.end - each.arrival - found->second));
    PairedDifference paired{.requests = differences.size(), .interval = {}};
    if (differences.empty()) return paired;
    std::ranges::sort(differences);
    paired.median = measure::quantile(differences, 0.5);
    paired.p05 = measure::quantile(differences, 0.05);
    paired.p95 = measure::quantile(differences, 0.95);
    paired.interval = measure::medianInterval(differences);
    return paired;
}

namespace {

// Of several runs each one's sentence is a reason.
std::string headlineOf(std::span<const ComparedRun> runs) {
    if (runs.size() == 1) return ranSentence(runs[0].scenario, runs[0].real.simulation, &runs[0].simulated);
    std::vector<std::string> policies;
    std::vector<LateQueries> late;
    for (const ComparedRun& run : runs) {
        policies.push_back(run.scenario.policy);
        late.push_back(lateOf(run.real.simulation));
    }
    return deadlineSentence(runs.front().scenario, policies, late);
}

} // namespace

table::Answer answerOf(std::span<const ComparedRun> runs, const std::vector<Load>& loads) {
    table::Answer answer;
    if (runs.empty()) return answer;
    answer.headline = headlineOf(runs);
    answer.conditions.push_back(say("Run on this machine, arrivals of seed {1}: other loads on it change this.",
                                    std::to_string(runs.front().scenario.seed)));
    for (const ComparedRun& each : runs)
        if (!each.real.isWhole)
            answer.conditions.push_back(
                say("The run under {1} was stopped.", titleInQuotes(each.scenario.policy)));
    for (const std::string& each : loadSentences(loads))
        answer.reasons.push_back(each);
    for (const ComparedRun& each : runs)
        if (runs.size() > 1)
            answer.reasons.push_back(ranSentence(each.scenario, each.real.simulation, &each.simulated));
    std::ranges::move(nearness(runs), std::back_inserter(answer.reasons));
    for (const ComparedRun& each : runs)
        answer.reasons.push_back(
            say("{1}: a decision took {2}, arrivals were noticed {3} late, a thread came {4} "
                "after it was woken (means).",
                titleInQuotes(each.scenario.policy), table::secondsText(each.real.costs.decision()),
                table::secondsText(each.real.costs.late()), table::secondsText(each.real.costs.handOver())));
    return answer;
}

} // namespace edgewright::serve
