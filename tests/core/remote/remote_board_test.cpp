// SPDX-License-Identifier: GPL-3.0-or-later
// A board behind a real sshd: accepted, refused, changed, cut, killed; the agent copied once, and removed.
#include "core/base/version.h"
#include "core/measure/machine.h"
#include "core/remote/board.h"

#include "tests/support/board_state.h"
#include "tests/support/measured_network.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <thread>

namespace edgewright::remote_board_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;
using test::agentsRun;
using test::MeasuredNetwork;

std::vector<AgentProgram> programs(const std::string& architecture = measure::thisMachine().architecture) {
    std::vector<AgentProgram> programs = test::agentOfThisMachine();
    programs[0].architecture = architecture;
    return programs;
}

} // namespace

class RemoteBoardTest : public QObject {
    Q_OBJECT
    std::optional<QTemporaryDir> m_folder;
    fs::path folder() const { return m_folder->path().toStdString(); }

    static QString text(const Error& error) { return QString::fromStdString(error.message); }

private slots:
    void init() {
        if (const std::string why = test::SshServer::missing(); !why.empty()) QSKIP(why.c_str());
        m_folder.emplace();
    }

    void firstAndSecondTime() {
        test::SshServer server(folder());
        std::vector<std::string> told;
        {
            const auto board = Board::open(server.host(), server.client(), programs(), {},
                                           [&](const std::string& what) { told.push_back(what); });
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            QVERIFY((*board)->wasCopied());
            QCOMPARE((*board)->session().welcome().machine, measure::thisMachine());
            QVERIFY(server.asked().find("ED25519 key fingerprint is SHA256:") != std::string::npos);
            QCOMPARE(told.size(), std::size_t(3));
            QVERIFY(agentsRun(server.cache()));
        }
        QTRY_VERIFY(!agentsRun(server.cache()));
        const std::string asked = server.asked();
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        QVERIFY(!(*board)->wasCopied());
        QCOMPARE(server.asked(), asked); // nothing new
        // Only what is ours, for us alone.
        QCOMPARE(fs::status(server.cache() / "agents").permissions() & fs::perms::all, fs::perms::owner_all);
        const auto removed = (*board)->removeAll();
        QVERIFY2(removed, removed ? "" : removed.error().message.c_str());
        QVERIFY(!fs::exists(server.cache()));
        QVERIFY(!agentsRun(server.cache()));
    }

    void damagedAgentIsCopiedAgain() {
        test::SshServer server(folder());
        QVERIFY(Board::open(server.host(), server.client(), programs()));
        const fs::path agent = server.cache() / "agents" / bundle::hexOf(programs()[0].digest);
        QTRY_VERIFY(!agentsRun(server.cache())); // a running program cannot be written
        fs::resize_file(agent, fs::file_size(agent) / 2);
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY(board && (*board)->wasCopied());
    }

    void measures() {
        test::SshServer server(folder());
        const MeasuredNetwork network(folder());
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        Session& session = (*board)->session();
        bool sent = false;
        QVERIFY(session.provide(network.file, network.written, {}, &sent) && sent);
        QVERIFY(session.provide(network.file, network.written, {}, &sent) && !sent);
        const auto state = session.measure(network.order());
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        QCOMPARE(state->variants[0].blocks.size(), std::size_t(30));
        QVERIFY(state->variants[0].differences[0].identical);
    }

    void refusals() {
        test::SshServer server(folder());
        server.answer("no");
        const auto unknown = Board::open(server.host(), server.client(), programs());
        QVERIFY(!unknown && text(unknown.error()).contains("its key was not accepted"));
        server.answer("yes");
        QVERIFY(Board::open(server.host(), server.client(), programs()));
        // Another machine at the same address.
        server.changeHostKey();
        const auto changed = Board::open(server.host(), server.client(), programs());
        QVERIFY(!changed);
        QVERIFY2(text(changed.error()).contains("its key is not the one that was accepted before"),
                 changed.error().message.c_str());
    }

    void notLetIn() {
        test::SshServer server(folder());
        server.forbidKey();
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY(!board && text(board.error()).contains("lets nobody in"));
    }

    void nobodyThere() {
        test::SshServer server(folder());
        const Host host = server.host();
        server.kill();
        const auto refused = Board::open(host, server.client(), programs());
        QVERIFY(!refused && text(refused.error()).contains("no SSH server listens there"));
        Host nowhere = host;
        nowhere.address = "no-such-host.invalid";
        const auto unnamed = Board::open(nowhere, server.client(), programs());
        QVERIFY(!unnamed && text(unnamed.error()).contains("there is no host of that name"));
        SshOptions none = server.client();
        none.program = "/no/such/ssh";
        QVERIFY(text(Board::open(host, none, programs()).error()).contains("cannot be started"));
    }

    void foreignArchitecture() {
        test::SshServer server(folder());
        const auto board = Board::open(server.host(), server.client(), programs("riscv64"));
        QVERIFY(!board && board.error().code == ErrorCode::Unsupported);
        QVERIFY2(text(board.error()).contains("riscv64"), board.error().message.c_str());
        QVERIFY(test::filesIn(server.cache()).empty());
    }

