// SPDX-License-Identifier: GPL-3.0-or-later
// Devices that are lost while frames run: an agent that is killed, a link that is cut. The others run again
// within five seconds, and no frame is lost or delivered twice.
#include "core/relay/session_channel.h"
#include "core/remote/installed.h"
#include "tests/core/relay/relayed_network.h"
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

#include <atomic>

namespace edgewright::relay_fault_test {

using namespace edgewright::relay;
using namespace std::chrono_literals;
using test::Fault;

namespace {

constexpr auto Bound = 5s;
constexpr std::uint64_t Frames = 60;

} // namespace

class RelayFaultTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    const test::RelayedNetwork m_network;
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    static std::unique_ptr<Channel> channelOf(Result<std::unique_ptr<remote::Session>> session) {
        if (!session) qFatal("%s", session.error().message.c_str());
        return channelTo(*std::move(session), {});
    }
    std::unique_ptr<Channel> agentHere(std::size_t device, std::atomic<pid_t>& id) const {
        auto child =
            remote::Child::start({remote::agentHere()->string(), (folder() / std::to_string(device)).string()});
        if (!child) qFatal("%s", child.error().message.c_str());
        id = child->id();
        return channelOf(remote::Session::begin(*std::move(child), "agent " + std::to_string(device), {}));
    }

    // Two devices, of which one is lost once a frame of that number is done.
    struct Lost {
        std::size_t device = 0;
        std::uint64_t after = 0;
        std::function<Result<std::unique_ptr<Channel>>(std::size_t device)> connect;
        std::function<void()> lose;
    };
    void runs(const Lost& lost, Fault& fault) const {
        const StagePlanner planner = m_network.planner(2, folder());
        std::vector<FrameDone> done;
        int plans = 0;
        RelayOptions options;
        options.devices = 2;
        options.drift = 1e9; // times of no meaning
        options.outputs = m_network.graph().outputs;
        options.next = m_network.next(Frames);
        options.plan = [&](const std::vector<DeviceState>& states) { return planner.plan(states); };
        options.connect = [&](std::size_t device, const RunContext&) { return lost.connect(device); };
        options.begun = [&](const Plan&) {
            if (++plans == 2) fault.isOver();
        };
        options.done = [&](FrameDone frame) {
            if (frame.number == lost.after) {
                fault.happens();
                lost.lose();
            }
            done.push_back(std::move(frame));
        };
        const auto relayed = relayFrames(options, fault.run());
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY2(!relayed->ended, relayed->ended.value_or("").c_str());
        QCOMPARE(plans, 2);
        QCOMPARE(relayed->replanned.size(), std::size_t(1));
        QCOMPARE(relayed->replanned[0].device, lost.device);
        m_network.compareAll(done, Frames);
    }

private slots:
    void anAgentIsKilled() {
        std::size_t turn = 0;
        test::repeated("an agent of a relay is killed", Bound, [&](Fault& fault) {
            std::array<std::atomic<pid_t>, 2> agents{};
            const std::size_t device = turn % 2;
            runs({.device = device,
                  .after = 3 + turn % 17,
                  .connect = [&](std::size_t each) -> Result<std::unique_ptr<Channel>> {
                      return agentHere(each, agents[each]);
                  },
                  .lose = [&] { ::kill(agents[device], SIGKILL); }},
                 fault);
            ++turn;
        });
    }

    void aLinkIsCut() {
        SKIP_WITHOUT_BOARD();
        const test::TestBoard board;
        std::size_t turn = 0;
        test::repeated("a link of a relay is cut", Bound, [&](Fault& fault) {
            std::atomic<pid_t> id = 0;
            runs({.device = 1,
                  .after = 3 + turn % 17,
                  .connect = [&](std::size_t each) -> Result<std::unique_ptr<Channel>> {
                      if (each == 0) return agentHere(each, id);
                      auto opened = board.open();
                      if (!opened) return std::move(opened).error();
                      const std::shared_ptr<remote::Board> there = *std::move(opened);
                      return channelTo(std::shared_ptr<remote::Session>(there, &there->session()), {});
                  },
                  .lose = [&] { board.network.cut(); }},
                 fault);
            board.network.mend();
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(board.server->cache()), 45'000);
            ++turn;
        });
    }
};

EDGEWRIGHT_TEST(RelayFaultTest)

} // namespace edgewright::relay_fault_test

#include "relay_fault_test.moc"
