// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on a board ends before it should: the server, the agent, all of it; and agents that cannot run
// there.
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

#include <fstream>

#include <QFile>

#include <csignal>

namespace edgewright::remote_ended_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

namespace {

constexpr auto Bound = 10s;
constexpr int TidyUp = 10'000; // ms

} // namespace

class RemoteEndedTest : public QObject {
    Q_OBJECT
    std::optional<test::TestBoard> m_board;

private slots:
    void init() {
        SKIP_WITHOUT_BOARD();
        m_board.emplace();
    }
    void cleanup() { m_board.reset(); }

    void serverWhileABundleIsSent() {
        const MeasuredNetwork network(m_board->folder(), MeasuredNetwork::Chain{.numbers = 1'000'000});
        test::repeated("sshd killed while a bundle is sent", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            m_board->network.limit("20mbit");
            Progress progress;
            RunContext run = fault.run();
            run.progress = &progress;
            Result<void> sent;
            {
                const test::Meanwhile kill([&] { return progress.get().first > 4096; },
                                           [&] {
                                               fault.happens();
                                               m_board->server->kill();
                                           });
                sent = (*board)->session().provide(network.file, network.written, run);
                fault.isOver();
            }
            VERIFY_TOLD(sent, "has ended the connection");
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            m_board->network.limit("1gbit");
            m_board->server->start();
            VERIFY_RETRY(*m_board, network);
            std::filesystem::remove_all(m_board->cache());
        });
    }

    void serverWhileItMeasures() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("sshd killed while it measures", Bound, [&](Fault& fault) {
            const auto state = brokenRun(network, fault, [&] { m_board->server->kill(); });
            VERIFY_TOLD(state, "has ended the connection: its SSH server was stopped, or it starts again");
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            m_board->server->start();
            VERIFY_RETRY(*m_board, network);
        });
    }

    void agentWhileItMeasures() {
        const MeasuredNetwork network(m_board->folder());
        test::repeated("agent killed while it measures", Bound, [&](Fault& fault) {
            const auto state = brokenRun(network, fault, [&] {
                for (const pid_t each : test::processesOf(m_board->server->cache()))
                    ::kill(each, SIGKILL);
            });
            VERIFY_TOLD(state,
                        "the agent of 'the board' ended: ended by signal 9, as a machine does that has no "
                        "memory left");
            QTRY_VERIFY_WITH_TIMEOUT(!test::agentsRun(m_board->server->cache()), TidyUp);
            VERIFY_RETRY(*m_board, network);
        });
    }

    void agentWhileABundleIsSent() {
        const MeasuredNetwork network(m_board->folder(), MeasuredNetwork::Chain{.numbers = 1'000'000});
        test::repeated("agent killed while a bundle is sent", Bound, [&](Fault& fault) {
            auto board = m_board->open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            m_board->network.limit("20mbit");
            Result<void> sent;
            {
                const test::Meanwhile kill([&] { return !test::partsIn(m_board->cache()).empty(); },
                                           [&] {
                                               fault.happens();
                                               for (const pid_t each :
                                                    test::processesOf(m_board->server->cache()))
                                                   ::kill(each, SIGKILL);
                                           });
                sent = (*board)->session().provide(network.file, network.written, fault.run());
                fault.isOver();
            }
            VERIFY_TOLD(sent, "ended by signal 9");
            board = cancelled();
            QVERIFY(!test::partsIn(m_board->cache()).empty()); // until somebody connects again
            m_board->network.limit("1gbit");
            VERIFY_RETRY(*m_board, network);
            std::filesystem::remove_all(m_board->cache());
        });
    }

    void reboot_data() {
        QTest::addColumn<bool>("forgets");
        QTest::newRow("the disk keeps its files") << false;
        QTest::newRow("the disk is of memory") << true;
    }
    void reboot() {
        QFETCH(bool, forgets);
        const MeasuredNetwork network(m_board->folder());
        test::repeated(forgets ? "reboot, and the cache is empty" : "reboot", Bound, [&](Fault& fault) {
            const auto state = brokenRun(network, fault, [&] { m_board->reboot(false); });
            VERIFY_TOLD(state, "has ended the connection");
            const auto early = m_board->open();
            VERIFY_TOLD(early, "no SSH server listens there");
            // As if it had been in the middle of these.
            std::filesystem::create_directories(m_board->server->cache() / "agent");
            std::ofstream(m_board->server->cache() / "agents" / "0123.part.4194304") << "an agent";
            std::ofstream(m_board->server->cache() / "agent" / "0123.4194304.part") << "a bundle";
            if (forgets) std::filesystem::remove_all(m_board->server->cache());
            m_board->server->start();
            VERIFY_RETRY(*m_board, network);
        });
    }

    // The file for this architecture is a program for another one: nothing is copied, nothing started.
    void programOfAnotherArchitecture() {
        std::vector<AgentProgram> programs = m_board->programs;
        const std::filesystem::path file = m_board->folder() / "another-agent";
        std::filesystem::copy_file(programs[0].file, file);
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(18); // e_machine: IBM System/390
        stream.put(22);
        stream.close();
        programs[0].file = file;
        test::repeated("program of another architecture", Bound, [&](Fault& fault) {
            fault.happens();
            const auto board =
                Board::open(m_board->server->host(), m_board->server->client(), programs, fault.run());
            fault.isOver();
            VERIFY_TOLD(board, "another-agent is no program for '" + programs[0].architecture + "'");
            QVERIFY(test::filesIn(m_board->cache()).empty());
        });
    }

    // It cannot be started there, as where the folder is mounted without the right to.
    void programThatMayNotRun() {
        m_board.reset();
        m_board.emplace(
            test::SshServerOptions{.before = "mount -t tmpfs -o noexec,mode=700 none \"$EDGEWRIGHT_CACHE\""});
        test::repeated("a disk without programs", Bound, [&](Fault& fault) {
            fault.happens();
            const auto board = m_board->open(fault.run());
            fault.isOver();
            VERIFY_TOLD(board, "Permission denied");
            QVERIFY(!test::agentsRun(m_board->server->cache()));
        });
    }

private:
    // How an endless measurement ends once it was broken.
    Result<protocol::RunState> brokenRun(const MeasuredNetwork& network, Fault& fault,
                                         const std::function<void()>& breaks) {
        auto board = m_board->open();
        if (!board) return board.error();
        Session& session = (*board)->session();
        if (const auto provided = session.provide(network.file, network.written); !provided)
            return provided.error();
        bool isBroken = false;
        auto state = session.measure(network.order(true), fault.run(), [&](const protocol::Progress&) {
            if (std::exchange(isBroken, true)) return;
            fault.happens();
            breaks();
        });
        fault.isOver();
        return state;
    }
};

EDGEWRIGHT_TEST(RemoteEndedTest)

} // namespace edgewright::remote_ended_test

#include "remote_ended_test.moc"
