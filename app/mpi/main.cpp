// SPDX-License-Identifier: GPL-3.0-or-later
// Agents of a cluster's machines as the ranks of one MPI program.
// mpirun -n RANKS edgewright-mpi [SOCKET]: rank 0 listens at the socket, the others run agents.
// edgewright-mpi --rank RANK [SOCKET]: standard input and output are those of that rank's agent.
#include "app/mpi/ranks.h"
#include "app/mpi/visitor.h"
#include "core/base/propagate.h"
#include "core/remote/installed.h"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <mpi.h>

namespace {

using namespace edgewright;

Result<void> run(std::span<char*> words) {
    const bool isVisitor = words.size() >= 2 && std::strcmp(words[0], "--rank") == 0;
    const std::size_t socketAt = isVisitor ? 2 : 0;
    std::filesystem::path socket;
    if (words.size() > socketAt) {
        socket = words[socketAt];
    } else {
        ASSIGN_OR_RETURN(socket, remote::agentFolderHere());
        std::error_code error;
        std::filesystem::create_directories(socket, error); // who cannot is told by the socket
        socket /= "ranks";
    }
    if (isVisitor) {
        const std::string_view text = words[1];
        std::uint32_t rank = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
        if (error != std::errc() || end != text.data() + text.size() || rank < 1)
            return badInput("expected the number of a rank from 1 on");
        return mpi::visit(socket, rank);
    }
    int rank = 0, ranks = 0;
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2) return badInput("expected two ranks and more: mpirun -n 2 edgewright-mpi");
    return rank == 0 ? mpi::relayVisitors(socket) : mpi::runAgents();
}

} // namespace

int main(int count, char** arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto ended = run({arguments + 1, arguments + count});
    if (ended) return 0;
    std::fprintf(stderr, "edgewright-mpi: %s\n", ended.error().message.c_str());
    int isInitialised = 0;
    MPI_Initialized(&isInitialised);
    if (isInitialised != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}
