// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of this machine, which the agent in a process of its own measures.
#include "core/device/roof/measure_roof.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::device_roof_here_test {

using namespace edgewright::device;

class DeviceRoofHereTest : public QObject {
    Q_OBJECT

private slots:
    void measured() {
        Progress progress;
        const auto roof = measureRoofHere({.threads = {1}, .seconds = 0.05}, {{}, &progress});
        QVERIFY2(roof, roof ? "" : roof.error().message.c_str());
        QCOMPARE((*roof)->machine, measure::thisMachine());
        QCOMPARE((*roof)->threads.size(), std::size_t(1));
        QVERIFY((*roof)->on(1)->float32 > 0 && (*roof)->on(1)->int8 > 0 && !(*roof)->kernels.empty());
        QVERIFY((*roof)->isInOrder() && !(*roof)->date.empty() && !(*roof)->isa.empty());
        for (const KernelTime& each : (*roof)->kernels)
            QVERIFY2(shareOfPeak(**roof, each) && shareOfRoof(**roof, each), each.shape.c_str());
    }

    // Stopped while it measures: half a roof is none.
    void stopped() {
        std::stop_source stop;
        Progress progress;
        const auto session = remote::Session::here();
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        bool said = false;
        const auto roof = (*session)->measureRoof({.threads = {1}, .seconds = 600},
                                                  {stop.get_token(), &progress}, [&](const std::string& doing) {
                                                      said = true;
                                                      if (doing.empty()) stop.request_stop();
                                                  });
        QVERIFY(!roof && said);
        QCOMPARE(roof.error().code, ErrorCode::Cancelled);
        QVERIFY((*session)->measureRoof({.threads = {1}, .seconds = 0.05})); // and goes on
    }
};

EDGEWRIGHT_TEST(DeviceRoofHereTest)

} // namespace edgewright::device_roof_here_test

#include "device_roof_here_test.moc"
