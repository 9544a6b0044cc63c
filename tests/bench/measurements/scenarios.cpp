// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of several models, run and simulated with the same arrivals: by how much the percentiles of the
// simulation are off. Times are measured before and behind each run: a virtual machine changes its pace within
// seconds. Beside that, for whose fault it is: a second run of the same, from which the first one
// differs by what the machine does of itself, so that no simulation comes nearer; and a simulation with the
// times that the run's own batches took, which has no error but that of its decisions. A scenario during which
// others computed, or after which a model alone takes another time than before, is measured and run again,
// twice at most.
#include "core/base/propagate.h"
#include "core/device/served_model.h"
#include "core/scenario/simulator.h"
#include "core/serve/judged_percentile.h"
#include "core/serve/measured_service.h"
#include "tests/bench/measurement.h"
#include "tests/bench/scenario_replay.h"
#include "tests/bench/scenario_runs.h"

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

serve::ServiceEffort effortOf(const Session& session) {
    return {.seconds = session.quick ? 0.3 : 3, .doing = {}};
}

// A scenario that ran twice, with simulations of the same arrivals.
struct Compared {
    Scenario scenario;
    ScenarioRun run, again;
    double pace = 0; // change of the time of a model alone, from before all measuring to behind the runs
    Simulation simulated, replayed; // with times measured before, and with those of the run's batches

    double others() const { return std::max(run.others, again.others); }
    double unrest() const { return std::max(others(), std::abs(pace)); }
};

Result<Compared> comparedOnce(const Session& session, const Comparison& of, const Scenario& given,
                              std::span<const serve::ServedModel> models) {
    Compared all{.scenario = given, .run = {}, .again = {}, .simulated = {}, .replayed = {}};
    std::vector<double> alone;
    for (std::size_t i = 0; i < of.models.size(); ++i) {
        ASSIGN_OR_RETURN(const double seconds, secondsAlone(given, models, i));
        arrive(all.scenario.models[i], of.models[i].kind, seconds / of.models[i].load);
        alone.push_back(seconds);
    }
    const auto runOnce = [&](std::size_t number, const auto&, const auto&) -> Result<bool> {
        ASSIGN_OR_RETURN((number == 0 ? all.run : all.again), runScenario(all.scenario, models));
        return true;
    };
    ASSIGN_OR_RETURN(const serve::MeasuredService measured,
                     serve::measureService(all.scenario, models, effortOf(session), {},
                                           {.count = 2, .seconds = given.seconds, .run = runOnce}));
    for (std::size_t i = 0; i < alone.size(); ++i) {
        ASSIGN_OR_RETURN(const double seconds, secondsAlone(given, models, i));
        const double change = seconds / alone[i] - 1;
        if (std::abs(change) > std::abs(all.pace)) all.pace = change;
    }
    ASSIGN_OR_RETURN(all.simulated, simulate(all.scenario, measured.service, *given.cores));
    const Service own = timesOfRun(all.run.served.simulation, measured.service);
    ASSIGN_OR_RETURN(all.replayed, simulate(all.scenario, own, *given.cores));
    return all;
}

// The errors so far of one percentile, relative to that of the run.
struct Errors {
    std::vector<double> relative;
    int within = 0; // the bound, or the interval of the run

    // As a cell: "3.1 in" where it is in the interval.
    std::string add(const serve::JudgedPercentile& judged) {
        relative.push_back(std::abs(judged.error()));
        within += judged.isRight();
        return cli::fixed(judged.error() * 100, 1) + (judged.isInside() ? " in" : "");
    }
    double median() const {
        std::vector<double> sorted = relative;
        std::ranges::sort(sorted);
        return measure::quantile(sorted, 0.5);
    }
    std::string text() const {
        return std::to_string(within) + " of " + std::to_string(relative.size()) + ", median error " +
               cli::fixed(median() * 100, 1) + " %";
    }
};
// Each is compared with the run.
struct Guess {
    const char* name;
    const char* title;
    const Simulation& (*of)(const Compared& all);
};
constexpr Guess Guesses[] = {
    {"simulated", "simulated %", [](const Compared& all) -> const Simulation& { return all.simulated; }},
    {"again", "run again %",
     [](const Compared& all) -> const Simulation& { return all.again.served.simulation; }},
    {"replayed", "own times %", [](const Compared& all) -> const Simulation& { return all.replayed; }}};
using AllErrors = std::array<std::array<Errors, std::size(Guesses)>, serve::PercentileBounds.size()>;

std::string microseconds(double seconds) { return cli::fixed(seconds * 1e6, 0); }

