// SPDX-License-Identifier: GPL-3.0-or-later
// What was noted of a value comes back once.
#include "core/fusion/engine/dependents.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>
#include <set>

namespace edgewright::dependents_test {

namespace {

using Noted = std::multiset<std::pair<std::size_t, std::uint32_t>>;

Noted taken(fusion::Dependents& dependents, ValueId value) {
    Noted noted;
    dependents.take(value, [&](std::size_t rule, NodeId node) { noted.emplace(rule, node.index()); });
    return noted;
}

} // namespace

class DependentsTest : public QObject {
    Q_OBJECT

private slots:
    void onceEach() {
        fusion::Dependents dependents(2);
        dependents.note(ValueId(0), 3, NodeId(7));
        dependents.note(ValueId(0), 3, NodeId(7)); // said twice in a row
        dependents.note(ValueId(0), 4, NodeId(7));
        dependents.note(ValueId(9), 5, NodeId(1)); // a value that came later
        QCOMPARE(taken(dependents, ValueId(0)), (Noted{{3, 7}, {4, 7}}));
        QVERIFY(taken(dependents, ValueId(0)).empty());
        QVERIFY(taken(dependents, ValueId(1)).empty() && taken(dependents, ValueId(100)).empty());
        QCOMPARE(taken(dependents, ValueId(9)), (Noted{{5, 1}}));
    }

    // Places in the pool are used again without mixing up the lists.
    void asSetsWould() {
        fusion::Dependents dependents(0);
        std::vector<Noted> expected(20);
        std::mt19937 random(11);
        for (int round = 0; round < 5000; ++round) {
            const std::size_t value = random() % expected.size();
            if (random() % 4 == 0) {
                QCOMPARE(taken(dependents, ValueId(value)), std::exchange(expected[value], {}));
            } else {
                const std::size_t rule = random() % 3;
                const auto node = static_cast<std::uint32_t>(round); // another one each time
                dependents.note(ValueId(value), rule, NodeId(node));
                expected[value].emplace(rule, node);
            }
        }
    }
};

EDGEWRIGHT_TEST(DependentsTest)

} // namespace edgewright::dependents_test

#include "dependents_test.moc"
