// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a bundle of 100 MB comes to a board, beside scp with the same file, client and server, on loopback.
// For people; `./dev faults` runs it last.
#include "core/remote/board.h"

#include "tests/support/board_state.h"
#include "tests/support/measured_network.h"
#include "tests/support/ssh_server.h"

#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace edgewright;
using namespace std::chrono_literals;

namespace {

double secondsOf(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main() {
    if (const std::string why = test::SshServer::missing(); !why.empty()) {
        std::printf("no speed of uploads: %s\n", why.c_str());
        return 0;
    }
    const QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdString();
    const test::SshServer server(folder / "server");
    const test::MeasuredNetwork network(folder, test::MeasuredNetwork::Chain{.numbers = 12'500'000});
    const auto programs = test::agentOfThisMachine();
    const remote::SshOptions options = server.client();
    const double megabytes = static_cast<double>(network.written.bytes) / 1e6;

    double all = 1e9, ours = 1e9, theirs = 1e9; // seconds; the best of each
    for (int i = 0; i < 5; ++i) {
        double sending = 0;
        const double whole = secondsOf([&] {
            auto board = remote::Board::open(server.host(), options, programs);
            if (!board) qFatal("%s", board.error().message.c_str());
            sending = secondsOf([&] {
                const auto sent = (*board)->session().provide(network.file, network.written);
                if (!sent) qFatal("%s", sent.error().message.c_str());
            });
            if (!(*board)->session().removeBundles()) qFatal("the bundle stays");
        });
        all = std::min(all, whole);
        ours = std::min(ours, sending);
        theirs = std::min(theirs, secondsOf([&] {
                              auto scp = remote::Child::start(
                                  {"scp", "-q", options.arguments[0], options.arguments[1], "-P",
                                   std::to_string(server.host().port), network.file.string(),
                                   server.host().address + ":" + (folder / "copied").string()});
                              if (!scp || scp->wait(60s) != 0) qFatal("scp failed");
                          }));
    }
    std::printf("UPLOAD : %.0f MB in %.2f s, %.0f MB/s; scp %.2f s, %.0f MB/s: ours is %.2f of it, asked 0.5; "
                "with connecting and starting the agent %.2f s\n",
                megabytes, ours, megabytes / ours, theirs, megabytes / theirs, theirs / ours, all);
    return theirs / ours >= 0.5 ? 0 : 1;
}
