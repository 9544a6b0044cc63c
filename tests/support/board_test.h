// SPDX-License-Identifier: GPL-3.0-or-later
// A test's other host with its sshd and one network to measure there; what has to be true after each fault.
#pragma once

#include "core/remote/board.h"

#include "tests/support/board_state.h"
#include "tests/support/fault.h"
#include "tests/support/measured_network.h"
#include "tests/support/network_namespace.h"
#include "tests/support/ssh_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace edgewright::test {

// In init() of a test: skips where no other host can be made; with EDGEWRIGHT_REQUIRE_SHARED it must be
// possible for root.
#define SKIP_WITHOUT_BOARD()                                                                                   \
    if (const std::string lack = edgewright::test::TestBoard::missing(); !lack.empty()) QSKIP(lack.c_str())

class TestBoard {
public:
    static std::string missing() {
        std::string why = SshServer::missing();
        if (why.empty()) why = NetworkNamespace::missing();
        if (!why.empty() && ::geteuid() == 0 && qEnvironmentVariableIsSet("EDGEWRIGHT_REQUIRE_SHARED"))
            qFatal("EDGEWRIGHT_REQUIRE_SHARED is set, but %s", why.c_str());
        return why;
    }

    explicit TestBoard(SshServerOptions options = {}) {
        options.network = &network;
        server.emplace(folder() / "server", std::move(options));
        programs = largeAgent(folder());
    }
    // Sessions that a cut keeps open go with the server.
    ~TestBoard() { reboot(false); }

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path cache() const { return server->seenInside(server->cache()); }

    Result<std::unique_ptr<remote::Board>> open(const RunContext& run = {},
                                                remote::SshOptions options = {}) const {
        const remote::SshOptions client = server->client();
        options.arguments.insert(options.arguments.end(), client.arguments.begin(), client.arguments.end());
        options.askpass = client.askpass;
        return remote::Board::open(server->host(), options, programs, run);
    }
    // Everything ends at once, and nothing is tidied up.
    void reboot(bool startsAgain = true) {
        server->kill();
        for (const pid_t each : processesOf(server->cache()))
            ::kill(each, SIGKILL);
        if (startsAgain) server->start();
    }

    // Connected anew: the result is that of this machine, bit by bit. The error, if not.
    std::string faultOfRun(const MeasuredNetwork& measured, const remote::SshOptions& options = {}) const {
        const auto board = open({}, options);
        if (!board) return board.error().message;
        remote::Session& session = (*board)->session();
        if (const auto provided = session.provide(measured.file, measured.written); !provided)
            return provided.error().message;
        const auto state = session.measure(measured.order());
        if (!state) return state.error().message;
        if (state->variants[0].blocks.size() != 30) return "not all blocks were measured";
        if (!state->variants[0].differences.at(0).identical) return "the outputs are others";
        return {};
    }
    // The same, and no part of anything lies there.
    std::string faultOfRetry(const MeasuredNetwork& measured, const remote::SshOptions& options = {}) const {
        std::string fault = faultOfRun(measured, options);
        const auto parts = partsIn(cache());
        return fault.empty() && !parts.empty() ? parts.front().string() + " was left" : fault;
    }

    NetworkNamespace network;
    std::optional<SshServer> server;
    std::vector<remote::AgentProgram> programs;

private:
    QTemporaryDir m_folder;
};

// Calls `then` once from a thread of its own, as soon as `isTime` says so.
class Meanwhile {
public:
    Meanwhile(std::function<bool()> isTime, std::function<void()> then)
        : m_thread([isTime = std::move(isTime), then = std::move(then)](const std::stop_token& end) {
              while (!end.stop_requested()) {
                  if (isTime()) return then();
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
              }
          }) {}

private:
    std::jthread m_thread;
};

#define VERIFY_RETRY(board, ...)                                                                               \
    do {                                                                                                       \
        const std::string failed = (board).faultOfRetry(__VA_ARGS__);                                          \
        QVERIFY2(failed.empty(), failed.c_str());                                                              \
    } while (false)
// An error that says this, and was not ended by the guard.
#define VERIFY_TOLD(result, words)                                                                             \
    do {                                                                                                       \
        QVERIFY(!(result));                                                                                    \
        QVERIFY2((result).error().message.find(words) != std::string::npos, (result).error().message.c_str()); \
    } while (false)

} // namespace edgewright::test
