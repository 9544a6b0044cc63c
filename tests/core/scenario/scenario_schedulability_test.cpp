// SPDX-License-Identifier: GPL-3.0-or-later
// Promises of deadlines: examples from the literature, and random sets of tasks whose every job is simulated.
#include "core/scenario/answers/task_sets.h"
#include "core/scenario/random.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <numeric>

namespace edgewright::scenario_schedulability_test {

using namespace edgewright::scenario;

namespace {

constexpr Ticks Hyperperiod = 120; // of all periods that are drawn
constexpr int Sets = test::UnderSanitizer ? 125 : 500;

struct DrawnTask {
    Task task;
    std::vector<Ticks> operators;
};
using DrawnSet = std::vector<DrawnTask>;

std::vector<Task> tasksOf(const DrawnSet& set) {
    std::vector<Task> tasks;
    for (const DrawnTask& each : set)
        tasks.push_back(each.task);
    return tasks;
}

// Deadlines: 0 are the periods, 1 at most those, 2 also beyond.
DrawnSet drawnSet(Random& random, int deadlines) {
    constexpr std::array<Ticks, 12> Periods{4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60};
    const std::size_t count = 2 + random.upTo(4);
    const double load = 0.4 + 0.7 * random.unit();
    DrawnSet set;
    double rest = load;
    for (std::size_t i = 0; i < count; ++i) {
        Task task{.name = "t" + std::to_string(i), .period = Periods[random.upTo(Periods.size())]};
        const double share = i + 1 == count ? rest : rest * random.unit();
        rest -= share;
        const auto period = static_cast<double>(task.period);
        task.cost = std::clamp<Ticks>(std::llround(share * period), 1, task.period);
        const double low = static_cast<double>(task.cost), high = deadlines == 2 ? 1.6 * period : period;
        task.deadline = deadlines == 0 ? task.period : std::llround(low + (high - low) * random.unit());
        std::vector<Ticks> operators;
        for (Ticks left = task.cost; left > 0; left -= operators.back())
            operators.push_back(1 + static_cast<Ticks>(random.upTo(static_cast<std::uint64_t>(left))));
        task.longestOperator = std::ranges::max(operators);
        set.push_back({task, operators});
    }
    std::vector<Task> tasks = tasksOf(set);
    giveDeadlineMonotonicPriorities(tasks);
    for (std::size_t i = 0; i < count; ++i)
        set[i].task.priority = tasks[i].priority;
    return set;
}

// The longest latency of each task when the first jobs arrive at `phases`, over two hyperperiods.
std::vector<Ticks> longestLatencies(const DrawnSet& set, const char* policy, Interruption interruption,
                                    const std::vector<Ticks>& phases) {
    Scenario scenario{.policy = policy, .seconds = secondsOf(2 * Hyperperiod + std::ranges::max(phases))};
    Service service;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Task& task = set[i].task;
        const auto ms = [](Ticks ticks) { return static_cast<double>(ticks) * 1e-6; };
        Model model = test::periodicModel(task.name, ms(task.period), ms(phases[i]));
        model.priority = task.priority;
        model.deadlineMs = ms(task.deadline);
        scenario.models.push_back(model);
        std::vector<Ticks> operators = set[i].operators;
        if (interruption == Interruption::Never) operators = {task.cost};
        if (interruption == Interruption::Anywhere) // all times are whole
            operators.assign(static_cast<std::size_t>(task.cost), 1);
        service.models.push_back(
            {task.name, std::vector<std::string>(operators.size(), "op"), {{1, operators}}});
    }
    const Simulation result =
        test::simulated(scenario, service, 1, {.segments = 0, .requests = 0, .stretches = 2});
    std::vector<Ticks> longest;
    for (const ModelResult& each : result.models)
        longest.push_back(ticksOf(std::ranges::max(each.latencies)));
    return longest;
}

bool meetsAll(const DrawnSet& set, const std::vector<Ticks>& latencies) {
    for (std::size_t i = 0; i < set.size(); ++i)
        if (latencies[i] > set[i].task.deadline) return false;
    return true;
}

// All at once, one of them a tick before the others, and at random.
std::vector<std::vector<Ticks>> phasesOf(const DrawnSet& set, Random& random) {
    std::vector<std::vector<Ticks>> all{std::vector<Ticks>(set.size(), 0)};
    for (std::size_t early = 0; early < set.size(); ++early) {
        all.emplace_back(set.size(), 1)[early] = 0;
    }
    for (int i = 0; i < 4; ++i) {
        std::vector<Ticks>& phases = all.emplace_back();
        for (const DrawnTask& each : set)
            phases.push_back(static_cast<Ticks>(random.upTo(static_cast<std::uint64_t>(each.task.period))));
    }
    return all;
}

// Every deadline up to two hyperperiods, one by one.
bool meetsDemandPlainly(const std::vector<Task>& tasks) {
    for (Ticks time = 1; time <= 3 * Hyperperiod; ++time) {
        Ticks due = 0;
        for (const Task& each : tasks)
            if (time >= each.deadline) due += ((time - each.deadline) / each.period + 1) * each.cost;
        if (due > time) return false;
    }
    return true;
}

// Jeffay, Stanat and Martel, with D = T: as the paper has it.
bool meetsJeffay(std::vector<Task> tasks) {
    std::ranges::sort(tasks, {}, &Task::period);
    if (utilisationOf(tasks) > 1 + 1e-12) return false;
    for (std::size_t i = 1; i < tasks.size(); ++i)
        for (Ticks length = tasks[0].period + 1; length < tasks[i].period; ++length) {
            Ticks sum = tasks[i].cost;
            for (std::size_t j = 0; j < i; ++j)
                sum += (length - 1) / tasks[j].period * tasks[j].cost;
            if (length < sum) return false;
        }
    return true;
}

Schedulability analysed(const std::vector<Task>& tasks, Urgency urgency, Interruption interruption) {
    auto result = analyse(tasks, urgency, interruption);
    if (!result) {
        QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return *std::move(result);
}

Ticks responseOf(const Schedulability& of, std::size_t task) { return of.tasks[task].response.value_or(-1); }

} // namespace

class ScenarioSchedulabilityTest : public QObject {
    Q_OBJECT
private slots:
    void bounds() {
        const double known[] = {1, 0.828, 0.780, 0.757, 0.743};
        for (std::size_t n = 1; n <= 5; ++n)
            QVERIFY(std::abs(rateMonotonicBound(n) - known[n - 1]) < 0.0005);
        QVERIFY(std::abs(rateMonotonicBound(100'000) - 0.693) < 0.0005);
        const std::vector<Task> within{{.cost = 1, .period = 2}, {.cost = 1, .period = 3}},
            beyond{{.cost = 1, .period = 2}, {.cost = 2, .period = 5}};
        QVERIFY(meetsHyperbolicBound(within)); // 3/2 · 4/3 = 2, and beyond the other one
        QVERIFY(utilisationOf(within) > rateMonotonicBound(2));
        QVERIFY(!meetsHyperbolicBound(beyond));
    }

    // Burns and Wellings, Real-Time Systems and Programming Languages: responses of 3, 6 and 20.
    void responses() {
        const std::vector<Task> tasks{{.name = "a", .cost = 3, .period = 7, .deadline = 7, .priority = 1},
                                      {.name = "b", .cost = 3, .period = 12, .deadline = 12, .priority = 2},
                                      {.name = "c", .cost = 5, .period = 20, .deadline = 20, .priority = 3}};
        const Schedulability result = analysed(tasks, Urgency::FixedPriorities, Interruption::Anywhere);
        QVERIFY(result.isSafe);
        QCOMPARE(responseOf(result, 0), Ticks(3));
        QCOMPARE(responseOf(result, 1), Ticks(6));
        QCOMPARE(responseOf(result, 2), Ticks(20));
        QCOMPARE(result.why,
                 std::string("Every deadline is met: the tightest one is that of 'c', which answers "
                             "after 0.02 µs at most, within 0.02 µs."));
    }

    // Davis, Burns, Bril and Lukkien: the second job of c is late, the first one is not.
    void theWholeBusyPeriod() {
        const std::vector<Task> tasks{
            {.name = "a", .cost = 100, .period = 250, .deadline = 250, .priority = 1},
            {.name = "b", .cost = 100, .period = 350, .deadline = 325, .priority = 2},
            {.name = "c", .cost = 100, .period = 350, .deadline = 325, .priority = 3}};
        const Schedulability result = analysed(tasks, Urgency::FixedPriorities, Interruption::Never);
        QCOMPARE(responseOf(result, 0), Ticks(200));
        QCOMPARE(responseOf(result, 1), Ticks(300));
        QCOMPARE(responseOf(result, 2), Ticks(350));
        QVERIFY(!result.isSafe && result.tasks[1].isSafe && !result.tasks[2].isSafe);
        QCOMPARE(result.tasks[0].blocking, Ticks(100));
        QCOMPARE(result.tasks[0].blockedBy, std::string("b"));
    }

    // The longest operator of what is less urgent is named.
    void blocking() {
        const std::vector<Task> tasks{{.name = "detector",
                                       .cost = 10'000'000,
                                       .period = 33'000'000,
                                       .deadline = 15'000'000,
                                       .priority = 1},
                                      {.name = "captions",
                                       .cost = 80'000'000,
                                       .period = 400'000'000,
                                       .deadline = 400'000'000,
                                       .priority = 2,
                                       .longestOperator = 9'000'000,
                                       .operatorName = "MatMul_7"}};
        const Schedulability operators =
            analysed(tasks, Urgency::FixedPriorities, Interruption::BetweenOperators);
        QVERIFY(!operators.isSafe && operators.tasks[1].isSafe);
        QCOMPARE(responseOf(operators, 0), Ticks(19'000'000));
        QCOMPARE(operators.why,
                 std::string(
                     "'detector' may answer after 19.0 ms or more, its deadline is 15.0 ms: its own run takes "
                     "10.0 ms, and it waits for up to 9.00 ms of operator 'MatMul_7' of 'captions', which "
                     "nothing interrupts."));
        QVERIFY(analysed(tasks, Urgency::FixedPriorities, Interruption::Anywhere).isSafe);
        const Schedulability edf = analysed(tasks, Urgency::EarliestDeadline, Interruption::BetweenOperators);
        QVERIFY(!edf.isSafe);
        QCOMPARE(
            edf.why,
            std::string("10.0 ms of work may be due within 15.0 ms, and operator 'MatMul_7' of 'captions', "
                        "which nothing interrupts, may have begun just before and take 9.00 ms."));
        QCOMPARE(analysed(tasks, Urgency::FixedPriorities, Interruption::Never).why,
                 std::string(
                     "'detector' may answer after 90.0 ms or more, its deadline is 15.0 ms: its own run takes "
                     "10.0 ms, and it waits for up to 80.0 ms of 'captions', which nothing interrupts."));
        QVERIFY(analysed(tasks, Urgency::EarliestDeadline, Interruption::Anywhere).isSafe);
    }

    void tooMuchWork() {
        const std::vector<Task> tasks{{.name = "a", .cost = 3, .period = 4, .deadline = 4, .priority = 1},
                                      {.name = "b", .cost = 2, .period = 5, .deadline = 5, .priority = 2}};
        for (const Urgency urgency : {Urgency::FixedPriorities, Urgency::EarliestDeadline}) {
            const Schedulability result = analysed(tasks, urgency, Interruption::Anywhere);
            QVERIFY(!result.isSafe);
            QCOMPARE(result.why,
                     std::string(
                         "Were every run as long as the longest that was measured, more work would arrive than "
                         "one core does: its utilisation would be 115 %."));
        }
        QVERIFY(!analyse({}, Urgency::EarliestDeadline, Interruption::Never));
        QVERIFY(!analyse(std::vector<Task>{{.name = "a", .cost = 0, .period = 1, .deadline = 1}},
                         Urgency::EarliestDeadline, Interruption::Never));
    }

    // A utilisation of 1 and blocking: the busy period never ends, and the analysis does.
    void ends() {
        const std::vector<Task> tasks{
            {.name = "a", .cost = 2, .period = 4, .deadline = 9, .priority = 1},
            {.name = "b", .cost = 3, .period = 6, .deadline = 12, .priority = 2},
            {.name = "c", .cost = 1, .period = 1000, .deadline = 1000, .priority = 3}};
        for (const Interruption how :
             {Interruption::Anywhere, Interruption::BetweenOperators, Interruption::Never}) {
            const Schedulability result = analysed(tasks, Urgency::FixedPriorities, how);
            QVERIFY(result.tasks[0].isSafe && result.tasks[1].isSafe && !result.tasks[2].isSafe);
            QVERIFY(!result.tasks[2].response);
        }
    }

    void stops() {
        const std::vector<Task> tasks{
            {.name = "a",
             .cost = 499'999'937,
             .period = 999'999'937,
             .deadline = Ticks(1) << 50,
             .priority = 1},
            {.name = "b",
             .cost = 500'000'000,
             .period = 1'000'000'007,
             .deadline = Ticks(1) << 50,
             .priority = 2},
            {.name = "c", .cost = 1, .period = Ticks(1) << 50, .deadline = Ticks(1) << 50, .priority = 3}};
        std::stop_source source;
        source.request_stop();
        const auto stopped =
            analyse(tasks, Urgency::FixedPriorities, Interruption::Never, {source.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    void fixedPriorities_data() {
        QTest::addColumn<int>("deadlines");
        QTest::newRow("deadlines are periods") << 0;
        QTest::newRow("deadlines within periods") << 1;
        QTest::newRow("deadlines beyond periods") << 2;
    }
    void fixedPriorities() {
        QFETCH(const int, deadlines);
        Random random(21, static_cast<std::uint64_t>(deadlines));
        std::array<int, 3> safe{}, missed{};
        for (int number = 0; number < Sets; ++number) {
            const DrawnSet set = drawnSet(random, deadlines);
            const std::vector<Task> tasks = tasksOf(set);
            const auto phases = phasesOf(set, random);
            const bool isTooMuch = utilisationOf(tasks) > 1 + 1e-12; // may be late only after a long time
            for (const Interruption how :
                 {Interruption::Anywhere, Interruption::BetweenOperators, Interruption::Never}) {
                const Schedulability result = analysed(tasks, Urgency::FixedPriorities, how);
                bool meets = true;
                for (const std::vector<Ticks>& each : phases) {
                    const std::vector<Ticks> latencies = longestLatencies(set, "priority", how, each);
                    meets = meets && meetsAll(set, latencies);
                    for (std::size_t i = 0; i < set.size(); ++i) {
                        QVERIFY(!result.tasks[i].isSafe || latencies[i] <= *result.tasks[i].response);
                        // Exact when all arrive at once, and nothing waits for what is less urgent.
                        if (how == Interruption::Anywhere && &each == &phases.front() && result.tasks[i].isSafe)
                            QCOMPARE(latencies[i], *result.tasks[i].response);
                    }
                }
                QVERIFY2(meets || !result.isSafe, qPrintable(QStringLiteral("set %1").arg(number)));
                if (how == Interruption::Anywhere && !isTooMuch) QCOMPARE(result.isSafe, meets);
                safe[static_cast<std::size_t>(how)] += result.isSafe;
                missed[static_cast<std::size_t>(how)] += !meets;
                if (how == Interruption::Anywhere && deadlines == 0 && meetsHyperbolicBound(tasks))
                    QVERIFY(result.isSafe);
            }
        }
        // There is enough of both, and most of what is not called safe does miss a deadline.
        for (std::size_t how = 0; how < 3; ++how) {
            QVERIFY(safe[how] > Sets / 20 && missed[how] > Sets / 10);
            QVERIFY(Sets - safe[how] - missed[how] < Sets / 4);
        }
    }

    void earliestDeadline_data() { fixedPriorities_data(); }
    void earliestDeadline() {
        QFETCH(const int, deadlines);
        Random random(22, static_cast<std::uint64_t>(deadlines));
        std::array<int, 3> safe{}, missed{};
        for (int number = 0; number < Sets; ++number) {
            const DrawnSet set = drawnSet(random, deadlines);
            const std::vector<Task> tasks = tasksOf(set);
            const auto phases = phasesOf(set, random);
            const bool isTooMuch = utilisationOf(tasks) > 1 + 1e-12; // may be late only after a long time
            for (const Interruption how :
                 {Interruption::Anywhere, Interruption::BetweenOperators, Interruption::Never}) {
                const bool isSafe = analysed(tasks, Urgency::EarliestDeadline, how).isSafe;
                QCOMPARE(*meetsDemand(tasks, how), isSafe);
                bool meets = true;
                for (const std::vector<Ticks>& each : phases)
                    meets = meets && meetsAll(set, longestLatencies(set, "edf", how, each));
                QVERIFY2(meets || !isSafe, qPrintable(QStringLiteral("set %1").arg(number)));
                if (isTooMuch) QVERIFY(!isSafe);
                if (how == Interruption::Anywhere && !isTooMuch) {
                    QCOMPARE(isSafe, meets);
                    QCOMPARE(isSafe, meetsDemandPlainly(tasks));
                }
                if (how == Interruption::Never && deadlines == 0 && !isTooMuch) {
                    QCOMPARE(isSafe, meetsJeffay(tasks));
                    QCOMPARE(isSafe, meets); // one of them a tick before the others is the worst
                }
                safe[static_cast<std::size_t>(how)] += isSafe;
                missed[static_cast<std::size_t>(how)] += !meets;
            }
        }
        for (std::size_t how = 0; how < 3; ++how) {
            QVERIFY(safe[how] > Sets / 20 && missed[how] > Sets / 10);
            QVERIFY(Sets - safe[how] - missed[how] < Sets / 4);
        }
    }

    void ofAScenario() {
        Scenario scenario{
            .models = {{.name = "detector",
                        .arrivals = {.kind = ArrivalKind::Frames, .rate = 30, .folder = "frames"}},
                       test::periodicModel("captions", 400)},
            .policy = "priority"};
        scenario.models[0].deadlineMs = 15;
        scenario.models[1].priority = 2;
        Service service{{test::serviceOf("detector", {4, 6}), test::serviceOf("captions", {2, 4, 2})}};
        service.models[0].batches[0].times = {4'000'000, 6'000'000, 5'000'000, 5'500'000};
        const auto tasks = scenario::tasksOf(scenario, service, 0);
        QVERIFY2(tasks, tasks ? "" : tasks.error().message.c_str());
        QCOMPARE((*tasks)[0].cost, Ticks(10'500'000)); // the longest run, not the longest operators
        QCOMPARE((*tasks)[0].period, Ticks(33'333'333));
        QCOMPARE((*tasks)[1].deadline, Ticks(400'000'000));
        QCOMPARE((*tasks)[1].longestOperator, Ticks(4'000'000));
        QCOMPARE((*tasks)[1].operatorName, std::string("op1"));
        QVERIFY(analyse(scenario, service, 0)->isSafe);
        service.overheads.decision = 0.0002;
        QVERIFY(!analyse(scenario, service, 0)->isSafe); // 10.9 + 4.2
        scenario.policy = "edf";
        QVERIFY(!analyse(scenario, service, 0)->isSafe);
        scenario.policy = "fifo";
        QCOMPARE(analyse(scenario, service, 0).error().message,
                 std::string("the policy 'First in, first out' promises nothing"));
        scenario.policy = "priority";
        scenario.models[1].arrivals.jitterMs = 1;
        QCOMPARE(analyse(scenario, service, 0).error().message,
                 std::string("'captions' arrives with jitter: nothing can be promised"));
        scenario.models[1] = test::poissonModel("captions", 1);
        QCOMPARE(analyse(scenario, service, 0).error().message,
                 std::string("'captions' does not arrive periodically: nothing can be promised"));
        QCOMPARE(analyse(scenario, service, 0, 2).error().message,
                 std::string("the models share several cores: nothing can be promised"));
    }

    // One wake-up of 200 in which another program computed: no promise, and the sentence names it.
    void oneLongTimeBreaksThePromise() {
        Scenario scenario{.models = {test::periodicModel("detector", 20), test::periodicModel("captions", 10)},
                          .policy = "priority"};
        Service service{{test::serviceOf("detector", {1, 1}), test::serviceOf("captions", {1})}};
        service.overheads.wakeUps.assign(200, 0.0001);
        QVERIFY(analyse(scenario, service, 0)->isSafe);
        service.overheads.wakeUps[70] = 0.3;
        const auto said = [&] {
            const auto promise = analyse(scenario, service, 0);
            return promise->isSafe ? std::string() : promise->why;
        };
        const std::string ofMost = "What counts most is the longest ",
                          wouldBe = "Were no time longer than the 99th percentile of its kind, ";
        const auto has = [](const std::string& text, const std::string& part) {
            if (text.find(part) == std::string::npos) qWarning("%s", text.c_str());
            return text.find(part) != std::string::npos;
        };
        for (const char* const policy : {"priority", "edf"}) {
            scenario.policy = policy;
            QVERIFY(
                has(said(), ofMost + "time that a thread took to wake up, 300 ms; half of them took 100 µs"));
            QVERIFY(has(said(), wouldBe + "every deadline would be met, with a utilisation of 21.5 %."));
        }
        std::swap(service.overheads.wakeUps, service.overheads.handOvers);
        QVERIFY(has(said(), ofMost + "time that a core took to go over to another thread, 300 ms; half of"));
        // A long run; of too few runs there is no such percentile.
        service.overheads = {};
        service.models[1].batches[0].times = {1'000'000, 1'000'000, 40'000'000};
        QVERIFY(has(said(), ofMost + "run of 'captions', 40.0 ms; half of its runs took 1.00 ms at most."));
        QVERIFY(said().find(wouldBe) == std::string::npos);
        // Where usual times are too long, too.
        service.models[1].batches[0].times.assign(300, 11'000'000);
        QVERIFY(said().find(ofMost) == std::string::npos);
        service.models[1].batches[0].times[7] = 60'000'000;
        QVERIFY(has(said(),
                    wouldBe + "the utilisation would be 120 %, and deadlines could be missed all the same."));
    }

    // By the nearest rank.
    void placesOfShares() {
        QCOMPARE(placeOfShare(1, 0.5), std::size_t(0));
        QCOMPARE(placeOfShare(4, 0.5), std::size_t(1));
        QCOMPARE(placeOfShare(99, 0.99), std::size_t(98));
        QCOMPARE(placeOfShare(100, 0.99), std::size_t(98));
        QCOMPARE(placeOfShare(7, 0), std::size_t(0));
        QCOMPARE(placeOfShare(7, 1), std::size_t(6));
        ServiceTimes times = test::serviceOf("a", {1, 2});
        times.batches[0].times = {1'000, 2'000, 5'000, 1'000, 9'000, 1'000, 1'000, 3'000};
        times.pauses = {{1'000'000, {2'000, 4'000, 8'000, 8'000}}};
        QCOMPARE(ServiceDraw(times).longest(1, 0.5), Ticks(6'000)); // after the pause: two of the four runs
        QCOMPARE(ServiceDraw(times).longest(1), Ticks(16'000));
    }
};

EDGEWRIGHT_TEST(ScenarioSchedulabilityTest)

} // namespace edgewright::scenario_schedulability_test

#include "scenario_schedulability_test.moc"
