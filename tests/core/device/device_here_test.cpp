// SPDX-License-Identifier: GPL-3.0-or-later
// A network measured on this machine: every variant, its operators, its memory; stopped, and failing.
#include "core/device/service_times.h"
#include "core/device/this_machine.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::device_here_test {

using namespace edgewright::device;

class DeviceHereTest : public QObject {
    Q_OBJECT
    Task task(std::initializer_list<const char*> names) {
        Task task;
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        if (!opened) qFatal("%s", opened.error().message.c_str());
        task.typed = pipeline::type(*opened, {}, true);
        task.history = *pipeline::fuse(*task.typed, {});
        task.feeds = *ir::seededFeeds(*task.typed->graph, 1);
        for (const char* name : names)
            task.variants.push_back(*variantNamed(name));
        task.effort.seconds = 120; // it is the number of blocks that ends it, on slow machines, too
        task.effort.maxBlocks = 20;
        task.planning.seconds = 1;
        return task;
    }

private slots:
    void everyVariant() {
        Task it = task({"baseline", "fusion", "reuse", "both"});
        it.variants.push_back(onThreads(*variantNamed("both"), 2));
        std::size_t told = 0;
        const auto measured =
            measureHere(it, {}, {[&](const Record& so) { told = so.variants[0].blocks.size(); }});
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const Record& record = **measured;
        QCOMPARE(record.variants.size(), std::size_t(5));
        QVERIFY(told >= 15 && told == record.variants[0].blocks.size());
        QVERIFY(!record.date.empty() && !record.isa.empty() && record.machine.threads >= 1);
        for (const VariantRecord& each : record.variants) {
            QVERIFY(each.summary().median > 0 && each.summary().interval);
            QVERIFY(each.first.wall > 0 && each.profiledSeconds > 0);
            QVERIFY(each.peakBytes > 0);
            QCOMPARE(each.arenaBytes > 0, each.variant.reuse);
            QCOMPARE(static_cast<std::int64_t>(each.operators.size()), each.operatorCalls);
            double at = 0;
            for (const OperatorTime& time : each.operators) {
                QVERIFY(time.seconds > 0 && time.start >= at);
                at = time.start;
            }
            // The operators are what the run consists of.
            QVERIFY2(each.operatorSeconds() < 1.5 * each.profiledSeconds, each.variant.name.c_str());
        }
        QVERIFY(record.variants[1].operatorCalls < record.variants[0].operatorCalls); // fused
        QCOMPARE(record.variants[2].allocations, std::int64_t(1));                    // the arena
        QVERIFY(record.variants[0].operators[0].macs > 0);
        // For a scenario: each sample is a run that its operators add up to.
        const auto times = serviceTimes(record.variants[1], "net");
        QVERIFY(times);
        QCOMPARE(times->operators.size(), record.variants[1].operators.size());
        const std::vector<scenario::Ticks> totals = times->totals(times->batches[0].times);
        QCOMPARE(totals.size(), record.variants[1].blocks.size());
        for (std::size_t i = 0; i < totals.size(); ++i)
            QCOMPARE(totals[i], scenario::ticksOf(record.variants[1].blocks[i].wall));
        QVERIFY(!serviceTimes(VariantRecord(), "net"));
    }

    // Two copies of one network are never told apart.
    void copies() {
        Task it = task({"fusion", "fusion"});
        it.effort.maxBlocks = 200;
        it.effort.uncertainty = 0;
        const auto measured = measureHere(it);
        QVERIFY(measured);
        const measure::Comparison comparison = compared((*measured)->variants[0], (*measured)->variants[1]);
        QVERIFY2(comparison.verdict == measure::Verdict::Same ||
                     comparison.verdict == measure::Verdict::Undecided,
                 qPrintable(QString::number(comparison.ratio)));
    }

    void stoppedKeepsWhatThereIs() {
        Task it = task({"baseline"});
        it.effort.maxBlocks = 1'000'000;
        it.effort.uncertainty = 0;
        std::stop_source stop;
        const auto measured = measureHere(it, {stop.get_token(), nullptr}, {[&](const Record& so) {
                                              if (so.variants[0].blocks.size() >= 3) stop.request_stop();
                                          }});
        QVERIFY(measured);
        QCOMPARE((*measured)->end, measure::End::Cancelled);
        QVERIFY((*measured)->variants[0].blocks.size() >= 3);
        QVERIFY((*measured)->variants[0].operators.empty());
    }

    void whatCannotRun() {
        Task it = task({"fusion"});
        it.history = nullptr;
        QVERIFY(!measureHere(it));
        Task poor = task({"baseline"});
        poor.memoryLimitBytes = 16;
        const auto measured = measureHere(poor);
        QVERIFY(!measured && measured.error().code == ErrorCode::OutOfMemory);
    }
};

EDGEWRIGHT_TEST(DeviceHereTest)

} // namespace edgewright::device_here_test

#include "device_here_test.moc"
