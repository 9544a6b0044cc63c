// SPDX-License-Identifier: GPL-3.0-or-later
// An agent that listens for another one: who has no key is dropped, one that has it is taken, nobody behind it.
#include "core/agent/hop.h"
#include "core/protocol/hop_proof.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstdlib>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace edgewright::hop_test {

using namespace edgewright::agent;
using namespace std::chrono_literals;

namespace {

Result<std::unique_ptr<HopListener>> listener(const bundle::Digest& key, const HopLimits& limits = {}) {
    return HopListener::at({{"127.0.0.1", 0}, key}, limits);
}

// A connection that proves nothing.
Descriptor stranger(const protocol::HopPlace& place) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(place.port);
    ::inet_pton(AF_INET, place.address.c_str(), &address.sin_addr);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
    return socket;
}

} // namespace

class HopTest : public QObject {
    Q_OBJECT
private slots:
    void onlyWhoHasTheKeyIsTaken() {
        const bundle::Digest key = *protocol::randomKey();
        const auto listening = listener(key);
        QVERIFY2(listening, listening ? "" : listening.error().message.c_str());
        const protocol::HopPlace place = (*listening)->place();
        QVERIFY(place.address == "127.0.0.1" && place.port != 0);
        const Descriptor garbage = stranger(place);
        QVERIFY(garbage);
        const std::string text(200, 'x');
        QCOMPARE(::send(garbage.get(), text.data(), text.size(), MSG_NOSIGNAL), ssize_t(text.size()));
        const auto wrong = joinedHop({place, *protocol::randomKey()});
        QVERIFY(!wrong);
        auto right = joinedHop({place, key});
        QVERIFY2(right, right ? "" : right.error().message.c_str());
        auto taken = (*listening)->taken();
        QVERIFY2(taken, taken ? "" : taken.error().message.c_str());
        QVERIFY(!stranger(place)); // it listens no more
        const auto again = joinedHop({place, key});
        QVERIFY(!again && again.error().message.find("cannot reach") != std::string::npos);

        protocol::Link from(right->get(), right->get(), "b"), to(taken->get(), taken->get(), "a");
        QVERIFY(from.send(protocol::Kind::Ping, {}, {}, 60s));
        const auto frame = to.receive({}, 60s);
        QVERIFY(frame && frame->kind == protocol::Kind::Ping);
    }

    // It says nothing, and holds up nobody for longer than its limit.
    void theSilentIsDropped() {
        const bundle::Digest key = *protocol::randomKey();
        const auto listening = listener(key, {.proof = 50ms});
        QVERIFY(listening);
        const Descriptor silent = stranger((*listening)->place());
        QVERIFY(silent);
        QVERIFY(joinedHop({(*listening)->place(), key}, {}, {.connect = 60s}));
        QVERIFY((*listening)->taken());
    }

    void nobodyComes() {
        const auto listening = listener(*protocol::randomKey(), {.wait = 50ms});
        QVERIFY(listening);
        const auto taken = (*listening)->taken();
        QVERIFY(!taken && taken.error().code == ErrorCode::TimedOut);
        QVERIFY(taken.error().message.find("nobody has joined") != std::string::npos);
    }

    void placesThatAreNone() {
        QVERIFY(!HopListener::at({{"localhost", 0}, {}}));
        QVERIFY(!HopListener::at({{"192.0.2.1", 0}, {}})); // of no machine
        QVERIFY(!joinedHop({{"nowhere", 1}, {}}));
        const auto refused = joinedHop({{"127.0.0.1", 1}, {}});
        QVERIFY(!refused && refused.error().message.find("127.0.0.1 port 1") != std::string::npos);
    }

    // By which sshd was reached.
    void theUsualPlace() {
        ::setenv("SSH_CONNECTION", "192.0.2.9 50000 127.0.0.1 22", 1);
        const auto there = HopListener::at({});
        ::setenv("SSH_CONNECTION", "192.0.2.9 50000 192.0.2.1 22", 1);
        const auto elsewhere = HopListener::at({});
        ::unsetenv("SSH_CONNECTION");
        QVERIFY(there && (*there)->place().address == "127.0.0.1");
        QVERIFY(!elsewhere && elsewhere.error().message.find("192.0.2.1") != std::string::npos);
        const auto here = HopListener::at({});
        QVERIFY(here && (*here)->place().address == "127.0.0.1");
    }
};

EDGEWRIGHT_TEST(HopTest)

} // namespace edgewright::hop_test

#include "hop_test.moc"