    // An agent that was built of older sources, played by a program that says its welcome: no answer is made
    // up, and it is said how to come to another one.
    void ofAnotherVersion() {
        test::SshServer server(folder());
        const std::string architecture = measure::thisMachine().architecture;
        const fs::path agents = folder() / "agents" / architecture;
        fs::create_directories(agents);
        fs::copy_file("/bin/cat", agents / "edgewright-agent");
        protocol::Welcome welcome;
        welcome.build = EDGEWRIGHT_VERSION;
        welcome.version = protocol::Version - 1;
        const protocol::Content content = protocol::contentOf(welcome);
        std::string frame = "EWF1" + std::string(8, '\0');
        frame[4] = static_cast<char>(protocol::Kind::Welcome);
        frame[8] = static_cast<char>(content.size());
        QVERIFY(content.size() < 128);
        fs::create_directories(server.cache());
        std::ofstream(server.cache() / "agent", std::ios::binary) // the folder that an agent is given
            << frame << std::string(reinterpret_cast<const char*>(content.data()), content.size());
        const auto board = Board::open(server.host(), server.client(), agentPrograms(folder() / "agents"));
        QVERIFY(!board && board.error().code == ErrorCode::Unsupported);
        QVERIFY2(
            text(board.error()).contains("with protocol " + QString::number(protocol::Version - 1) + " where"),
            board.error().message.c_str());
        QVERIFY2(text(board.error()).endsWith("`./dev agents` in the sources of Edgewright builds it anew"),
                 board.error().message.c_str());
    }

    void measuresItsRoof() {
        test::SshServer server(folder());
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        const auto roof = (*board)->session().measureRoof({.threads = {1}, .seconds = 0.05});
        QVERIFY2(roof, roof ? "" : roof.error().message.c_str());
        QCOMPARE(roof->machine, measure::thisMachine());
        QVERIFY(roof->on(1) && roof->on(1)->float32 > 0);
        const auto lost = (*board)->session().measureRoof({.threads = {1}, .seconds = 600}, {},
                                                          [&](const std::string&) { server.kill(); });
        QVERIFY(!lost && lost.error().code == ErrorCode::BadInput);
        QTRY_VERIFY_WITH_TIMEOUT(!agentsRun(server.cache()), 5000);
    }

    // The server dies while the agent measures: told within the time that is said, and nothing stays.
    void serverKilledWhileItMeasures() {
        test::SshServer server(folder());
        const MeasuredNetwork network(folder());
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY(board && (*board)->session().provide(network.file, network.written));
        const auto state = (*board)->session().measure(network.order(true), {},
                                                       [&](const protocol::Progress&) { server.kill(); });
        QVERIFY(!state && state.error().code == ErrorCode::BadInput);
        QTRY_VERIFY_WITH_TIMEOUT(!agentsRun(server.cache()), 5000);
    }

    // This side goes away while the agent measures.
    void leftWhileItMeasures() {
        test::SshServer server(folder());
        const MeasuredNetwork network(folder());
        {
            const auto board = Board::open(server.host(), server.client(), programs());
            QVERIFY(board && (*board)->session().provide(network.file, network.written));
            std::stop_source stop;
            const auto state =
                (*board)->session().measure(network.order(true), {stop.get_token(), nullptr},
                                            [&](const protocol::Progress&) { stop.request_stop(); });
            QVERIFY2(state, state ? "" : state.error().message.c_str());
            QVERIFY(state->end == measure::End::Cancelled);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!agentsRun(server.cache()), 5000);
    }

    void stoppedWhileTheUserIsAsked() {
        test::SshServer server(folder());
        std::ofstream(folder() / "askpass")
            << "#!/bin/sh\necho asked >> '" << (folder() / "asked").string() << "'\nsleep 1000\n";
        std::stop_source stop;
        const std::jthread stopping([&] {
            while (server.asked().empty())
                std::this_thread::sleep_for(5ms);
            stop.request_stop();
        });
        const auto board = Board::open(server.host(), server.client(), programs(), {stop.get_token(), nullptr});
        QVERIFY(!board && board.error().code == ErrorCode::Cancelled);
    }

    // A login that prints is in nobody's way.
    void chattyLogin() {
        test::SshServer server(folder());
        std::ofstream(folder() / "authorized_keys")
            << "command=\"echo Welcome, EDGEWRIGHT_HAS nothing; eval \\\"$SSH_ORIGINAL_COMMAND\\\"\" " << [&] {
                   std::ifstream key(folder() / "key.pub");
                   return std::string((std::istreambuf_iterator<char>(key)), {});
               }();
        const auto board = Board::open(server.host(), server.client(), programs());
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        QCOMPARE((*board)->session().welcome().machine, measure::thisMachine());
    }
};

EDGEWRIGHT_TEST(RemoteBoardTest)

} // namespace edgewright::remote_board_test

#include "remote_board_test.moc"
