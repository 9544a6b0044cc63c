// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of several models, run and simulated with the same arrivals: by how much the percentiles of the
// simulation are off, and what giving way between operators is worth to a model of 30 frames a second beside a
// heavy one. What the machine does beside that is no error of the simulation: a scenario during which others
// computed, or after which a model alone takes another time than before, is measured and run again, twice at
// most.
#include "core/base/propagate.h"
#include "core/device/served_model.h"
#include "core/measure/other_programs.h"
#include "core/scenario/latency.h"
#include "core/scenario/simulator.h"
#include "core/serve/measured_service.h"
#include "core/serve/serve.h"
#include "tests/bench/measurement.h"

#include <algorithm>
#include <array>

namespace edgewright::bench {

namespace {

using namespace scenario;

// One model of a scenario. Rates follow from times that are measured first, so that loads are the same
// everywhere.
struct LoadedModel {
    const char* network; // the name of a case
    double load;         // of one core, by runs one after the other
    ArrivalKind kind = ArrivalKind::Poisson;
    std::int64_t priority = 1, maxBatch = 1;
    std::int64_t core = 0; // of one of its own, where the scenario has one for each model
};
struct Comparison {
    const char* name;
    const char* policy;
    std::vector<LoadedModel> models;
    bool ownCores = false;
};

const std::vector<Comparison>& comparisons() {
    using enum ArrivalKind;
    static const std::vector<Comparison> all{
        {"alone", "fifo", {{"resnet8-cifar10-tf2onnx", 0.02, Periodic}}},
        {"priorities",
         "priority",
         {{"signal_cnn_1d", 0.02, Periodic, 1}, {"mobilenetv2-a050-128-tf2onnx", 0.4, Poisson, 2}}},
        {"operators in turns",
         "round_robin_operators",
         {{"resnet8-cifar10-tf2onnx", 0.2}, {"blazeface-front-128", 0.3}}},
        {"batches", "fifo", {{"residual_cnn_2d", 0.8, Poisson, 1, 4}}},
        {"two cores",
         "edf",
         {{"mobilenetv2-a050-128-tf2onnx", 0.4, Poisson, 1, 1, 0}, {"residual_cnn_2d", 0.3, Periodic, 1, 1, 1}},
         true},
        {"load 0.7", "fifo", {{"mobilenetv2-a050-128-tf2onnx", 0.7}}},
    };
    return all;
}

struct Percentile {
    const char* name;
    double share, bound; // of the error
};
constexpr Percentile Percentiles[] = {{"p50", 0.5, 0.05}, {"p95", 0.95, 0.10}, {"p99", 0.99, 0.15}};

const Case* caseOf(const Session& session, const std::string& name) {
    const auto found = std::ranges::find_if(session.cases, [&](const Case& each) {
        return each.model.stem() == name || each.model.parent_path().filename() == name;
    });
    return found == session.cases.end() ? nullptr : &*found;
}

void arrive(Model& model, ArrivalKind kind, double seconds) {
    model.arrivals.kind = kind;
    model.arrivals.rate = 1 / seconds;
    model.arrivals.periodMs = seconds * 1e3;
}

serve::ServiceEffort effortOf(const Session& session) {
    return {.seconds = session.quick ? 0.3 : 1, .doing = {}};
}

// Seconds of a run alone, of batches of one.
Result<double> secondsAlone(const Scenario& scenario, std::span<const serve::ServedModel> models,
                            std::size_t number) {
    Scenario one = scenario;
    one.models = {scenario.models[number]};
    one.models[0].batching = {};
    serve::ServedModel smallest = models[number];
    smallest.sizes.resize(1);
    const serve::ServiceEffort quick{
        .seconds = 0.2, .pauses = false, .overheads = false, .interference = false, .doing = {}};
    ASSIGN_OR_RETURN(const auto measured, serve::measureService(one, {&smallest, 1}, quick));
    std::vector<double> totals;
    for (const Ticks each : measured.service.models[0].totals(measured.service.models[0].batches[0].times))
        totals.push_back(secondsOf(each));
    std::ranges::sort(totals);
    return measure::quantile(totals, 0.5);
}

// Something that runs, and how much the machine did beside that.
struct Run {
    serve::Served served;
    double others = 0; // processors that other programs took meanwhile
    double pace = 0;   // change of the time of a model alone, from before all measuring to behind the run

