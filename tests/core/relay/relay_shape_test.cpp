// SPDX-License-Identifier: GPL-3.0-or-later
// Links that are made slower: as people write them, as they are measured, and frames over them.
#include "core/relay/link_fit.h"
#include "core/relay/link_shape.h"
#include "core/relay/session_channel.h"
#include "tests/core/relay/relayed_network.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::relay_shape_test {

using namespace edgewright::relay;

class RelayShapeTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    static std::unique_ptr<Channel> agentHere(const LinkShape& shape) {
        auto session = remote::Session::here();
        if (!session) qFatal("%s", session.error().message.c_str());
        constexpr auto Format = protocol::LinkFormat::Exact;
        return shaped(channelTo(*std::move(session), {.format = Format}), shape, Format);
    }

private slots:
    void areRead() {
        const auto both = LinkShape::parsed("1.5Gbit/s+250us");
        QVERIFY(both && both->bytesPerSecond == 187.5e6 && std::abs(both->delay - 250e-6) < 1e-12);
        const auto rate = LinkShape::parsed("800kbit/s");
        QVERIFY(rate && rate->bytesPerSecond == 100e3 && rate->delay == 0 && !rate->isNone());
        const auto delay = LinkShape::parsed("2s");
        QVERIFY(delay && std::isinf(delay->bytesPerSecond) && delay->delay == 2);
        QVERIFY(LinkShape::parsed("1ms+8Mbit/s") && LinkShape::parsed("0ms")->isNone());
        for (const char* text : {"", "+", "ms", "1", "1ms+", "1ms+2ms", "1Mbit/s+2Mbit/s", "-1ms", "1e3ms",
                                 "1.2.3ms", ".ms", "0Mbit/s", "100bit/s", "9999Gbit/s", "11s", "nanms",
                                 "1MBit/s", "000000000000000000000000000001ms"})
            QVERIFY2(!LinkShape::parsed(text), text);
    }

    // Sleeping takes no less than it should; other work on the machine may add to it.
    void areMeasuredAsTheyAreMade() {
        const auto channel = agentHere({.bytesPerSecond = 10e6, .delay = 5e-3});
        const auto link = measuredLink(*channel, folder());
        QVERIFY2(link, link ? "" : link.error().message.c_str());
        QVERIFY2(link->link.bothWays, "messages wait for those of the other direction");
        QVERIFY(link->link.bytesPerSecond < 10.5e6);
        QVERIFY(link->link.delay > 4e-3);
        QVERIFY(link->link.latency < 5e-3); // what is on its way keeps no other one from its own
        for (const LinkPoint& each : link->points)
            QVERIFY(each.seconds >= 5e-3 + static_cast<double>(each.bytes) / 10e6);
    }

    void theSameIsComputed() {
        const test::RelayedNetwork network;
        const StagePlanner planner = network.planner(2, folder());
        std::vector<FrameDone> done;
        RelayOptions options;
        options.devices = 2;
        options.drift = 1e9; // times of no meaning
        options.outputs = network.graph().outputs;
        options.next = network.next(20);
        options.plan = [&](const std::vector<DeviceState>& states) { return planner.plan(states); };
        options.connect = [](std::size_t, const RunContext&) -> Result<std::unique_ptr<Channel>> {
            return agentHere({.bytesPerSecond = 50e6, .delay = 1e-3});
        };
        options.done = [&](FrameDone frame) { done.push_back(std::move(frame)); };
        const auto relayed = relayFrames(options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY(!relayed->ended && relayed->replanned.empty());
        network.compareAll(done, 20);
        for (const FrameDone& frame : done)
            for (const Visit& each : frame.visits)
                QVERIFY(each.done - each.sent >= each.compute + 2e-3);
    }

    void canBeStopped() {
        const auto channel = agentHere({.delay = 10});
        std::stop_source stop;
        const RunContext run{stop.get_token(), nullptr};
        const std::jthread stopper([&] { stop.request_stop(); });
        const auto link = measuredLink(*channel, folder(), run);
        QVERIFY(!link);
        QCOMPARE(link.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(RelayShapeTest)

} // namespace edgewright::relay_shape_test

#include "relay_shape_test.moc"
