// SPDX-License-Identifier: GPL-3.0-or-later
// Direct hops: both ends prove that they have the key; another key, garbage, silence and an end are refused.
// The messages that order a hop.
#include "core/base/descriptor.h"
#include "core/protocol/hop_proof.h"
#include "core/protocol/messages.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <random>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>

namespace edgewright::protocol_hop_test {

using namespace edgewright::protocol;
using namespace std::chrono_literals;
using bundle::Digest;

namespace {

constexpr auto Patient = 60s;

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

Digest keyOf(char each) {
    Digest key;
    key.fill(static_cast<std::byte>(each));
    return key;
}

struct Ends {
    Descriptor listener, caller;
    Ends() {
        std::array<int, 2> both{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both.data()) != 0) qFatal("no sockets");
        listener = Descriptor(both[0]);
        caller = Descriptor(both[1]);
    }
};

StageOrder stageOrder() {
    StageOrder order{.variant = {.name = "stage"}};
    order.isFed = true;
    order.carried = 2;
    order.sent = {4, 0, 1};
    return order;
}

} // namespace

class ProtocolHopTest : public QObject {
    Q_OBJECT
private slots:
    // RFC 4231, cases 1, 2 and 6.
    void hmacIsThatOfTheStandard() {
        const std::string twenty(20, '\x0b'), longer(131, '\xaa');
        QCOMPARE(bundle::hexOf(hmacOf(bytesOf(twenty), bytesOf("Hi There"))),
                 std::string("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
        QCOMPARE(bundle::hexOf(hmacOf(bytesOf("Jefe"), bytesOf("what do ya want for nothing?"))),
                 std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
        QCOMPARE(bundle::hexOf(hmacOf(bytesOf(longer),
                                      bytesOf("Test Using Larger Than Block-Size Key - Hash Key First"))),
                 std::string("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
    }

    void keysAreOthersEachTime() { QVERIFY(*randomKey() != *randomKey()); }

    void bothProveThatTheyHaveTheKey() {
        const Ends ends;
        Result<void> listened;
        std::jthread other([&] { listened = proveToCaller(ends.listener.get(), keyOf('k'), {}, Patient); });
        const auto called = proveToListener(ends.caller.get(), keyOf('k'), {}, Patient);
        other.join();
        QVERIFY2(called, called ? "" : called.error().message.c_str());
        QVERIFY2(listened, listened ? "" : listened.error().message.c_str());
    }

    // Who calls with another key is refused, and learns no proof of the listener's.
    void anotherKeyIsRefused() {
        Ends ends;
        Result<void> listened;
        std::jthread other([&] {
            listened = proveToCaller(ends.listener.get(), keyOf('k'), {}, Patient);
            ends.listener = {};
        });
        const auto called = proveToListener(ends.caller.get(), keyOf('x'), {}, Patient);
        other.join();
        QVERIFY(!listened && listened.error().message.find("does not have its key") != std::string::npos);
        QVERIFY(!called && called.error().message.find("is gone") != std::string::npos);
    }

    // Its own bytes sent back are no proof; neither is a listener's proof a caller's.
    void anEchoIsRefused() {
        const Ends ends;
        std::jthread echo([&] {
            std::array<std::byte, 96> bytes{};
            std::size_t sent = 0;
            while (sent < bytes.size()) {
                const ssize_t got = ::recv(ends.caller.get(), bytes.data(), bytes.size() - sent, 0);
                if (got > 0) {
                    const auto count = static_cast<std::size_t>(got);
                    static_cast<void>(::send(ends.caller.get(), bytes.data(), count, MSG_NOSIGNAL));
                    static_cast<void>(::send(ends.caller.get(), bytes.data(), count, MSG_NOSIGNAL));
                    sent += 2 * count;
                }
                if (got == 0 || sent >= 64) return;
            }
        });
        const auto listened = proveToCaller(ends.listener.get(), keyOf('k'), {}, Patient);
        QVERIFY(!listened && listened.error().message.find("does not have its key") != std::string::npos);
    }

    void garbageAndSilenceAreRefused() {
        std::mt19937 random(1);
        for (int round = 0; round < 50; ++round) {
            Ends ends;
            std::vector<std::byte> garbage(random() % 200);
            for (std::byte& each : garbage)
                each = static_cast<std::byte>(random());
            QVERIFY(::send(ends.caller.get(), garbage.data(), garbage.size(), 0) ==
                    static_cast<ssize_t>(garbage.size()));
            ::shutdown(ends.caller.get(), SHUT_WR);
            const auto listened = proveToCaller(ends.listener.get(), keyOf('k'), {}, Patient);
            QVERIFY(!listened && listened.error().code == ErrorCode::BadInput);
        }
        const Ends silent;
        QCOMPARE(proveToCaller(silent.listener.get(), keyOf('k'), {}, 50ms).error().code, ErrorCode::TimedOut);
        QCOMPARE(proveToListener(silent.caller.get(), keyOf('k'), {}, 50ms).error().code, ErrorCode::TimedOut);
        std::stop_source stop;
        stop.request_stop();
        const Ends stopped;
        QCOMPARE(proveToCaller(stopped.listener.get(), keyOf('k'), {stop.get_token(), nullptr}, Patient)
                     .error()
                     .code,
                 ErrorCode::Cancelled);
    }

    void messagesRoundTrip() {
        const auto order = hopOrderOf(contentOf(HopOrder{{"192.0.2.7", 40123}, keyOf('k')}));
        QVERIFY(order && order->place.address == "192.0.2.7" && order->place.port == 40123);
        QVERIFY(order->key == keyOf('k'));
        const auto place = hopPlaceOf(contentOf(HopPlace{"::1", 7}));
        QVERIFY(place && place->address == "::1" && place->port == 7);
        const auto lost = hopLostOf(contentOf(HopLost{true, "gone"}));
        QVERIFY(lost && lost->isFed && lost->reason == "gone");
        const auto stage = stageOrderOf(contentOf(stageOrder()));
        QVERIFY2(stage, stage ? "" : stage.error().message.c_str());
        QVERIFY(stage->isFed && !stage->passesOn && stage->carried == 2 && stage->sent == stageOrder().sent);
        StageOrder tooMany = stageOrder();
        tooMany.carried = MaxCarried + 1;
        QVERIFY(!stageOrderOf(contentOf(tooMany)));
    }

    void cutAndLongerMessages() {
        const auto isRefused = [](const Content& content, const auto& reading) {
            for (std::size_t size = 0; size < content.size(); ++size)
                if (reading(std::span(content).first(size))) return false;
            Content longer = content;
            longer.push_back(std::byte{0});
            return !reading(longer);
        };
        QVERIFY(isRefused(contentOf(HopOrder{{"192.0.2.7", 40123}, keyOf('k')}),
                          [](auto bytes) { return bool(hopOrderOf(bytes)); }));
        QVERIFY(isRefused(contentOf(HopPlace{"::1", 7}), [](auto bytes) { return bool(hopPlaceOf(bytes)); }));
        QVERIFY(isRefused(contentOf(HopLost{true, "gone"}), [](auto bytes) { return bool(hopLostOf(bytes)); }));
        QVERIFY(isRefused(contentOf(stageOrder()), [](auto bytes) { return bool(stageOrderOf(bytes)); }));
    }
};

EDGEWRIGHT_TEST(ProtocolHopTest)

} // namespace edgewright::protocol_hop_test

#include "protocol_hop_test.moc"
