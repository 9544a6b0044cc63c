// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/table.h"
#include "tests/bench/timing.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <vector>

namespace edgewright::timing_test {

using namespace edgewright::bench;

class TimingTest : public QObject {
    Q_OBJECT

private slots:
    void fastestIsByComputingTime() {
        Fastest time;
        QVERIFY(time.empty());
        time.add({0.009, 0.005});
        time.add({0.009, 0.004}); // as long as all are disturbed, the least of them
        QCOMPARE(time.milliseconds(), 4.0);
        QVERIFY(time.wasDisturbed());
        time.add({0.0061, 0.006});
        QCOMPARE(time.milliseconds(), 6.0);
        time.add({0.009, 0.001}); // its clock stood still
        time.add({0.003, 0.003});
        time.add({0.0035, 0.0035});
        QCOMPARE(time.milliseconds(), 3.0);
        QVERIFY(!time.wasDisturbed());
        QCOMPARE(time.samples(), 6);
        QCOMPARE(time.disturbed(), 3);
    }

    void patienceWantsTimeAndRuns() {
        const Patience patience{0.3, 10, 3};
        QVERIFY(!patience.enough(0.29, 1000)); // too short
        QVERIFY(!patience.enough(0.31, 9));    // too few
        QVERIFY(patience.enough(0.3, 10));
        QVERIFY(patience.enough(3, 3)); // slow things are run thrice
        QVERIFY(!patience.enough(100, 2));
    }

    void geometricMeanIsOfRatios() {
        QCOMPARE(geometricMean(std::vector<double>{}), 0.0);
        QCOMPARE(geometricMean(std::vector<double>{0.25}), 0.25);
        // Twice as fast and twice as slow cancel, which the arithmetic mean denies.
        QVERIFY(std::abs(geometricMean(std::vector<double>{0.5, 2.0}) - 1) < 1e-12);
        QVERIFY(std::abs(geometricMean(std::vector<double>{1, 10, 100}) - 10) < 1e-9);
    }

    void tableLinesUp() {
        Table table({"name", "ms", "x"});
        QVERIFY(table.empty());
        table.add({"a", "10.5", "1"});
        table.add({"longer", "3"});
        QVERIFY(!table.empty());
        QCOMPARE(QString::fromStdString(table.text()), QStringLiteral("name      ms  x\n"
                                                                      "a       10.5  1\n"
                                                                      "longer     3\n"));
    }
};

EDGEWRIGHT_TEST(TimingTest)

} // namespace edgewright::timing_test

#include "timing_test.moc"
