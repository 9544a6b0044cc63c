// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured for a simulation, and a run beside it.
#include "core/serve/comparison.h"
#include "core/serve/judged_percentile.h"
#include "core/serve/measured_service.h"
#include "core/serve/nearness.h"
#include "core/serve/served_alone.h"
#include "core/serve/turns.h"
#include "tests/core/serve/chains.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <cmath>
#include <stop_token>

namespace edgewright::serve_comparison_test {

using namespace edgewright::scenario;

namespace {

Scenario twoModels() {
    Scenario scenario{
        .models = {test::poissonModel("a", 200), test::periodicModel("b", 10)}, .cores = 1, .seconds = 0.3};
    scenario.models[0].batching.maxSize = 4;
    scenario.models[1].deadlineMs = 1e6;
    return scenario;
}
std::vector<serve::ServedModel> modelsOfBoth() {
    return {test::chain(20, 1000, {1, 2, 4}), test::shortChain()};
}
const serve::ServiceEffort Short{.seconds = 0.01, .minRuns = 3, .maxRuns = 50, .doing = {}};

// A run whose requests took these seconds, from arrivals at 0.
Simulation requestsOf(std::initializer_list<double> seconds) {
    Simulation run;
    run.models.resize(1);
    for (const double each : seconds)
        run.requests.push_back({.number = run.requests.size(), .end = ticksOf(each)});
    return run;
}

} // namespace

class ServeComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void measuresEachSizeAndOperator() {
        const Scenario scenario = twoModels();
        const std::vector<serve::ServedModel> models = modelsOfBoth();
        const auto measured = serve::measureService(scenario, models, Short);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const std::vector<ServiceTimes>& times = measured->service.models;
        QCOMPARE(times.size(), std::size_t(2));
        QCOMPARE(times[0].operators.size(), std::size_t(20));
        QVERIFY(times[0].operators[0] != times[0].operators[1]);
        QCOMPARE(times[0].batches.size(), std::size_t(3));
        for (const BatchTimes& each : times[0].batches)
            QVERIFY(times[0].runs(each) >= 3 && times[0].runs(each) <= 50);
        QVERIFY(scenario::check(measured->service, std::vector<std::int64_t>{4, 1}));
        const Overheads& overheads = measured->service.overheads;
        QVERIFY(overheads.decision > 0 && !overheads.wakeUps.empty() && !overheads.handOvers.empty());
        for (const ServiceTimes& each : times) {
            QVERIFY(!each.pauses.empty()); // of some that were asked for the machine may have made longer ones
            QVERIFY(each.pauses.front().pause >= 500'000 && each.runs(each.pauses.front().times) >= 1);
            QVERIFY(!each.displaced.empty() && each.runs(each.displaced.front().times) >= 1);
        }
        // One core: never at once.
        QVERIFY(!measured->slowdowns[0][1] && !measured->slowdowns[0][0]);
        QVERIFY(measured->service.interference.isNone());
    }

    // Others compute before each run; without a pause the cores are never idle, so that it is the shortest.
    void displacedAtOnce() {
        const Scenario scenario = twoModels();
        const std::vector<serve::ServedModel> models = modelsOfBoth();
        const std::vector<double> seconds{1e-4, 1e-4};
        const auto after = [&](Ticks pause) {
            return serve::servedAfterPauses(scenario, 0, models, pause, true, seconds, 50, {});
        };
        const auto atOnce = after(0), later = after(20'000'000);
        QVERIFY(atOnce && later);
        QCOMPARE(atOnce->runs.times.size(), std::size_t(20 * 50));
        QVERIFY2(atOnce->runs.pause > 0 && atOnce->runs.pause < later->runs.pause,
                 qPrintable(QString::number(atOnce->runs.pause)));
    }

    // Threads that hand a core to each other behind an operator are timed by themselves.
    void givingWay() {
        const Scenario scenario = twoModels();
        const std::vector<serve::ServedModel> models = modelsOfBoth();
        const auto inTurns = [&](std::vector<serve::TakesTurns> taking) {
            return serve::servedInTurns(scenario, taking, models, {});
        };
        const auto turns = inTurns({{0, 10}, {0, 10}});
        QVERIFY(turns && turns->giveWay && *turns->giveWay > 0 && !turns->handOvers.empty());
        const auto whole = inTurns({{1, 10}, {1, 10}}); // one operator
        QVERIFY(whole && !whole->giveWay && !whole->handOvers.empty());
        const auto both = inTurns({{0, 10}, {1, 200}}); // as many operators
        QVERIFY(both && both->giveWay && *both->giveWay > 0);
        // No other batch waits: nothing gives way.
        Scenario alone = scenario;
        alone.models.pop_back();
        alone.policy = "round_robin_operators";
        QCOMPARE(test::served(alone, {models[0]}).costs.giveWays, std::uint64_t(0));
    }