Json secondsOfBatches(const Simulation& run, std::size_t model) {
    std::vector<double> seconds;
    for (const ComputedBatch& each : computedBatches(run, model))
        seconds.push_back(each.seconds);
    std::ranges::sort(seconds);
    Json row;
    for (const serve::PercentileBound& each : serve::PercentileBounds)
        row[each.name] = seconds.empty() ? 0 : measure::quantile(seconds, each.share);
    return row;
}

void addRows(Session& session, Table& table, const char* name, const Compared& all, std::size_t number,
             AllErrors& errors) {
    const ModelResult& real = all.run.served.simulation.models[number];
    Json row{{"scenario", name},
             {"model", real.name},
             {"queries", real.done},
             {"others", all.others()},
             {"pace", all.pace}};
    row["batch"]["run"] = secondsOfBatches(all.run.served.simulation, number);
    for (const Guess& guess : Guesses)
        row["batch"][guess.name] = secondsOfBatches(guess.of(all), number);
    std::array<std::vector<std::string>, serve::PercentileBounds.size()> rows;
    for (std::size_t guess = 0; guess < std::size(Guesses); ++guess) {
        const auto judged = serve::judge(real, Guesses[guess].of(all).models[number]);
        for (std::size_t i = 0; judged && i < rows.size(); ++i) {
            const serve::JudgedPercentile& each = (*judged)[i];
            Json& figures = row[each.bound.name];
            if (guess == 0) {
                rows[i] = {i == 0 ? name : "",
                           i == 0 ? real.name : "",
                           i == 0 ? std::to_string(real.done) : "",
                           each.bound.name,
                           microseconds(each.real),
                           each.interval ? "[" + microseconds(each.interval->low) + "; " +
                                               microseconds(each.interval->high) + "]"
                                         : ""};
                figures["run"] = each.real;
                if (each.interval) figures["interval"] = {each.interval->low, each.interval->high};
            }
            rows[i].push_back(errors[i][guess].add(each));
            figures[Guesses[guess].name] = each.simulated;
        }
    }
    if (rows[0].empty()) return; // one of both has done nothing
    rows[0].push_back(cli::fixed(all.others(), 2));
    rows[0].push_back(cli::fixed(all.pace * 100, 1));
    for (std::vector<std::string>& cells : rows)
        table.add(std::move(cells));
    session.report.figures()["scenarios"].push_back(std::move(row));
}

Result<void> compare(Session& session, const Comparison& of, Table& table, AllErrors& errors) {
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
    ASSIGN_OR_RETURN(Compared quietest, comparedOnce(session, of, scenario, models));
    for (int more = 1; more < Attempts && quietest.unrest() > MaxUnrest; ++more) {
        ASSIGN_OR_RETURN(Compared again, comparedOnce(session, of, scenario, models));
        if (again.unrest() < quietest.unrest()) quietest = std::move(again);
    }
    for (std::size_t i = 0; i < scenario.models.size(); ++i)
        addRows(session, table, of.name, quietest, i, errors);
    return {};
}

void run(Session& session) {
    Report& report = session.report;
    std::vector<std::string> titles{"scenario", "model", "queries", "", "run us", "interval"};
    for (const Guess& each : Guesses)
        titles.emplace_back(each.title);
    titles.emplace_back("others");
    titles.emplace_back("pace %");
    Table table(titles);
    AllErrors errors;
    report.figures()["scenarios"] = Json::array();
    for (const Comparison& each : comparisons()) {
        report.progress(each.name);
        if (each.ownCores && serve::usableProcessors().size() < 2) continue;
        if (const auto done = compare(session, each, table, errors); !done)
            report.line("without " + std::string(each.name) + ": " + done.error().message);
    }
    report.print(table);
    report.line(
        "simulated, run again, own times: differences from the run; in: within its interval of 95 %; own "
        "times: a simulation with those that the run's batches took; others: processors that other "
        "programs took meanwhile; pace: change of the time of a model alone, from before to behind it");
    for (std::size_t i = 0; i < errors.size() && !errors[i][0].relative.empty(); ++i) {
        const serve::PercentileBound& each = serve::PercentileBounds[i];
        report.asked(std::string(each.name) + " of the simulation within " + cli::fixed(each.error * 100, 0) +
                         " % of the run, or inside its interval",
                     std::cmp_equal(errors[i][0].within, errors[i][0].relative.size()),
                     errors[i][0].text() + "; of a second run " + errors[i][1].text());
        for (std::size_t guess = 0; guess < std::size(Guesses); ++guess)
            report.figures()[std::string(each.name) + "_median_error"][Guesses[guess].name] =
                errors[i][guess].median();
    }
}

} // namespace

extern const Measurement scenarios{"scenarios", "several models at once, run and simulated", false, run};

} // namespace edgewright::bench
