// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <csignal>

namespace edgewright::peer_test {

using namespace edgewright::bench;

class PeerTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void answers() {
        Peer echo({"cat"});
        for (const int number : {1, 2})
            QCOMPARE(echo.ask({{"number", number}}, 10).value("number", 0), number);
    }

    void nonsenseIsAnError() {
        Peer peer({"sh", "-c", "while read -r line; do echo '[1]'; done"});
        QCOMPARE(peer.ask({{"a", 1}}, 10).value("error", std::string()), std::string("not understood: [1]"));
    }

    // Each of these ends after its first answer.
    void startsAnew() {
        Peer once({"sh", "-c", "read -r line; echo \"$line\""});
        QCOMPARE(once.ask({{"a", 1}}, 10).value("a", 0), 1);
        QVERIFY(once.ask({{"a", 2}}, 10).contains("error"));
        QCOMPARE(once.ask({{"a", 3}}, 10).value("a", 0), 3);
    }

    void absentProgramIsNamed() {
        Peer none({"edgewright-no-such-program"});
        const std::string error = none.ask({{"a", 1}}, 10).value("error", std::string());
        QVERIFY(error.find("edgewright-no-such-program") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(PeerTest)

} // namespace edgewright::peer_test

#include "peer_test.moc"
