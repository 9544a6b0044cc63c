// SPDX-License-Identifier: GPL-3.0-or-later
// Policies as decisions about what waits, without anything that runs.
#include "core/scenario/dispatch/ready_order.h"
#include "core/scenario/random.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::scenario_policy_test {

using namespace edgewright::scenario;

namespace {

std::vector<Candidate> drawn(std::size_t count) {
    Random random(3);
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < count; ++i) {
        const auto small = [&] { return static_cast<std::int64_t>(random.upTo(4)); };
        all.push_back({i, 1 + small(), small(), small(), i, static_cast<std::uint64_t>(small())});
    }
    return all;
}

const Policy& named(const char* name) { return *findPolicy(name); }

std::size_t firstOf(const char* policy, const std::vector<Candidate>& waiting) {
    ReadyOrder ready(named(policy));
    for (const Candidate& each : waiting)
        ready.add({each});
    return ready[0].candidate.model;
}

} // namespace

class ScenarioPolicyTest : public QObject {
    Q_OBJECT
private slots:
    void eachIsAStrictOrder() {
        std::set<std::string_view> names;
        const std::vector<Candidate> all = drawn(24);
        for (const Policy* policy : policies()) {
            QVERIFY(names.insert(policy->name).second);
            QVERIFY(findPolicy(policy->name) == policy);
            QVERIFY(*policy->title && *policy->summary);
            for (const Candidate& a : all)
                for (const Candidate& b : all) {
                    QCOMPARE(policy->goesFirst(a, b) || policy->goesFirst(b, a), a.order != b.order);
                    QVERIFY(!(policy->goesFirst(a, b) && policy->goesFirst(b, a)));
                    for (const Candidate& c : all)
                        QVERIFY(!(policy->goesFirst(a, b) && policy->goesFirst(b, c)) ||
                                policy->goesFirst(a, c));
                }
        }
        QVERIFY(findPolicy("lottery") == nullptr);
    }

    // Whatever joined and left before, and in which order.
    void whatIsReadyIsInOrder() {
        for (const Policy* policy : policies()) {
            Random random(5);
            ReadyOrder ready(*policy);
            QVERIFY(ready.isEmpty());
            std::vector<Candidate> away = drawn(40);
            std::vector<std::pair<std::uint32_t, Candidate>> there; // by number
            for (int step = 0; step < 400; ++step) {
                const bool joins = there.empty() || (!away.empty() && random.upTo(2) == 0);
                if (joins) {
                    std::swap(away[random.upTo(away.size())], away.back());
                    there.push_back({ready.add({away.back(), away.back().order > 20}), away.back()});
                    away.pop_back();
                } else {
                    std::swap(there[random.upTo(there.size())], there.back());
                    ready.remove(there.back().first);
                    away.push_back(there.back().second);
                    there.pop_back();
                }
                std::ranges::sort(there, policy->goesFirst, [](const auto& each) { return each.second; });
                QCOMPARE(ready.size(), there.size());
                for (std::size_t place = 0; place < there.size(); ++place) {
                    QCOMPARE(ready[place].candidate.model, there[place].second.model);
                    QCOMPARE(ready[place].job, std::uint32_t(there[place].second.order > 20));
                }
            }
        }
    }

    void theirDecisions() {
        // By model: priority, arrival, deadline, order, turn.
        const std::vector<Candidate> waiting{{0, 2, 10, 90, 5, 3}, {1, 1, 30, 80, 7, 2}, {2, 3, 20, 60, 6, 1}};
        QCOMPARE(firstOf("fifo", waiting), std::size_t(0));
        QCOMPARE(firstOf("priority", waiting), std::size_t(1));
        QCOMPARE(firstOf("edf", waiting), std::size_t(2));
        QCOMPARE(firstOf("round_robin", waiting), std::size_t(2));
        QCOMPARE(firstOf("round_robin_operators", waiting), std::size_t(2));
    }

    // Between operators, and for what is more urgent alone.
    void whatGivesWay() {
        const Candidate running{0, 2, 10, 90, 5, 9};
        const Candidate urgent{1, 1, 30, 80, 7, 2}, equal{1, 2, 30, 90, 7, 2}, later{1, 3, 30, 95, 7, 2};
        for (const char* name : {"priority", "edf"}) {
            QVERIFY(givesWay(named(name), running, urgent));
            QVERIFY(!givesWay(named(name), running, equal));
            QVERIFY(!givesWay(named(name), running, later));
        }
        QVERIFY(givesWay(named("round_robin_operators"), running, later));
        for (const char* name : {"fifo", "round_robin"})
            for (const Candidate& each : {urgent, equal, later})
                QVERIFY(!givesWay(named(name), running, each));
    }

    void withoutADeadlineLast() {
        const std::vector<Candidate> waiting{{0, 1, 0, INT64_MAX, 0, 0}, {1, 1, 5, 100, 1, 0}};
        QCOMPARE(firstOf("edf", waiting), std::size_t(1));
    }
};

EDGEWRIGHT_TEST(ScenarioPolicyTest)

} // namespace edgewright::scenario_policy_test

#include "scenario_policy_test.moc"
