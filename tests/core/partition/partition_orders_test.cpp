// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of steps: legal, and better cuts where a network branches.
#include "core/partition/orders.h"
#include "tests/core/partition/problems.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <numeric>

namespace edgewright::partition_orders_test {

using namespace edgewright::partition;

// Two branches of three steps that meet in the last one, listed in turns: a step of one, a step of the other.
// Between the branches one small tensor is alive, within both two large ones.
Problem branches() {
    Problem problem;
    problem.steps = {"split", "a1", "b1", "a2", "b2", "a3", "b3", "join"};
    problem.tensors = {{10, Tensor::Given, {0}, false},
                       {10, 0, {1, 2}, false},
                       {1000, 1, {3}, false},
                       {1000, 2, {4}, false},
                       {1000, 3, {5}, false},
                       {1000, 4, {6}, false},
                       {10, 5, {7}, false},
                       {10, 6, {7}, false},
                       {10, 7, {}, true}};
    for (const char* name : {"one", "two"})
        problem.devices.push_back({.name = name, .seconds = {0, 1, 1, 1, 1, 1, 1, 0}, .link = {0, 100}});
    problem.replicas = false;
    problem.credits = 4; // what is on its way limits nothing
    return problem;
}

class PartitionOrdersTest : public QObject {
    Q_OBJECT
private slots:
    void ordersAreLegal() {
        test::RandomProblems random(3);
        for (int i = 0; i < 50; ++i) {
            const Problem problem = random.chain(12, 2);
            for (const OrderRule& rule : orderRules()) {
                QVERIFY(!rule.name.empty() && !rule.summary.empty());
                QVERIFY2(reordered(problem, rule.order(problem)), rule.name.data());
            }
        }
        for (const OrderRule& rule : orderRules())
            QVERIFY2(reordered(branches(), rule.order(branches())), rule.name.data());
    }

    void stepsTakeWithThemWhatIsTheirs() {
        const Problem problem = branches();
        const Order order{0, 1, 3, 5, 2, 4, 6, 7};
        const auto moved = reordered(problem, order);
        QVERIFY(moved);
        QCOMPARE(moved->steps[2], std::string("a2"));
        QCOMPARE(moved->tensors[4].made, std::size_t(2));
        QCOMPARE(moved->tensors[1].reads, (std::vector<std::size_t>{1, 4}));
        // The whole network on one device is the same in any order.
        const Split whole{{0, 8, {0}}};
        QCOMPARE(evaluate(*moved, whole)->period, evaluate(problem, whole)->period);
    }

    void branchesAreKeptTogether() {
        const auto given = leastPeriod(branches());
        const auto found = leastPeriodOfOrders(branches());
        QVERIFY(given && found);
        QVERIFY(given->figures.period > 5);
        QCOMPARE(found->found.best.figures.period, 3.0);
        QVERIFY(found->rule->name == "depth first" || found->rule->name == "least alive");
        QVERIFY(found->tried >= 2);
    }

    void wrongOrdersAreRefused() {
        const Problem problem = branches();
        QVERIFY(!reordered(problem, {}));
        QVERIFY(!reordered(problem, {0, 1, 2, 3, 4, 5, 6, 6}));
        QVERIFY(!reordered(problem, {7, 1, 2, 3, 4, 5, 6, 0}));
        QVERIFY(!reordered(problem, {0, 1, 2, 3, 4, 5, 6, 8}));
    }
};

EDGEWRIGHT_TEST(PartitionOrdersTest)

} // namespace edgewright::partition_orders_test

#include "partition_orders_test.moc"
