// SPDX-License-Identifier: GPL-3.0-or-later
// The link to a board is cut: in every phase of a measurement. Told within fifteen seconds; the board tidies up
// by itself; once it is mended everything works again.
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

namespace edgewright::remote_cut_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

namespace {

constexpr auto Bound = 15s;    // ssh hears nothing for 3 x 2 s
constexpr int TidyUp = 45'000; // ms; an agent hears nothing for 30 s
constexpr const char* Told = "the link is cut";

} // namespace

class RemoteCutTest : public QObject {
    Q_OBJECT
    std::optional<test::TestBoard> m_board;

private slots:
    void init() {
        SKIP_WITHOUT_BOARD();
        m_board.emplace();
    }
    void cleanup() { m_board.reset(); }

    void whileTheAgentIsCopied() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("cut while the agent is copied", Bound, [&](Fault& fault) {
            m_board->network.limit("2mbit");
            Result<std::unique_ptr<Board>> board = cancelled();
            {
                const test::Meanwhile cut([&] { return !test::partsIn(m_board->cache()).empty(); },
                                          [&] {
                                              m_board->network.cut();
                                              fault.happens();
                                          });
                board = m_board->open(fault.run());
                fault.isOver();
            }
            VERIFY_TOLD(board, Told);
            QTRY_VERIFY_WITH_TIMEOUT(test::filesIn(m_board->cache()).empty(), TidyUp);
            m_board->network.mend();
            m_board->network.limit("1gbit");
            VERIFY_RETRY(*m_board, network);
            std::filesystem::remove_all(m_board->cache()); // so that it is copied again
        });
    }

    void whileABundleIsSent() {
        const MeasuredNetwork network(m_board->folder(), MeasuredNetwork::Chain{.numbers = 1'000'000});
        test::repeated("cut while a bundle is sent", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            m_board->network.limit("20mbit");
            Progress progress;
            RunContext run = fault.run();
            run.progress = &progress;
            Result<void> sent;
            {
                const test::Meanwhile cut([&] { return progress.get().first > 4096; },
                                          [&] {
                                              m_board->network.cut();
                                              fault.happens();
                                          });
                sent = (*board)->session().provide(network.file, network.written, run);
                fault.isOver();
            }
            VERIFY_TOLD(sent, Told);
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            QVERIFY(test::partsIn(m_board->cache()).empty());
            m_board->network.mend();
            m_board->network.limit("1gbit");
            VERIFY_RETRY(*m_board, network);
            std::filesystem::remove_all(m_board->cache());
        });
    }

    void whileARoofIsMeasured() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("cut while a roof is measured", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            bool isCut = false;
            const auto roof = (*board)->session().measureRoof({.threads = {1}, .seconds = 600}, fault.run(),
                                                              [&](const std::string&) {
                                                                  if (std::exchange(isCut, true)) return;
                                                                  m_board->network.cut();
                                                                  fault.happens();
                                                              });
            fault.isOver();
            VERIFY_TOLD(roof, Told);
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            m_board->network.mend();
            VERIFY_RETRY(*m_board, network);
        });
    }

    void whileTheAnswerIsOnItsWay() {
        // Some MiB of times of operators.
        const MeasuredNetwork network(m_board->folder(),
                                      MeasuredNetwork::Chain{.numbers = 1, .negations = 500});
        protocol::RunOrder order = network.order();
        order.profiledRuns = 400;
        test::repeated("cut while the answer arrives", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            QVERIFY((*board)->session().provide(network.file, network.written));
            m_board->network.limit("20mbit");
            Result<protocol::RunState> state = cancelled();
            const std::int64_t before = m_board->network.receivedBytes();
            {
                const test::Meanwhile cut([&] { return m_board->network.receivedBytes() > before + 1'000'000; },
                                          [&] {
                                              m_board->network.cut();
                                              fault.happens();
                                          });
                state = (*board)->session().measure(order, fault.run());
                fault.isOver();
            }
            VERIFY_TOLD(state, Told);
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            m_board->network.mend();
            m_board->network.limit("1gbit");
            VERIFY_RETRY(*m_board, network);
        });
    }

    // Nothing is asked of the agent, and it is there as long as somebody could.
    void whileNothingIsDone() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("cut while nothing is done", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            m_board->network.cut();
            fault.happens();
            const auto sent = (*board)->session().provide(network.file, network.written, fault.run());
            fault.isOver();
            VERIFY_TOLD(sent, Told);
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            m_board->network.mend();
            VERIFY_RETRY(*m_board, network);
            std::filesystem::remove_all(m_board->cache());
        });
    }

    // Nobody answers while it connects.
    void whileItConnects() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("cut before it connects", Bound, [&](Fault& fault) {
            m_board->network.cut();
            fault.happens();
            const auto board = m_board->open(fault.run());
            fault.isOver();
            VERIFY_TOLD(board, "does not answer: is it switched on, and in this network?");
            m_board->network.mend();
            VERIFY_RETRY(*m_board, network);
        });
    }
};

EDGEWRIGHT_TEST(RemoteCutTest)

} // namespace edgewright::remote_cut_test

#include "remote_cut_test.moc"
