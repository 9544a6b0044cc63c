// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mpi/visitor.h"

#include "app/mpi/socket.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"

#include <array>
#include <cerrno>
#include <span>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace edgewright::mpi {

namespace {

enum class Passed { Yes, FromEnded, ToEnded };

// The bytes that are there now.
Passed pass(int from, int to) {
    std::array<std::byte, std::size_t(64) << 10> bytes;
    const ssize_t got = ::read(from, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return Passed::Yes;
    if (got <= 0) return Passed::FromEnded;
    const auto arrived = std::span(bytes).first(static_cast<std::size_t>(got));
    return writeAll(to, arrived) ? Passed::Yes : Passed::ToEnded;
}

} // namespace

Result<void> visit(const std::filesystem::path& socket, std::uint32_t rank) {
    ASSIGN_OR_RETURN(const Descriptor ranks, connectedTo(socket));
    if (!ranks)
        return badInput("no ranks run here (" + systemText(errno) + "): mpirun edgewright-mpi starts them");
    if (::send(ranks.get(), &rank, sizeof rank, MSG_NOSIGNAL) != sizeof rank)
        return badInput("rank 0 is gone: " + systemText(errno));
    std::array<pollfd, 2> poll{{{STDIN_FILENO, POLLIN, 0}, {ranks.get(), POLLIN, 0}}};
    bool isTaken = false;
    const auto rankEnded = [&]() -> Result<void> {
        if (isTaken) return {};
        return badInput("rank " + std::to_string(rank) + " takes nobody: there is none, or it is taken");
    };
    while (true) {
        if (::poll(poll.data(), poll.size(), -1) < 0 && errno != EINTR) return badInput(systemText(errno));
        if (poll[1].revents != 0) {
            const Passed passed = pass(ranks.get(), STDOUT_FILENO);
            if (passed == Passed::FromEnded) return rankEnded();
            if (passed == Passed::ToEnded) return {};
            isTaken = true;
        }
        if (poll[0].revents != 0) {
            const Passed passed = pass(STDIN_FILENO, ranks.get());
            if (passed == Passed::ToEnded) return rankEnded();
            if (passed == Passed::FromEnded) return {};
        }
    }
}

} // namespace edgewright::mpi
