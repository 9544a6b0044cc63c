// SPDX-License-Identifier: GPL-3.0-or-later
// The link to a board is cut while it measures, and its sshd is as installed: it does not look for clients that
// are gone, the agent does.
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

namespace edgewright::remote_silent_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

class RemoteSilentTest : public QObject {
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT_BOARD(); }

    void whileItMeasures() {
        test::TestBoard there(test::SshServerOptions{.noticesCuts = false});
        const MeasuredNetwork network(there.folder());
        test::repeated("cut while it measures", 15s, [&](Fault& fault) {
            auto board = there.open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            QVERIFY((*board)->session().provide(network.file, network.written));
            bool isCut = false;
            const auto state =
                (*board)->session().measure(network.order(true), fault.run(), [&](const protocol::Progress&) {
                    if (std::exchange(isCut, true)) return;
                    there.network.cut();
                    fault.happens();
                });
            fault.isOver();
            VERIFY_TOLD(state, "the link is cut");
            // An agent ends itself when it has heard nothing for 30 s.
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(there.server->cache()), 45'000);
            there.network.mend();
            VERIFY_RETRY(there, network);
        });
    }
};

EDGEWRIGHT_TEST(RemoteSilentTest)

} // namespace edgewright::remote_silent_test

#include "remote_silent_test.moc"
