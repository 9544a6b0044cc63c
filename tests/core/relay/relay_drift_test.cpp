// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/drift.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::relay_drift_test {

using relay::DriftWatch;

class RelayDriftTest : public QObject {
    Q_OBJECT
private slots:
    void whatStaysAwayIsTold() {
        DriftWatch watch(1.0, 0.15, 5);
        for (int i = 0; i < 40; ++i)
            QVERIFY(!watch.add(1.1, i));
        // The median follows after half of the window, then five seconds have to pass.
        int told = 0;
        for (int i = 40; told == 0 && i < 100; ++i)
            if (watch.add(1.5, i)) told = i;
        QCOMPARE(told, 40 + 15 + 5);
        QVERIFY(watch.factor() > 1.49 && watch.factor() < 1.51);
        DriftWatch next = watch.rescaled(watch.factor());
        for (int i = 0; i < 40; ++i)
            QVERIFY(!next.add(1.5, i));
    }
    void outliersAndShortTimesAreNone() {
        DriftWatch watch(1.0, 0.15, 5);
        for (int i = 0; i < 200; ++i)
            QVERIFY(!watch.add(i % 3 == 0 ? 10 : 1, i));
        DriftWatch back(1.0, 0.15, 50);
        for (int i = 0; i < 200; ++i)
            QVERIFY(!back.add(i % 60 < 30 ? 2 : 1, i));
    }
    void nothingPlannedDoesNotDrift() {
        DriftWatch watch(0, 0.15, 0);
        for (int i = 0; i < 40; ++i)
            QVERIFY(!watch.add(1, i));
        QCOMPARE(watch.factor(), 1.0);
    }
};

EDGEWRIGHT_TEST(RelayDriftTest)

} // namespace edgewright::relay_drift_test

#include "relay_drift_test.moc"
