// SPDX-License-Identifier: GPL-3.0-or-later
// Times that leave a plan, and the fit of a link.
#include "core/relay/drift.h"
#include "core/relay/link_fit.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <vector>

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
    void linksAreFitted() {
        std::vector<relay::LinkPoint> points;
        for (const std::int64_t bytes : {1000, 100'000, 4'000'000})
            points.push_back({bytes, 0.002 + static_cast<double>(bytes) / 12e6});
        const auto link = relay::fittedLink(points);
        QVERIFY(std::abs(link.latency - 0.002) < 1e-9 && std::abs(link.bytesPerSecond / 12e6 - 1) < 1e-9);
        const auto flat = relay::fittedLink(std::vector<relay::LinkPoint>{{1000, 0.002}, {4000, 0.001}});
        QVERIFY(std::isinf(flat.bytesPerSecond) && flat.latency > 0.001 && flat.latency < 0.002);
        const auto steep = relay::fittedLink(std::vector<relay::LinkPoint>{{1000, 0.001}, {4000, 0.008}});
        QVERIFY(steep.latency == 0 && steep.bytesPerSecond > 4000 / 0.008 &&
                steep.bytesPerSecond < 1000 / 0.001);
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