    // By the seconds of their runs; each computes as many operators as the others.
    void whoTakesTurns() {
        Scenario scenario{.models = {test::periodicModel("a", 1), test::periodicModel("b", 1),
                                     test::periodicModel("c", 1), test::periodicModel("d", 1)},
                          .coreSets = {{"shared", {0, 1}}, {"own", {2}}}};
        for (Model& each : scenario.models)
            each.coreSet = "shared";
        scenario.models[3].coreSet = "own"; // the quickest, which nobody hands its core to
        std::vector<ServiceTimes> times(4);
        for (std::size_t i = 0; i < times.size(); ++i)
            times[i].operators.resize(std::size_t(10) << i);
        const std::vector<double> seconds{3, 2, 5, 1};
        using Turns = std::vector<std::pair<std::size_t, std::int64_t>>;
        const auto turns = [&] {
            Turns all;
            for (const serve::TakesTurns& each :
                 serve::takeTurns(scenario, times, seconds, [](double) { return std::int64_t(3); }))
                all.emplace_back(each.model, each.batches);
            return all;
        };
        QCOMPARE(turns(), (Turns{{0, 12}, {1, 6}, {2, 3}}));
        scenario.models[2].threads = 2; // takes more cores than the quickest of them
        QCOMPARE(turns(), (Turns{{0, 6}, {1, 3}}));
        scenario.models[0].threads = 2;
        QCOMPARE(turns(), (Turns{{3, 3}, {3, 3}}));
    }

    void likelyPauses() {
        const auto milliseconds = [](const Model& model, double busySeconds) {
            std::vector<Ticks> pauses = serve::likelyPauses(model, busySeconds);
            for (Ticks& each : pauses)
                each /= 1'000'000;
            return pauses;
        };
        using List = std::vector<Ticks>;
        QCOMPARE(milliseconds(test::periodicModel("a", 3), 0), (List{1, 3}));
        QCOMPARE(milliseconds(test::periodicModel("a", 3), 0.004), (List{1, 4}));
        QCOMPARE(milliseconds(test::poissonModel("a", 100), 0), (List{1, 3, 10, 30}));
        QCOMPARE(milliseconds(test::periodicModel("a", 1e6), 0), (List{1, 3, 10, 30, 100}));
        QCOMPARE(milliseconds(test::recordedModel("a", {0, 0.002, 0.01}), 0), (List{1, 3, 8}));
        QCOMPARE(milliseconds({.arrivals = {.kind = ArrivalKind::AtOnce}}, 0.0001), (List{1}));
    }

    // Operators that are timed in a run: each batch once, in the order of their ends.
    void profiledBatches() {
        const Scenario scenario = twoModels();
        std::vector<serve::ProfiledBatch> batches;
        serve::ServeOptions options;
        options.profiled = [&](serve::ProfiledBatch each) { batches.push_back(std::move(each)); };
        const serve::Served run = test::served(scenario, modelsOfBoth(), options);
        std::int64_t done = 0;
        for (const ModelResult& each : run.simulation.models)
            for (const BatchCount& count : each.batches)
                for (const std::int64_t number : count.byReason)
                    done += number;
        QCOMPARE(std::int64_t(batches.size()), done);
        for (std::size_t i = 0; i < batches.size(); ++i) {
            const serve::ProfiledBatch& each = batches[i];
            QCOMPARE(each.operators.size(), std::size_t(each.model == 0 ? 20 : 1));
            QVERIFY(each.begin >= each.arrival && each.end > each.begin);
            if (i > 0) QVERIFY(each.begin >= batches[i - 1].end); // one core
        }
    }

    void pairsOnTheirCores() {
        if (serve::usableProcessors().size() < 2) QSKIP("one processor");
        Scenario scenario = twoModels();
        scenario.cores = 2;
        scenario.models[1].instances = 2;
        const auto measured = serve::measureService(scenario, modelsOfBoth(), Short);
        QVERIFY(measured);
        QVERIFY(measured->slowdowns[0][1] && measured->slowdowns[1][0] && measured->slowdowns[1][1]);
        QVERIFY(!measured->slowdowns[0][0]); // has one instance
        QVERIFY(*measured->slowdowns[0][1] > 0);
        // A simulation takes each direction as it was measured.
        const Interference& given = measured->service.interference;
        QCOMPARE(given.beside[0][1], *measured->slowdowns[0][1]);
        QCOMPARE(given.beside[1][0], *measured->slowdowns[1][0]);
        QCOMPARE(given.beside[0][0], 1.0);
        test::simulated(scenario, measured->service, 2);
    }

