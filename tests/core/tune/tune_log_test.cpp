// SPDX-License-Identifier: GPL-3.0-or-later
// The value: medians, the best of each task, tables, times of day.
#include "core/tune/log_table.h"
#include "core/tune/utc_time.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::tune_log_test {

using namespace edgewright::tune;

namespace {

Trial made(const char* task, std::vector<double> seconds, std::size_t session = 0) {
    Trial trial;
    trial.session = session;
    trial.task = task;
    trial.knobs = {{"mr", std::int64_t(6)}, {"kc", Numbers{4, 64}}};
    if (seconds.empty()) trial.state = TrialState::NotCompiled;
    trial.seconds = std::move(seconds);
    trial.price.compile = 0.5;
    return trial;
}

std::shared_ptr<const TuneLog> madeLog() {
    return std::make_shared<const TuneLog>(TuneLog{
        "",
        {{"one", "avx2", ""}, {"two", "neon", ""}},
        {made("a", {9, 2, 2}), made("b", {}), made("a", {3, 3, 3}), made("a", {8, 2, 2}), made("a", {1}, 1)}});
}

} // namespace

class TuneLogTest : public QObject {
    Q_OBJECT

private slots:
    void states() {
        for (const auto state : {TrialState::Correct, TrialState::TimedOut, TrialState::NotCompiled,
                                 TrialState::NotRun, TrialState::Wrong, TrialState::NotAllowed})
            QCOMPARE(trialStateOf(nameOf(state)), std::optional(state));
        QVERIFY(!trialStateOf("broken"));
    }

    void medians() {
        QCOMPARE(medianSeconds(made("a", {9, 1, 2})), std::optional(2.0)); // a cold sample counts as one
        QCOMPARE(medianSeconds(made("a", {1, 2, 3, 4})), std::optional(2.5));
        QVERIFY(!medianSeconds(made("a", {})));
        Trial wrong = made("a", {1});
        wrong.state = TrialState::Wrong;
        QVERIFY(!medianSeconds(wrong));
    }

    void bestOfEachTask() {
        const auto tasks = tasksOf(*madeLog());
        QCOMPARE(tasks.size(), 3U);
        QCOMPARE(tasks[0].task, std::string("a"));
        QCOMPARE(tasks[0].best, std::optional<std::size_t>(0)); // of equal ones the first
        QCOMPARE(tasks[0].seconds, 2.0);
        QCOMPARE(tasks[0].trials, 3U);
        QCOMPARE(tasks[0].price, 1.5);
        QCOMPARE(tasks[1].task, std::string("b"));
        QVERIFY(!tasks[1].best);
        QCOMPARE(tasks[1].correct, 0U);
        QCOMPARE(tasks[2].session, 1U); // another machine is another row
        QCOMPARE(tasks[2].best, std::optional<std::size_t>(4));
    }

    void tables() {
        const auto trials = trialTable(madeLog());
        QCOMPARE(trials.rows(), 5U);
        QCOMPARE(std::get<double>(trials.at(0, "seconds")), 2.0);
        QCOMPARE(std::get<std::string>(trials.at(0, "knobs")), std::string("mr = 6; kc = 4, 64"));
        QVERIFY(trials.at(1, "seconds").isNothing());
        QCOMPARE(std::get<table::Word>(trials.at(1, "state")).name, std::string_view("compile"));
        QCOMPARE(std::get<std::string>(trials.at(4, "isa")), std::string("neon"));
        const auto tasks = taskTable(madeLog());
        QCOMPARE(tasks.rows(), 3U);
        QCOMPARE(std::get<std::int64_t>(tasks.at(2, "trial")), 5);
        QCOMPARE(std::get<std::int64_t>(tasks.at(1, "failed")), 1);
        QVERIFY(tasks.at(1, "trial").isNothing() && tasks.at(1, "knobs").isNothing());
        QVERIFY(trialTable(std::make_shared<const TuneLog>()).rows() == 0);
    }

    void timesOfDay() {
        QCOMPARE(unixTimeOf("1970-01-01 00:00:01+00:00"), std::optional(1.0));
        QCOMPARE(unixTimeOf("2023-12-22T09:54:05Z"), std::optional(1703238845.0));
        QCOMPARE(unixTimeOf("2023-12-22 11:54:05.500000+02:00"), std::optional(1703238845.5));
        QCOMPARE(unixTimeOf("2023-12-22 04:24:05-0530"), std::optional(1703238845.0));
        QCOMPARE(unixTimeOf("2024-02-29 00:00:00"), std::optional(1709164800.0));
        for (const char* none :
             {"", "yesterday", "2023-02-29 00:00:00", "2023-13-01 00:00:00", "2023-01-01 24:00:00",
              "2023-01-01", "2023-01-01 00:00:00+00:00 ", "20230101 000000", "-023-01-01 00:00:00"})
            QVERIFY2(!unixTimeOf(none), none);
        QCOMPARE(utcText(1703238845.502007), std::string("2023-12-22 09:54:05.502007+00:00"));
        QVERIFY(utcText(0).empty() && utcText(1e300).empty() && utcText(std::nan("")).empty() &&
                utcText(-5).empty());
        for (const double time : {1.5, 951782399.999999, 4102444800.25})
            QVERIFY(std::abs(unixTimeOf(utcText(time)).value_or(0) - time) < 2e-6);
    }
};

EDGEWRIGHT_TEST(TuneLogTest)

} // namespace edgewright::tune_log_test

#include "tune_log_test.moc"
