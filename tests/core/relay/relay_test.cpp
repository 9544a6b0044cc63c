// SPDX-License-Identifier: GPL-3.0-or-later
// A network over agents of this machine, each a process: the same results as in one, frames in order, an agent
// that is killed, one that is late, all of them lost.
#include "core/relay/link_fit.h"
#include "core/relay/relay.h"
#include "core/relay/session_channel.h"
#include "core/remote/installed.h"
#include "tests/core/relay/relayed_network.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>

namespace edgewright::relay_test {

using namespace edgewright::relay;
namespace fs = std::filesystem;

// Counts what it receives.
class CountingChannel : public Channel {
public:
    CountingChannel(std::unique_ptr<Channel> channel, std::atomic<int>& received)
        : m_channel(std::move(channel)), m_received(received) {}
    Result<void> begin(const StageProgram& program, const StageWay& way, const RunContext& run) override {
        return m_channel->begin(program, way, run);
    }
    Result<void> send(const protocol::StageFrame& frame, const RunContext& run) override {
        return m_channel->send(frame, run);
    }
    Result<protocol::StageFrame> receive(const RunContext& run) override {
        auto frame = m_channel->receive(run);
        if (frame) {
            ++m_received;
            m_received.notify_all();
        }
        return frame;
    }
    Result<void> end(const RunContext& run) override { return m_channel->end(run); }

private:
    std::unique_ptr<Channel> m_channel;
    std::atomic<int>& m_received;
};

class RelayTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    const test::RelayedNetwork m_network;
    fs::path folder() const { return m_folder.path().toStdString(); }

    struct Run {
        RelayOptions options;
        std::vector<std::atomic<pid_t>> agents;
        std::vector<FrameDone> done;
        std::vector<Plan> plans;
        StagePlanner planner;
        Run(std::size_t devices, StagePlanner of) : agents(devices), planner(std::move(of)) {}
    };
    std::unique_ptr<Run> prepared(std::size_t devices, std::uint64_t frames) const {
        auto run = std::make_unique<Run>(devices, m_network.planner(devices, folder()));
        run->options.devices = devices;
        run->options.drift = 1e9; // times of no meaning
        run->options.outputs = m_network.graph().outputs;
        run->options.plan = [it = run.get()](const std::vector<DeviceState>& states) {
            return it->planner.plan(states);
        };
        run->options.connect = [this,
                                it = run.get()](std::size_t device,
                                                const RunContext& context) -> Result<std::unique_ptr<Channel>> {
            auto child = remote::Child::start(
                {remote::agentHere()->string(), (folder() / std::to_string(device)).string()});
            if (!child) return std::move(child).error();
            it->agents[device] = child->id();
            auto session =
                remote::Session::begin(*std::move(child), "agent " + std::to_string(device), context);
            if (!session) return std::move(session).error();
            return channelTo(*std::move(session), {});
        };
        run->options.next = m_network.next(frames);
        run->options.done = [it = run.get()](FrameDone frame) { it->done.push_back(std::move(frame)); };
        run->options.begun = [it = run.get()](const Plan& plan) { it->plans.push_back(plan); };
        return run;
    }
    void compareAll(const Run& run, std::uint64_t frames) const { m_network.compareAll(run.done, frames); }

private slots:
    void computesTheSame() {
        const auto run = prepared(3, 20);
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY(!relayed->ended && relayed->replanned.empty());
        QCOMPARE(relayed->frames, std::uint64_t(20));
        QCOMPARE(run->plans.size(), std::size_t(1));
        QCOMPARE(run->plans[0].split.size(), std::size_t(3));
        compareAll(*run, 20);
        for (const FrameDone& frame : run->done) {
            QCOMPARE(frame.visits.size(), std::size_t(3));
            for (std::size_t stage = 0; stage < 3; ++stage) {
                const Visit& visit = frame.visits[stage];
                QCOMPARE(visit.stage, stage);
                QVERIFY(visit.compute > 0 && visit.done - visit.sent >= visit.compute);
            }
        }
    }

    // Devices go on with the frames that they may have.
    void whoTakesFramesHoldsUpNoDevice() {
        const auto run = prepared(2, 20);
        std::vector<std::atomic<int>> received(2);
        run->options.connect =
            [&, connect = run->options.connect](std::size_t device,
                                                const RunContext& context) -> Result<std::unique_ptr<Channel>> {
            auto channel = connect(device, context);
            if (!channel) return std::move(channel).error();
            return std::unique_ptr<Channel>(
                std::make_unique<CountingChannel>(*std::move(channel), received[device]));
        };
        run->options.done = [&, it = run.get()](FrameDone frame) {
            if (frame.number == 0)
                for (std::atomic<int>& each : received)
                    for (int seen = each; seen < static_cast<int>(2 * it->options.credits); seen = each)
                        each.wait(seen);
            it->done.push_back(std::move(frame));
        };
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        compareAll(*run, 20);
    }