    // Before each run, and behind the last: what is known then grows from run to run.
    void timesAreMeasuredAroundRuns() {
        const Scenario scenario = twoModels();
        const std::vector<serve::ServedModel> models = modelsOfBoth();
        Progress progress;
        std::vector<std::size_t> known;
        std::vector<double> shares;
        std::stop_source stop;
        const auto runsOf = [](const serve::MeasuredService& measured) {
            const ServiceTimes& times = measured.service.models[0];
            return times.runs(times.batches[0]);
        };
        const auto shareNow = [&] {
            const auto [done, all] = progress.get();
            return static_cast<double>(done) / all;
        };
        // As many as it says, one that says that it is the last, and one in which the measurement is stopped.
        const auto measure = [&](std::size_t count, std::size_t last, std::size_t stopped) {
            known.clear();
            shares.clear();
            return serve::measureService(
                scenario, models, Short, {stop.get_token(), &progress},
                {.count = count,
                 .seconds = 1,
                 .run = [&, last, stopped](std::size_t number, const serve::MeasuredService& soFar,
                                           const std::function<void(double)>& reached) -> Result<bool> {
                     if (number != known.size()) return internalError("runs out of order");
                     known.push_back(runsOf(soFar));
                     shares.push_back(shareNow());
                     reached(0.5);
                     shares.push_back(shareNow());
                     if (number == stopped) stop.request_stop();
                     return number != last;
                 }});
        };
        auto measured = measure(2, 9, 9);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        QCOMPARE(known.size(), std::size_t(2));
        QVERIFY(known[0] > 0 && known[1] > known[0] && runsOf(*measured) > known[1]);
        QVERIFY(std::ranges::is_sorted(shares) && shares[0] > 0 && shares[1] > shares[0] && shareNow() > 0.99);
        measured = measure(3, 1, 9);
        QVERIFY(measured && known.size() == 2 && runsOf(*measured) > known[1]);
        measured = measure(3, 9, 0); // what was measured before it is kept
        QVERIFY(measured && known.size() == 3 && runsOf(*measured) == known[0]);
        const auto none = measure(1, 9, 9); // it is stopped before anything has run
        QVERIFY(!none && none.error().code == ErrorCode::Cancelled && known.empty());
        const auto failed = serve::measureService(
            scenario, models, Short, {},
            {.count = 1, .run = [](auto...) -> Result<bool> { return badInput("no such run"); }});
        QVERIFY(!failed && failed.error().message == "no such run");
    }

    // Whatever is done to have the inputs of requests is measured, too.
    void inputsAreMeasured() {
        const Scenario scenario{.models = {test::periodicModel("a", 5)}, .cores = 1, .seconds = 0.1};
        std::vector<serve::ServedModel> models{test::shortChain()};
        std::atomic<std::int64_t> asked = 0;
        models[0].inputs = [&](std::uint64_t) -> Result<std::vector<ir::Tensor>> {
            ++asked;
            const ir::Graph& graph = *models[0].sizes[0].graph;
            return std::vector{models[0].sizes[0].feeds.at(graph.inputs[0])};
        };
        const auto measured = serve::measureService(scenario, models, Short);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const ServiceTimes& times = measured->service.models[0];
        std::size_t runs = times.runs(times.batches[0]);
        for (const PausedRuns& each : times.pauses)
            runs += times.runs(each.times);
        QVERIFY(std::cmp_greater_equal(asked.load(), runs));
        models[0].inputs = [](std::uint64_t) -> Result<std::vector<ir::Tensor>> {
            return badInput("no frame");
        };
        const auto none = serve::measureService(scenario, models, Short);
        QVERIFY(!none && none.error().message.find("no frame") != std::string::npos);
    }

    void percentilesAreJudged() {
        ModelResult real, ours;
        for (int i = 1; i <= 1000; ++i) { // scattered: 617 and 1000 have no common factor
            real.latencies.push_back((i * 617 % 1000 + 1) / 1e3);
            ours.latencies.push_back(real.latencies.back() * 1.04);
        }
        const auto near = serve::judge(real, ours);
        QVERIFY(near);
        for (const serve::JudgedPercentile& each : *near)
            QVERIFY(each.interval && std::abs(each.error() - 0.04) < 1e-9 && each.isRight());
        for (double& each : ours.latencies)
            each *= 1.25; // 30 %: beyond each bound, and each interval
        const auto far = serve::judge(real, ours);
        for (const serve::JudgedPercentile& each : *far)
            QVERIFY(!each.isInside() && !each.isRight());
        QVERIFY(!serve::judge(real, {}));
    }