    double unrest() const { return std::max(others, std::abs(pace)); }
};
Result<Run> runOf(const Scenario& scenario, std::span<const serve::ServedModel> models) {
    const measure::OtherPrograms others;
    ASSIGN_OR_RETURN(auto served, serve::serve(scenario, models));
    return Run{.served = std::move(served), .others = others.processors().value_or(0)};
}

double percentileOf(const ModelResult& model, double share,
                    std::optional<measure::Interval>* interval = nullptr) {
    std::vector<double> sorted = model.latencies;
    std::ranges::sort(sorted);
    const QuantileEstimate estimate = quantileEstimate(sorted, share);
    if (interval) *interval = estimate.interval;
    return estimate.value;
}

std::string microseconds(double seconds) { return cli::fixed(seconds * 1e6, 0); }

// The errors so far, by percentile.
struct Errors {
    std::vector<double> relative;
    int within = 0; // their bound, or the interval of the run
};

void addRow(Session& session, Table& table, const std::string& name, const Run& run,
            const Simulation& simulated, std::size_t number,
            std::array<Errors, std::size(Percentiles)>& errors) {
    const ModelResult &real = run.served.simulation.models[number], &ours = simulated.models[number];
    std::vector<std::string> cells{name, real.name, std::to_string(real.done)};
    Json row{{"scenario", name},
             {"model", real.name},
             {"queries", real.done},
             {"others", run.others},
             {"pace", run.pace}};
    for (std::size_t i = 0; i < std::size(Percentiles); ++i) {
        const Percentile& each = Percentiles[i];
        std::optional<measure::Interval> interval;
        const double measured = percentileOf(real, each.share, &interval),
                     guessed = percentileOf(ours, each.share);
        const double error = measured > 0 ? guessed / measured - 1 : 0;
        errors[i].relative.push_back(std::abs(error));
        const bool isInside = interval && guessed >= interval->low && guessed <= interval->high;
        errors[i].within += std::abs(error) <= each.bound || isInside;
        cells.push_back(
            microseconds(measured) +
            (interval ? " [" + microseconds(interval->low) + "; " + microseconds(interval->high) + "]" : ""));
        cells.push_back(microseconds(guessed));
        cells.push_back(cli::fixed(error * 100, 1) + (isInside ? " in" : ""));
        row[each.name] = {{"run", measured}, {"simulated", guessed}, {"error", error}, {"inside", isInside}};
        if (interval) row[each.name]["interval"] = {interval->low, interval->high};
    }
    cells.push_back(cli::fixed(run.others, 2));
    cells.push_back(cli::fixed(run.pace * 100, 1));
    table.add(cells);
    session.report.figures()["scenarios"].push_back(std::move(row));
}

// A scenario that ran, with the simulation of the same arrivals.
struct Both {
    Scenario scenario;
    Run run;
    Simulation simulated;
};
Result<Both> bothOf(const Session& session, const Comparison& of, const Scenario& given,
                    std::span<const serve::ServedModel> models) {
    Both both{.scenario = given, .run = {}, .simulated = {}};
    std::vector<double> alone;
    for (std::size_t i = 0; i < of.models.size(); ++i) {
        ASSIGN_OR_RETURN(const double seconds, secondsAlone(given, models, i));
        arrive(both.scenario.models[i], of.models[i].kind, seconds / of.models[i].load);
        alone.push_back(seconds);
    }
    ASSIGN_OR_RETURN(const auto measured, serve::measureService(both.scenario, models, effortOf(session)));
    ASSIGN_OR_RETURN(both.run, runOf(both.scenario, models));
    for (std::size_t i = 0; i < alone.size(); ++i) {
        ASSIGN_OR_RETURN(const double seconds, secondsAlone(given, models, i));
        const double change = seconds / alone[i] - 1;
        if (std::abs(change) > std::abs(both.run.pace)) both.run.pace = change;
    }
    ASSIGN_OR_RETURN(both.simulated, simulate(both.scenario, measured.service, *given.cores));
    return both;
}

Result<void> compare(Session& session, const Comparison& of, Table& table,
                     std::array<Errors, std::size(Percentiles)>& errors) {
    constexpr double MaxUnrest = 0.04;
    constexpr int Attempts = 3;
    Scenario scenario{.models = {}, .coreSets = {}, .cores = of.ownCores ? 2 : 1, .policy = of.policy};
    scenario.seconds = session.quick ? 4 : 20;
    scenario.warmUp = 0.5;
    for (const LoadedModel& each : of.models) {
        const Case* found = caseOf(session, each.network);
        if (!found) return badInput("no network " + std::string(each.network) + " among the models");
        Model& model = scenario.models.emplace_back(Model{.name = each.network, .file = found->model});
        model.priority = each.priority;
        model.batching.maxSize = each.maxBatch;
        if (of.ownCores) {
            model.coreSet = "core " + std::to_string(each.core);
            scenario.coreSets.push_back({model.coreSet, {each.core}});
        }
    }
    ASSIGN_OR_RETURN(const auto models, device::servedModels(scenario));
    ASSIGN_OR_RETURN(Both quietest, bothOf(session, of, scenario, models));
    for (int more = 1; more < Attempts && quietest.run.unrest() > MaxUnrest; ++more) {
        ASSIGN_OR_RETURN(Both again, bothOf(session, of, scenario, models));
        if (again.run.unrest() < quietest.run.unrest()) quietest = std::move(again);
    }
    for (std::size_t i = 0; i < scenario.models.size(); ++i)
        addRow(session, table, of.name, quietest.run, quietest.simulated, i, errors);
    return {};
}

// A camera of 30 frames a second, alone, and beside a model that always computes, which has the lower priority.
Result<void> besideHeavy(Session& session) {
    constexpr const char *Light = "resnet8-cifar10-tf2onnx", *Heavy = "yunet-s-640";
    const Case *light = caseOf(session, Light), *heavy = caseOf(session, Heavy);
    if (!light || !heavy)
        return badInput("no network " + std::string(light ? Heavy : Light) + " among the models");
    Scenario scenario{.models = {{.name = Light, .file = light->model}, {.name = Heavy, .file = heavy->model}},
                      .cores = 1};
    scenario.seconds = session.quick ? 4 : 20;
    scenario.warmUp = 0.5;
    arrive(scenario.models[0], ArrivalKind::Periodic, 1.0 / 30);
    scenario.models[1].arrivals.kind = ArrivalKind::ClosedLoop;
    scenario.models[1].priority = 2;
    ASSIGN_OR_RETURN(const auto models, device::servedModels(scenario));
    const serve::ServiceEffort effort{
        .seconds = 0.5, .pauses = false, .overheads = false, .interference = false, .doing = {}};
    ASSIGN_OR_RETURN(const auto measured, serve::measureService(scenario, models, effort));
    // Operators as they usually are: the median of each.
    const ServiceTimes& times = measured.service.models[1];
    const std::size_t operators = times.operators.size();
    double longest = 0;
    for (std::size_t i = 0; i < operators; ++i) {
        std::vector<double> seconds;
        for (std::size_t at = i; at < times.batches[0].times.size(); at += operators)
            seconds.push_back(secondsOf(times.batches[0].times[at]));
        std::ranges::sort(seconds);
        longest = std::max(longest, measure::quantile(seconds, 0.5));
    }
    Scenario alone = scenario;
    alone.models.pop_back();
    ASSIGN_OR_RETURN(const Run byItself, runOf(alone, std::span(models).first(1)));
    scenario.policy = "priority";
    ASSIGN_OR_RETURN(const Run givesWay, runOf(scenario, models));
    scenario.policy = "fifo";
    ASSIGN_OR_RETURN(const Run never, runOf(scenario, models));
    const auto p99 = [](const Run& run) { return percentileOf(run.served.simulation.models[0], 0.99); };
    const auto milliseconds = [](double seconds) { return cli::fixed(seconds * 1e3, 2) + " ms"; };
    const double bound = p99(byItself) + longest + 1e-3;
    session.report.line("30 frames a second of " + std::string(Light) + " beside " + Heavy + ", p99: alone " +
                        milliseconds(p99(byItself)) + ", priority " + milliseconds(p99(givesWay)) + ", fifo " +
                        milliseconds(p99(never)) + "; longest operator " + milliseconds(longest));
    session.report.asked("p99 with preemption at most that alone + the longest operator + 1 ms",
                         p99(givesWay) <= bound, milliseconds(p99(givesWay)) + " of " + milliseconds(bound));
    session.report.asked("fifo at least 3 x that", p99(never) >= 3 * p99(givesWay),
                         cli::fixed(p99(never) / p99(givesWay), 1) + " x");
    session.report.figures()["beside_heavy"] = {{"alone", p99(byItself)},
                                                {"priority", p99(givesWay)},
                                                {"fifo", p99(never)},
                                                {"longest_operator", longest}};
    return {};
}

void run(Session& session) {
    Report& report = session.report;
    std::vector<std::string> titles{"scenario", "model", "queries"};
    for (const Percentile& each : Percentiles) {
        titles.push_back(std::string(each.name) + " us run");
        titles.emplace_back("simulated");
        titles.emplace_back("error %");
    }
    titles.emplace_back("others");
    titles.emplace_back("pace %");
    Table table(titles);
    std::array<Errors, std::size(Percentiles)> errors;
    report.figures()["scenarios"] = Json::array();
    for (const Comparison& each : comparisons()) {
        report.progress(each.name);
        if (each.ownCores && serve::usableProcessors().size() < 2) continue;
        if (const auto done = compare(session, each, table, errors); !done)
            report.line("without " + std::string(each.name) + ": " + done.error().message);
    }
    report.print(table);
    report.line(
        "in: within the 95 % interval of the run; others: processors that other programs took meanwhile; pace: "
        "change of the time of a model alone, from before to behind it");
    for (std::size_t i = 0; i < std::size(Percentiles); ++i) {
        std::vector<double>& relative = errors[i].relative;
        if (relative.empty()) continue;
        std::ranges::sort(relative);
        const double median = measure::quantile(relative, 0.5);
        report.asked(std::string(Percentiles[i].name) + " of the simulation within " +
                         cli::fixed(Percentiles[i].bound * 100, 0) + " % of the run, or inside its interval",
                     std::cmp_equal(errors[i].within, relative.size()),
                     std::to_string(errors[i].within) + " of " + std::to_string(relative.size()) +
                         ", median error " + cli::fixed(median * 100, 1) + " %");
        report.figures()[std::string(Percentiles[i].name) + "_median_error"] = median;
    }
    if (const auto done = besideHeavy(session); !done)
        report.line("without a heavy model: " + done.error().message);
}

} // namespace

extern const Measurement scenarios{"scenarios", "several models at once, run and simulated", false, run};

} // namespace edgewright::bench
