// SPDX-License-Identifier: GPL-3.0-or-later
// A network over several agents of this machine, from its measuring to its results; machines as people write
// them.
#include "core/device/stages/split_run.h"

#include "core/partition/search.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::split_run_test {

using namespace edgewright::device;

class SplitRunTest : public QObject {
    Q_OBJECT
    static SplitTask task(std::initializer_list<const char*> machines) {
        SplitTask task;
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        if (!opened) qFatal("%s", opened.error().message.c_str());
        task.typed = pipeline::type(*opened, {}, true);
        task.history = *pipeline::fuse(*task.typed, {});
        task.feeds = *ir::seededFeeds(*task.typed->graph, 1);
        for (const char* each : machines)
            task.machines.push_back(*StageMachine::parsed(each));
        task.seconds = 0.2;
        task.frames = 30;
        return task;
    }

private slots:
    void machinesAreRead() {
        const auto processors = [](const char* text) { return StageMachine::parsed(text)->processors; };
        QVERIFY(StageMachine::parsed("here")->host.empty());
        QCOMPARE(StageMachine::parsed("pi")->host, std::string("pi"));
        QCOMPARE(StageMachine::parsed("pi:0-3")->host, std::string("pi"));
        QVERIFY(processors("here").empty());
        QCOMPARE(processors("here:1"), std::vector<int>{1});
        QCOMPARE(processors("pi:0-2+7"), (std::vector<int>{0, 1, 2, 7}));
        QVERIFY(StageMachine::parsed("rank:2")->rank == 2 && StageMachine::parsed("rank:2")->host.empty());
        QCOMPARE(StageMachine::parsed("rank")->host, std::string("rank"));
        const auto shaped = StageMachine::parsed("here:1@100Mbit/s+1ms");
        QVERIFY(shaped && shaped->host.empty() && shaped->processors == std::vector<int>{1});
        QVERIFY(shaped->shape.bytesPerSecond == 12.5e6 && shaped->shape.delay == 1e-3);
        QVERIFY(StageMachine::parsed("me@pi")->host == "me@pi" &&
                StageMachine::parsed("me@pi")->shape.isNone());
        QVERIFY(StageMachine::parsed("me@pi@2ms")->host == "me@pi");
        for (const char* text : {"rank:0", "rank:1-2", "rank:x", "", ":0", "pi:", "pi:a", "pi:-1", "pi:3-1",
                                 "pi:0+", "pi:0-", "pi:0x", "pi:99999", "pi:99999999999", "here:0@1", "@1ms"})
            QVERIFY2(!StageMachine::parsed(text), text);
    }

    void fromTimesToResults() {
        SplitTask it = task({"here", "here"});
        it.runsAlone = true;
        it.takesTurns = false;
        std::vector<std::string> told;
        Progress progress;
        const auto made =
            splitRun(it, {.doing = [&](const std::string& what) { told.push_back(what); }}, {{}, &progress});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const SplitRecord& record = **made;
        QCOMPARE(record.machines.size(), std::size_t(2));
        double work = 0;
        for (const double each : record.shown->choice.problem.devices[record.best].seconds)
            work += each;
        const double alone = record.machines[record.best].alone;
        QVERIFY(alone > 0 && work > 0.99 * alone && work < 1.01 * alone);
        QVERIFY(!record.front.points.empty());
        // Of those that are nearly as short as the least period, the quickest frame is chosen.
        const double least = record.front.points.back().figures.period;
        const double chosen = record.shown->choice.figures.period;
        QVERIFY(chosen >= 0.999999 * least && chosen <= 1.000001 * (1 + partition::PeriodTolerance) * least);
        QCOMPARE(record.shown->choice.byDevices.size(), std::size_t(2));
        QVERIFY(record.run && !record.run->relayed.ended);
        QCOMPARE(record.run->relayed.frames, it.frames);
        QCOMPARE(record.run->measured->frames.size(), static_cast<std::size_t>(it.frames));
        QVERIFY(record.run->differences.identical && record.run->differences.maxAbs == 0);
        QVERIFY(record.run->relayed.replanned.empty() == (record.shown->measured != nullptr));
        QVERIFY(record.alone && *record.alone > 0);
        QCOMPARE(progress.get().first, static_cast<std::uint32_t>(it.frames));
        QVERIFY(told.size() >= 5 && answersOf(record).size() > relay::splitAnswers(*record.shown).size());
    }

    void codesOnTheLinkDiffer() {
        SplitTask it = task({"here", "here"});
        it.format = protocol::LinkFormat::Codes;
        const auto made = splitRun(it, {});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QVERIFY((*made)->run && !(*made)->run->differences.identical);
        QVERIFY((*made)->run->differences.relNorm > 0 && (*made)->run->differences.relNorm < 0.5);
    }

    // From one agent of this machine to another one, as many stages as there are; each link is told.
    void framesGoDirectly() {
        SplitTask it = task({"here", "here"});
        it.hop = relay::Hop::Direct;
        it.takesTurns = false;
        const auto made = splitRun(it, {});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const SplitRecord& record = **made;
        QVERIFY(record.run && record.run->differences.identical && !record.run->relayed.ended);
        const std::vector<std::string> answers = answersOf(record);
        for (const relay::StageLink& link : record.run->relayed.links) {
            QVERIFY2(link.isDirect, link.reason.c_str());
            QVERIFY(std::ranges::count(answers, "Frames go from stage " + std::to_string(link.stage) +
                                                    " to stage " + std::to_string(link.stage + 1) +
                                                    " directly.") == 1);
        }
    }

    void onlyPlanned() {
        SplitTask it = task({"here"});
        it.runs = false;
        const auto made = splitRun(it, {});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QVERIFY(!(*made)->run && !(*made)->alone && !(*made)->shown->measured);
        QCOMPARE(answersOf(**made), relay::splitAnswers(*(*made)->shown));
    }

    void errorsAreTold() {
        QVERIFY(!splitRun(task({}), {}));
        const auto made =
            splitRun(task({"pi"}), {.open = [](const std::string& host,
                                               const RunContext&) -> Result<std::shared_ptr<remote::Session>> {
                         return badInput(host + " is not there");
                     }});
        QVERIFY(!made);
        QCOMPARE(made.error().message, std::string("pi is not there"));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = splitRun(task({"here"}), {}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(SplitRunTest)

} // namespace edgewright::split_run_test

#include "split_run_test.moc"
