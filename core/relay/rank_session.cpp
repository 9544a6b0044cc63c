// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/rank_session.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/installed.h"

namespace edgewright::relay {

Result<std::filesystem::path> rankProgram() {
    ASSIGN_OR_RETURN(const auto agent, remote::agentHere());
    auto program = agent.parent_path() / "edgewright-mpi";
    std::error_code failed;
    if (!std::filesystem::is_regular_file(program, failed))
        return unsupported(say("there is no {1}: it is built where OpenMPI is installed (Debian: {2})",
                               program.string(), "libopenmpi-dev"));
    return program;
}

Result<std::unique_ptr<remote::Session>> rankSession(int rank, const RunContext& run,
                                                     const std::filesystem::path& socket) {
    ASSIGN_OR_RETURN(const auto program, rankProgram());
    std::vector<std::string> words{program.string(), "--rank", std::to_string(rank)};
    if (!socket.empty()) words.push_back(socket.string());
    ASSIGN_OR_RETURN(auto child, remote::Child::start(words));
    return remote::Session::begin(std::move(child), say("rank {1}", rank), run);
}

} // namespace edgewright::relay
