// SPDX-License-Identifier: GPL-3.0-or-later
// Frames from agent to agent: the same results as by the host, an agent that is killed, a hop that is cut or
// cannot be made, the tensors that a chain of stages carries.
#include "core/base/descriptor.h"
#include "core/relay/relay.h"
#include "core/relay/session_channel.h"
#include "core/remote/installed.h"
#include "tests/core/relay/relayed_network.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace edgewright::relay_hop_test {

using namespace edgewright::relay;
namespace fs = std::filesystem;

namespace {

// Bytes between a hop's ends, until they are cut or lose one.
class CutHop {
public:
    explicit CutHop(std::uint16_t port) : m_to(port) {
        m_listening = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        auto* raw = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_listening.get(), raw, size) != 0 || ::listen(m_listening.get(), 1) != 0 ||
            ::getsockname(m_listening.get(), raw, &size) != 0)
            qFatal("no socket");
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& end) { pass(end); });
    }
    std::uint16_t port() const { return m_port; }
    void cut() { m_thread.request_stop(); }

private:
    static sockaddr_in loopback(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        return address;
    }
    void pass(const std::stop_token& end) const {
        pollfd waits{m_listening.get(), POLLIN, 0};
        while (!end.stop_requested() && ::poll(&waits, 1, 10) <= 0)
            continue;
        if (end.stop_requested()) return;
        const Descriptor from(::accept(m_listening.get(), nullptr, nullptr));
        const Descriptor to(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const sockaddr_in address = loopback(m_to);
        if (::connect(to.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return;
        while (!end.stop_requested())
            if (!passed(from.get(), to.get()) || !passed(to.get(), from.get())) return;
    }
    static bool passed(int from, int to) {
        std::array<std::byte, 4096> bytes;
        pollfd poll{from, POLLIN, 0};
        if (::poll(&poll, 1, 1) <= 0) return true;
        const ssize_t got = ::recv(from, bytes.data(), bytes.size(), 0);
        return got > 0 && ::send(to, bytes.data(), static_cast<std::size_t>(got), MSG_NOSIGNAL) == got;
    }

    Descriptor m_listening;
    std::uint16_t m_port = 0, m_to = 0;
    std::jthread m_thread;
};

// Leads its hops through what can be cut.
class CutChannel : public Channel {
public:
    CutChannel(std::unique_ptr<Channel> channel, std::unique_ptr<CutHop>& hop)
        : m_channel(std::move(channel)), m_hop(hop) {}
    Result<void> begin(const StageProgram& program, const StageWay& way, const RunContext& run) override {
        return m_channel->begin(program, way, run);
    }
    Result<void> send(const protocol::StageFrame& frame, const RunContext& run) override {
        return m_channel->send(frame, run);
    }
    Result<protocol::StageFrame> receive(const RunContext& run) override { return m_channel->receive(run); }
    Result<void> end(const RunContext& run) override { return m_channel->end(run); }
    Result<protocol::HopPlace> listenForHop(const bundle::Digest& key, const RunContext& run) override {
        auto place = m_channel->listenForHop(key, run);
        if (!place) return place;
        m_hop = std::make_unique<CutHop>(place->port);
        place->port = m_hop->port();
        return place;
    }
    Result<void> joinHop(const protocol::HopOrder& order, const RunContext& run) override {
        return m_channel->joinHop(order, run);
    }
    std::optional<protocol::HopLost> hopLost() const override { return m_channel->hopLost(); }

private:
    std::unique_ptr<Channel> m_channel;
    std::unique_ptr<CutHop>& m_hop;
};

StageProgram programOf(std::vector<ValueId> inputs, std::vector<ValueId> outputs) {
    return {.file = {}, .written = {}, .inputs = std::move(inputs), .outputs = std::move(outputs)};
}

} // namespace

class RelayHopTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    const test::RelayedNetwork m_network;
    fs::path folder() const { return m_folder.path().toStdString(); }

    struct Run {
        RelayOptions options;
        std::vector<std::atomic<pid_t>> agents;
        std::vector<FrameDone> done;
        int plans = 0;
        std::string address = "127.0.0.1"; // at which agents listen
        StagePlanner planner;
        Run(std::size_t devices, StagePlanner of) : agents(devices), planner(std::move(of)) {}
    };
    std::unique_ptr<Run> prepared(std::size_t devices, std::uint64_t frames) const {
        auto run = std::make_unique<Run>(devices, m_network.planner(devices, folder()));
        Run* const it = run.get();
        it->options.devices = devices;
        it->options.hop = Hop::Direct;
        it->options.drift = 1e9; // times of no meaning
        it->options.outputs = m_network.graph().outputs;
        it->options.plan = [it](const std::vector<DeviceState>& states) { return it->planner.plan(states); };
        it->options.connect = [this, it](std::size_t device,
                                         const RunContext& context) -> Result<std::unique_ptr<Channel>> {
            auto child = remote::Child::start(
                {remote::agentHere()->string(), (folder() / std::to_string(device)).string()});
            if (!child) return std::move(child).error();
            it->agents[device] = child->id();
            auto session =
                remote::Session::begin(*std::move(child), "agent " + std::to_string(device), context);
            if (!session) return std::move(session).error();
            return channelTo(*std::move(session), {.hopAddress = it->address});
        };
        it->options.next = m_network.next(frames);
        it->options.done = [it](FrameDone frame) { it->done.push_back(std::move(frame)); };
        it->options.begun = [it](const Plan&) { ++it->plans; };
        return run;
    }

private slots:
    // A value that two later stages read passes through the first of them; outputs of the network reach the
    // host.
    void aChainCarriesWhatLaterStagesRead() {
        const auto v = [](std::uint32_t id) { return ValueId(id); };
        const std::vector<StageProgram> programs{programOf({v(0)}, {v(1), v(2)}), programOf({v(1)}, {v(3)}),
                                                 programOf({v(0), v(2), v(3)}, {v(4)})};
        const auto ways = waysOf(programs, {v(4), v(1)}, {false, true, true}, 3);
        QCOMPARE(ways[0].carried, std::vector<ValueId>{}); // it reads the input, which the last one does, too
        QCOMPARE(ways[0].sent, (std::vector<ValueId>{v(1), v(0), v(2)}));
        QCOMPARE(placesSent(programs[0], ways[0]), (std::vector<std::uint32_t>{1, 0, 2}));
        QCOMPARE(ways[1].carried, (std::vector<ValueId>{v(0), v(2)}));
        QCOMPARE(ways[1].sent, (std::vector<ValueId>{v(0), v(2), v(3), v(1)}));
        QCOMPARE(ways[2].carried, std::vector<ValueId>{v(1)});
        QCOMPARE(ways[2].sent, (std::vector<ValueId>{v(1), v(4)}));
        QVERIFY(!ways[0].isFed && ways[0].passesOn && ways[1].isFed && ways[1].passesOn);
        QVERIFY(ways[2].isFed && !ways[2].passesOn && ways[2].credits == 9);
        const auto byHost = waysOf(programs, {v(4), v(1)}, {false, false, true}, 3);
        QVERIFY(!byHost[0].passesOn && byHost[0].sent == programs[0].outputs && byHost[0].credits == 3);
        QCOMPARE(byHost[1].carried, (std::vector<ValueId>{v(0), v(2)}));
        QCOMPARE(byHost[2].sent, std::vector<ValueId>{v(4)}); // the host has the other one
    }

    void computesTheSame() {
        const auto run = prepared(3, 40);
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY(!relayed->ended && relayed->replanned.empty());
        QCOMPARE(relayed->links.size(), std::size_t(2));
        for (const StageLink& each : relayed->links)
            QVERIFY2(each.isDirect, each.reason.c_str());
        m_network.compareAll(run->done, 40);
        for (const FrameDone& frame : run->done) {
            QCOMPARE(frame.visits.size(), std::size_t(3));
            double at = frame.begun;
            for (std::size_t stage = 0; stage < 3; ++stage) {
                const Visit& visit = frame.visits[stage];
                QCOMPARE(visit.stage, stage);
                QVERIFY(visit.compute > 0 && visit.sent >= at && visit.done >= visit.sent);
                at = visit.done;
            }
            QVERIFY(frame.done >= at);
        }
    }

    void byTheHostUnlessWanted() {
        const auto run = prepared(2, 5);
        run->options.hop = Hop::Host;
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QCOMPARE(relayed->links.size(), std::size_t(1));
        QVERIFY(!relayed->links[0].isDirect && relayed->links[0].reason.empty());
        m_network.compareAll(run->done, 5);
    }

    void aHopThatCannotBeIsTold() {
        const auto run = prepared(2, 10);
        run->address = "192.0.2.1"; // of no machine
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY(!relayed->ended && relayed->replanned.empty());
        QVERIFY(!relayed->links[0].isDirect);
        QVERIFY2(relayed->links[0].reason.find("192.0.2.1") != std::string::npos,
                 relayed->links[0].reason.c_str());
        m_network.compareAll(run->done, 10);
    }

    // Whoever of a chain it is: the others go on with all frames.
    void anAgentIsKilled() {
        for (const std::size_t device : {0, 1, 2}) {
            const auto run = prepared(3, 60);
            run->options.done = [it = run.get(), device](FrameDone frame) {
                if (frame.number == 7) ::kill(it->agents[device], SIGKILL);
                it->done.push_back(std::move(frame));
            };
            const auto relayed = relayFrames(run->options);
            QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
            QVERIFY2(!relayed->ended, relayed->ended.value_or("").c_str());
            QCOMPARE(relayed->replanned.size(), std::size_t(1));
            QVERIFY(relayed->replanned[0].cause == Cause::Lost);
            QCOMPARE(relayed->replanned[0].device, device);
            QVERIFY(relayed->links.size() == 1 && relayed->links[0].isDirect);
            m_network.compareAll(run->done, 60);
        }
    }

    // Both devices are there: the same plan goes on, that link by the host.
    void aHopIsCut() {
        const auto run = prepared(2, 60);
        std::unique_ptr<CutHop> hop;
        run->options.connect =
            [&, connect = run->options.connect](std::size_t device,
                                                const RunContext& context) -> Result<std::unique_ptr<Channel>> {
            auto channel = connect(device, context);
            if (!channel || device == 0) return channel;
            return std::unique_ptr<Channel>(std::make_unique<CutChannel>(*std::move(channel), hop));
        };
        run->options.done = [&, it = run.get()](FrameDone frame) {
            if (frame.number == 7) hop->cut();
            it->done.push_back(std::move(frame));
        };
        const auto relayed = relayFrames(run->options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY2(!relayed->ended, relayed->ended.value_or("").c_str());
        QCOMPARE(relayed->replanned.size(), std::size_t(1));
        QVERIFY(relayed->replanned[0].cause == Cause::Hop);
        QCOMPARE(run->plans, 2);
        QVERIFY(relayed->links.size() == 1 && !relayed->links[0].isDirect && !relayed->links[0].reason.empty());
        m_network.compareAll(run->done, 60);
    }
};

EDGEWRIGHT_TEST(RelayHopTest)

} // namespace edgewright::relay_hop_test

#include "relay_hop_test.moc"