    // Batches that take other times than were measured are told from decisions that are not those of the run.
    void aChangedPaceIsNamed() {
        const auto said = [](double real, double computed) {
            const auto resultOf = [](double latency, double executed) {
                Simulation run;
                ModelResult& model = run.models.emplace_back();
                for (int i = 1; i <= 1000; ++i)
                    model.latencies.push_back(latency * (i * 617 % 1000 + 1));
                model.done = 1000;
                model.executed = executed * 1000;
                return run;
            };
            serve::ComparedRun run{{.models = {{.name = "a"}}, .policy = "fifo"}, {}, resultOf(1e-3, 0.5e-3)};
            run.real.simulation = resultOf(real, computed);
            return serve::nearness(std::span(&run, 1));
        };
        QCOMPARE(said(1e-3, 0.5e-3).size(), std::size_t(1));
        QCOMPARE(said(2e-3, 0.5e-3).size(), std::size_t(1)); // waiting alone
        const auto slower = said(2e-3, 0.8e-3);
        QCOMPARE(slower.size(), std::size_t(2));
        QVERIFY(slower[1].find("computed for 800 µs, in the simulation for 500 µs") != std::string::npos);
    }

    void runBesideSimulation() {
        const Scenario scenario = twoModels();
        const std::vector<serve::ServedModel> models = modelsOfBoth();
        const auto measured = serve::measureService(scenario, models, Short);
        QVERIFY(measured);
        const auto runs = std::make_shared<std::vector<serve::ComparedRun>>();
        runs->push_back(
            {scenario, test::served(scenario, models), test::simulated(scenario, measured->service)});
        const table::Table table = serve::comparisonTable(runs);
        QCOMPARE(table.rows(), std::size_t(4));
        for (std::size_t model = 0; model < 2; ++model) {
            QCOMPARE(table.at(2 * model, "queries").number(), table.at(2 * model + 1, "queries").number());
            QVERIFY(!table.at(2 * model, "difference_seconds").isNothing());
            QVERIFY(table.at(2 * model + 1, "difference_seconds").isNothing());
            QVERIFY(!table.at(2 * model, "p50_low_seconds").isNothing());
        }
        QCOMPARE(std::get<table::Word>(table.at(0, "source")).name, std::string_view("run"));
        QCOMPARE(std::get<table::Word>(table.at(1, "source")).name, std::string_view("simulated"));
        // Shares of the batches of a row add up to all of them.
        const table::Table batches = serve::batchTable(runs);
        double shares = 0;
        for (std::size_t row = 0; row < batches.rows(); ++row)
            shares += *batches.at(row, "share").number();
        QVERIFY(std::abs(shares - 4) < 1e-9);
        const table::Answer answer = serve::answerOf(*runs, loadsOf(scenario, measured->service, 1));
        QVERIFY(answer.headline.find("First in, first out") != std::string::npos);
        QVERIFY(answer.headline.find("every policy") == std::string::npos); // there is but one
        QVERIFY(std::ranges::any_of(
            answer.reasons, [](const std::string& each) { return each.find("The simulation meets ") == 0; }));
        QVERIFY(serve::answerOf({}, {}).lines().empty());
        // What ran is said first, whatever was simulated.
        runs->front().real.simulation.models[1].missed = 7;
        const std::string late = serve::answerOf(*runs, {}).headline;
        QVERIFY2(late.find(": 7 of ") != std::string::npos &&
                     late.find("simulated: 0 of ") != std::string::npos,
                 late.c_str());
        runs->push_back(runs->front());
        const table::Answer both = serve::answerOf(*runs, {});
        QVERIFY(both.headline.find("every policy") != std::string::npos);
        QCOMPARE(std::ranges::count(both.reasons, late), std::ptrdiff_t(2));
    }

    void requestByRequest() {
        const serve::PairedDifference paired =
            serve::pairedDifference(requestsOf({3, 5, 4}), requestsOf({1, 2, 3, 9}), 0);
        QCOMPARE(paired.requests, std::size_t(3));
        QCOMPARE(paired.median, 2.0);
        QCOMPARE(serve::pairedDifference(requestsOf({1}), requestsOf({}), 0).requests, std::size_t(0));
        QCOMPARE(serve::pairedDifference(requestsOf({1}), requestsOf({1}), 1).requests, std::size_t(0));
    }

    void refusedAndStopped() {
        Scenario scenario = twoModels();
        scenario.policy = "none";
        QVERIFY(!serve::measureService(scenario, modelsOfBoth(), Short));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped =
            serve::measureService(twoModels(), modelsOfBoth(), Short, {stop.get_token(), nullptr});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        std::vector<serve::ServedModel> models = modelsOfBoth();
        models[0].sizes[1] = test::chain(3, 1000, {2}).sizes[0]; // another network
        const auto other = serve::measureService(twoModels(), models, Short);
        QVERIFY(!other);
        QVERIFY(other.error().message.find("same operators") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(ServeComparisonTest)

} // namespace edgewright::serve_comparison_test

#include "serve_comparison_test.moc"
