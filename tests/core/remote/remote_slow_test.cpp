// SPDX-License-Identifier: GPL-3.0-or-later
// Slow links and long ways: nothing fails because of them.
#include "tests/support/board_test.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

namespace edgewright::remote_slow_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

class RemoteSlowTest : public QObject {
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT_BOARD(); }

    // More is sent than OpenSSH and the system hold on the way: its end arrives many seconds later than it was
    // sent.
    void oneMegabitPerSecond() {
        test::TestBoard board;
        const MeasuredNetwork network(board.folder(),
                                      MeasuredNetwork::Chain{.numbers = 400'000}); // 3.2 MB, or 26 s
        test::repeated("1 Mbit/s", 120s, [&](Fault& fault) {
            board.network.limit("1mbit");
            fault.happens();
            auto opened = board.open(fault.run());
            QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
            QVERIFY((*opened)->wasCopied());
            const auto sent = (*opened)->session().provide(network.file, network.written, fault.run());
            QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
            const auto state = (*opened)->session().measure(network.order(), fault.run());
            fault.isOver();
            QVERIFY2(state, state ? "" : state.error().message.c_str());
            QVERIFY(state->variants[0].differences.at(0).identical);
            QVERIFY2((*opened)->removeAll(), "nothing stays");
            board.network.limit("1gbit");
        });
    }

    // A quarter of a second there, and as much back.
    void halfASecond() {
        test::TestBoard board;
        const MeasuredNetwork network(board.folder());
        const SshOptions far{
            .arguments = {"-o", "ProxyCommand=" + test::testProgram("delay_relay").string() + " %h %p 250"}};
        test::repeated("500 ms", 60s, [&](Fault& fault) {
            fault.happens();
            auto opened = board.open(fault.run(), far);
            QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
            QVERIFY((*opened)->wasCopied());
            const auto sent = (*opened)->session().provide(network.file, network.written, fault.run());
            QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
            const auto state = (*opened)->session().measure(network.order(), fault.run());
            fault.isOver();
            QVERIFY2(state, state ? "" : state.error().message.c_str());
            QVERIFY(state->variants[0].differences.at(0).identical);
            QVERIFY((*opened)->removeAll());
        });
    }
};

EDGEWRIGHT_TEST(RemoteSlowTest)

} // namespace edgewright::remote_slow_test

#include "remote_slow_test.moc"