    void aLinkIsMeasured() {
        const auto run = prepared(1, 0);
        auto channel = run->options.connect(0, {});
        QVERIFY2(channel, channel ? "" : channel.error().message.c_str());
        const auto link = measuredLink(**channel, folder());
        QVERIFY2(link, link ? "" : link.error().message.c_str());
        QCOMPARE(link->points.size(), std::size_t(4));
        for (const LinkPoint& each : link->points)
            QVERIFY(each.bytes > 0 && each.seconds > 0);
        QVERIFY(link->link.seconds(1 << 22) > 0);
    }

    void theChoiceSaysWhatOneMoreBrings() {
        const auto choice = m_network.planner(3, folder()).choose();
        QVERIFY2(choice, choice ? "" : choice.error().message.c_str());
        QCOMPARE(choice->byDevices.size(), std::size_t(3));
        const double least = choice->byDevices.back()->figures.period;
        QVERIFY(least <= choice->figures.period &&
                choice->figures.period <= least * (1 + partition::PeriodTolerance));
        QVERIFY(choice->bound <= choice->figures.period && choice->tried >= 1 && choice->rule);
        QCOMPARE(choice->problem.steps.size(), choice->split.back().end);
        QCOMPARE(choice->nodes.size(), choice->problem.steps.size());
    }

    // Killed between two frames, and while it has some: the rest goes on with all of them.
    void anAgentIsKilled() {
        for (const std::size_t device : {std::size_t(0), std::size_t(1)}) {
            const auto run = prepared(2, 60);
            run->options.done = [it = run.get(), device](FrameDone frame) {
                if (frame.number == 7) ::kill(it->agents[device], SIGKILL);
                it->done.push_back(std::move(frame));
            };
            const auto relayed = relayFrames(run->options);
            QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
            QVERIFY2(!relayed->ended, relayed->ended.value_or("").c_str());
            QCOMPARE(relayed->replanned.size(), std::size_t(1));
            QCOMPARE(relayed->replanned[0].cause, Cause::Lost);
            QCOMPARE(relayed->replanned[0].device, device);
            QCOMPARE(run->plans.back().split.size(), std::size_t(1));
            compareAll(*run, 60);
        }
    }

    // They do not come back: what is done until then is delivered, and the reason told.
    void allAreKilled() {
        const auto run = prepared(2, 1000);
        run->options.done = [it = run.get()](FrameDone frame) {
            if (frame.number == 5)
                for (const auto& each : it->agents)
                    ::kill(each, SIGKILL);
            it->done.push_back(std::move(frame));
        };
        std::atomic<int> connections = 0;
        const auto connect = run->options.connect;
        run->options.connect = [&](std::size_t device,
                                   const RunContext& context) -> Result<std::unique_ptr<Channel>> {
            if (++connections > 2) return badInput("not there");
            return connect(device, context);
        };
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY(relayed->ended);
        QCOMPARE(relayed->replanned.size(), std::size_t(2));
        QCOMPARE(relayed->frames, static_cast<std::uint64_t>(run->done.size()));
        QVERIFY(relayed->frames < 1000);
    }

    // A device that takes longer than planned, for as long as it was given: a new plan, from its times.
    void aPlanFollowsWhatDrifts() {
        const auto run = prepared(2, 400);
        run->options.drift = 0.15;
        run->options.driftSeconds = 0;
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        compareAll(*run, 400); // times are made up: plans may be replaced, and nothing is lost by it
        for (const Replanned& each : relayed->replanned) {
            QCOMPARE(each.cause, Cause::Drift);
            QVERIFY(!each.reason.empty());
        }
        QCOMPARE(run->plans.size(), relayed->replanned.size() + 1);
    }

    void canBeStopped() {
        const auto run = prepared(2, 1'000'000);
        std::stop_source stop;
        run->options.done = [&](const FrameDone& frame) {
            if (frame.number == 5) stop.request_stop();
        };
        const auto relayed = relayFrames(run->options, {stop.get_token(), nullptr});
        QVERIFY(!relayed);
        QCOMPARE(relayed.error().code, ErrorCode::Cancelled);
    }

    void errorsOfTheFirstPlanAreTold() {
        auto run = prepared(1, 1);
        run->options.plan = [](const std::vector<DeviceState>&) -> Result<Plan> { return badInput("no plan"); };
        QCOMPARE(relayFrames(run->options).error().message, std::string("no plan"));
        run = prepared(1, 1);
        run->options.connect = [](std::size_t, const RunContext&) -> Result<std::unique_ptr<Channel>> {
            return badInput("not there");
        };
        QCOMPARE(relayFrames(run->options).error().message, std::string("not there"));
    }
};

EDGEWRIGHT_TEST(RelayTest)

} // namespace edgewright::relay_test

#include "relay_test.moc"
