// SPDX-License-Identifier: GPL-3.0-or-later
// What is predicted for a machine on which nothing was measured but a probe.
#include "core/device/probe/least_times.h"
#include "core/device/probe/probe.h"
#include "core/exec/program.h"
#include "tests/support/test_class.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace edgewright::device_probe_test {

using namespace edgewright::device;

class DeviceProbeTest : public QObject {
    Q_OBJECT

private slots:
    void networksRunAndFuse() {
        const auto networks = probeNetworks();
        QVERIFY2(networks, networks ? "" : networks.error().message.c_str());
        QCOMPARE(networks->size(), std::size_t(6));
        std::set<std::size_t> seen; // features that something in them has
        for (const auto& typed : *networks) {
            for (std::size_t i = 0; i < typed->graph->valueCount(); ++i)
                QVERIFY(typed->graph->value(ValueId(static_cast<std::uint32_t>(i))).type.bytes());
            const auto history = pipeline::fuse(*typed, {});
            QVERIFY(history && (*history)->graph.nodeCount() < typed->graph->nodeCount());
            for (const ir::Graph* graph : {typed->graph.get(), &(*history)->graph})
                for (const NodeId node : graph->order()) {
                    const cost::Features features = cost::featuresOf(*graph, graph->node(node));
                    for (std::size_t i = 0; i < cost::FeatureCount; ++i)
                        if (features.counts[i] > 0) seen.insert(i);
                }
            const auto feeds = ir::seededFeeds(*typed->graph, 1);
            exec::Program program(*typed->graph, typed->opened->model->opsets);
            QVERIFY(feeds && program.run(*feeds, {}));
        }
        using enum cost::Feature;
        for (const cost::Feature each :
             {Call,        Operand,   Stage,     Step,        Transform,     Member,        Product,  Window,
              Pack,        Vector,    Depthwise, Transposed,  Simple,        SimpleInGroup, Division, Function,
              Power,       Reduce,    Normalise, Softmax,     Row,           Pool,          Copy,     Scatter,
              Interpolate, NearBytes, FarBytes,  WeightBytes, FarWeightBytes})
            QVERIFY2(seen.contains(static_cast<std::size_t>(each)), cost::nameOf(each).data());
    }

    // A slow phase that lasts longer than all runs of a network in one round costs nothing once another round
    // was without it.
    void leastTimesOfRounds() {
        const auto round = [](double slower) {
            Record record;
            VariantRecord& variant = record.variants.emplace_back();
            for (const double seconds : {1e-5, 4e-5}) {
                OperatorTime time{NodeId(0), "op", "Conv"};
                time.seconds = seconds * slower;
                variant.operators.push_back(time);
            }
            variant.profiledSeconds = 5e-5 * slower;
            return record;
        };
        LeastTimes least;
        for (const double slower : {1.8, 1.75, 1.0, 1.8})
            QVERIFY(least.add(round(slower)));
        QVERIFY(!least.isSettled()); // one round alone took nothing away
        QVERIFY(least.add(round(1.005)));
        QVERIFY(least.isSettled() && least.isUneven());
        QCOMPARE(least.record().variants[0].operators[0].seconds, 1e-5);
        QCOMPARE(least.record().variants[0].operators[1].seconds, 4e-5);
        LeastTimes even;
        for (const double slower : {1.0, 1.04, 1.02})
            QVERIFY(even.add(round(slower)));
        QVERIFY(even.isSettled() && !even.isUneven());
        Record other = round(1);
        other.variants[0].operators.pop_back();
        QVERIFY(!even.add(other));
    }

    // Kept once; a file that is none of this machine's is made anew.
    void keptInAFile() {
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "a" / "this-machine.json";
        const auto probed = calibrationHere(file);
        QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
        QCOMPARE(probed->networks.size(), std::size_t(12));
        QVERIFY(std::filesystem::exists(file) && probed->isOfThisMachine());
        const auto again = calibrationHere(file);
        QCOMPARE(calibrationJson(*again), calibrationJson(*probed)); // times of another probe would differ
        const Calibrated fitted = calibrated(*probed);
        QVERIFY(fitted.processor.from.least > 0 && fitted.processor.from.kernels > 100);
        QVERIFY(fitted.processor.from.networks == 6 &&
                fitted.processor.name != cost::referenceProcessor().name);
        for (const double seconds : fitted.processor.seconds)
            QVERIFY(seconds >= 0 && seconds < 1);
        Calibration elsewhere = *probed;
        elsewhere.machine.name += " of somebody else";
        std::FILE* out = std::fopen(file.c_str(), "w");
        std::fputs(calibrationJson(elsewhere).c_str(), out);
        std::fclose(out);
        QCOMPARE(calibrationHere(file)->machine, probed->machine);
    }

    void stopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto probed = calibrationHere({}, RunContext{stop.get_token(), nullptr});
        QVERIFY(!probed && probed.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(DeviceProbeTest)

} // namespace edgewright::device_probe_test

#include "device_probe_test.moc"
