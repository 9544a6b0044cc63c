// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are stopped, that cannot keep up, and that are refused.
#include "tests/core/serve/chains.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <stop_token>

namespace edgewright::serve_limits_test {

using namespace edgewright::scenario;

namespace {

std::string errorOf(const Scenario& scenario, const std::vector<serve::ServedModel>& models) {
    const auto result = serve::serve(scenario, models);
    return result ? std::string() : result.error().message;
}

bool mentions(const std::string& message, std::initializer_list<const char*> words) {
    for (const char* word : words)
        if (message.find(word) == std::string::npos) {
            qWarning("'%s' lacks '%s'", message.c_str(), word);
            return false;
        }
    return true;
}

} // namespace

class ServeLimitsTest : public QObject {
    Q_OBJECT
private slots:
    // In the middle of batches, some stopped for others: what was done by then is kept.
    void stopped_data() {
        QTest::addColumn<QString>("policy");
        for (const char* each : {"round_robin", "priority"})
            QTest::newRow(each) << each;
    }
    void stopped() {
        QFETCH(const QString, policy);
        Scenario scenario{
            .models = {{.name = "long", .arrivals = {.kind = ArrivalKind::ClosedLoop, .streams = 3}},
                       test::periodicModel("urgent", 7),
                       {.name = "never", .arrivals = {.kind = ArrivalKind::AtOnce, .count = 1'000'000}}},
            .cores = 1,
            .policy = policy.toStdString(),
            .seconds = 100'000};
        scenario.models[0].priority = 2;
        scenario.models[2].priority = 3;
        std::stop_source stop;
        const serve::Served run =
            test::served(scenario, {test::longChain(), test::shortChain(), test::longChain()},
                         {.told =
                              [&](const serve::ServeNews& news) {
                                  if (news.models[0].done >= 2 && news.models[1].done >= 2) stop.request_stop();
                              },
                          .tellEvery = std::chrono::milliseconds(10)},
                         {stop.get_token(), nullptr});
        QVERIFY(!run.isWhole);
        QVERIFY(run.simulation.models[0].done >= 2 && run.simulation.models[1].done >= 2);
        QCOMPARE(run.simulation.models[2].arrived, std::int64_t(0)); // its query is not done
        QVERIFY(run.simulation.arrivalsEnd < ticksOf(100'000));
    }

    void stoppedBefore() {
        std::stop_source stop;
        stop.request_stop();
        const Scenario scenario{.models = {test::periodicModel("a", 1)}, .cores = 1, .seconds = 1};
        const auto result =
            serve::serve(scenario, std::vector{test::shortChain()}, {}, {stop.get_token(), nullptr});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }

    void queuesAreBounded() {
        Scenario scenario{
            .models = {test::recordedModel("a", std::vector<double>(100, 0.0))}, .cores = 1, .seconds = 1};
        scenario.models[0].batching.maxQueue = 5;
        const ModelResult result = test::served(scenario, {test::chain(5, 10)}).simulation.models[0];
        QCOMPARE(result.done, std::int64_t(5));
        QCOMPARE(result.outcomes[static_cast<std::size_t>(Outcome::QueueFull)], std::int64_t(95));
    }

    // Far more than the core can do: a bounded queue, time-outs and frames that give way keep it short.
    void moreThanItCanDo() {
        Scenario scenario{
            .models = {test::poissonModel("bounded", 5000),
                       test::poissonModel("impatient", 3000),
                       {.name = "frames", .arrivals = {.kind = ArrivalKind::Frames, .rate = 2000}}},
            .cores = 1,
            .policy = "round_robin",
            .seconds = 0.2};
        scenario.models[0].batching.maxQueue = 10;
        scenario.models[1].batching.timeoutMs = 1;
        const serve::Served run =
            test::served(scenario, {test::longChain(), test::longChain(), test::longChain()});
        const auto dropped = [&](std::size_t model, Outcome outcome) {
            return run.simulation.models[model].outcomes[static_cast<std::size_t>(outcome)];
        };
        QVERIFY(dropped(0, Outcome::QueueFull) > 0);
        QVERIFY(dropped(1, Outcome::TimedOut) > 0);
        QVERIFY(dropped(2, Outcome::Behind) > 0);
    }

    void refused() {
        const Scenario fine{.models = {test::periodicModel("a", 10)}, .cores = 1, .seconds = 0.05};
        const std::vector<serve::ServedModel> models{test::shortChain()};
        QCOMPARE(errorOf(fine, models), std::string());
        Scenario bad = fine;
        bad.policy = "shortest_first";
        QVERIFY(mentions(errorOf(bad, models), {"policy", "shortest_first"}));
        bad = fine;
        bad.cores = {};
        bad.coreSets = {{"all", {63}}};
        if (serve::usableProcessors().size() < 64)
            QVERIFY(mentions(errorOf(bad, models), {"core_sets[0]", "63"}));
        bad = fine;
        bad.models[0].threads = 2;
        QVERIFY(mentions(errorOf(bad, models), {"models[0].threads"}));
        bad = fine;
        bad.models[0].instances = std::int64_t(1) << 62;
        QVERIFY(mentions(errorOf(bad, models), {"instances", "256"}));
        bad = fine;
        bad.models[0].batching.maxSize = 4;
        QVERIFY(mentions(errorOf(bad, models), {"'a'", "up to 4"}));
        bad = fine;
        bad.models.clear();
        QVERIFY(mentions(errorOf(bad, {}), {"models"}));
        QVERIFY(!errorOf(fine, {}).empty());
    }

    void modelsThatFail() {
        const Scenario scenario{.models = {test::periodicModel("a", 10)}, .cores = 1, .seconds = 1000};
        serve::ServedModel model = test::chain(2, 3);
        model.sizes[0].feeds.clear();
        QVERIFY(mentions(errorOf(scenario, {model}), {"'a'", "x"}));
        model = test::chain(2, 3);
        model.sizes.push_back(model.sizes[0]);
        QVERIFY(mentions(errorOf(scenario, {model}), {"'a'", "ascending"}));
        // While it runs: the error is that of the run, which ends.
        model = test::chain(2, 3);
        const ir::Tensor wide = ir::Tensor::of({1, 4}, std::vector<float>{1, 2, 3, 4}),
                         two = ir::Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}),
                         whole = ir::Tensor::of({1, 3}, std::vector<std::int32_t>{1, 2, 3});
        for (const std::vector<ir::Tensor>& given : {std::vector<ir::Tensor>{}, {wide}, {two}, {whole}}) {
            model.inputs = [&](std::uint64_t) -> Result<std::vector<ir::Tensor>> { return given; };
            QVERIFY(mentions(errorOf(scenario, {model}), {"'a'", "x"}));
        }
        model.inputs = [](std::uint64_t request) -> Result<std::vector<ir::Tensor>> {
            if (request == 2) return badInput("no frame 2");
            return std::vector<ir::Tensor>{ir::Tensor::of({1, 3}, std::vector<float>{1, 2, 3})};
        };
        QVERIFY(mentions(errorOf(scenario, {model}), {"'a'", "no frame 2"}));
    }

    void sizes() {
        using Sizes = std::vector<std::int64_t>;
        QCOMPARE(serve::batchSizes({.maxSize = 1}), Sizes{1});
        QCOMPARE(serve::batchSizes({.maxSize = 4}), (Sizes{1, 2, 3, 4}));
        QCOMPARE(serve::batchSizes({.maxSize = 20, .preferred = {12}}),
                 (Sizes{1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20}));
        const serve::ServedModel model = test::chain(1, 1, {1, 4, 8});
        QCOMPARE(serve::sizeFor(model.sizes, 1), std::size_t(0));
        QCOMPARE(serve::sizeFor(model.sizes, 2), std::size_t(1));
        QCOMPARE(serve::sizeFor(model.sizes, 9), std::size_t(2));
    }

    void requestsBehindEachOther() {
        const serve::ServedModel model = test::chain(1, 2, {3});
        const ir::Graph& graph = *model.sizes[0].graph;
        const std::vector<std::vector<ir::Tensor>> requests{{ir::Tensor::of({1, 2}, std::vector<float>{1, 2})},
                                                            {ir::Tensor::of({1, 2}, std::vector<float>{3, 4})}};
        const auto feeds = serve::joined(graph, 3, requests);
        QVERIFY(feeds);
        const auto numbers = feeds->at(graph.inputs[0]).as<float>();
        QCOMPARE(std::vector<float>(numbers.begin(), numbers.end()), (std::vector<float>{1, 2, 3, 4, 3, 4}));
    }
};

EDGEWRIGHT_TEST(ServeLimitsTest)

} // namespace edgewright::serve_limits_test

#include "serve_limits_test.moc"
