// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/rank_session.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/installed.h"

namespace edgewright::relay {

Result<std::unique_ptr<remote::Session>> rankSession(int rank, const RunContext& run,
                                                     const std::filesystem::path& socket) {
    ASSIGN_OR_RETURN(const auto agent, remote::agentHere());
    std::vector<std::string> words{agent.string(), "--mpi-rank", std::to_string(rank)};
    if (!socket.empty()) words.push_back(socket.string());
    ASSIGN_OR_RETURN(auto child, remote::Child::start(words));
    return remote::Session::begin(std::move(child), say("rank {1}", rank), run);
}

} // namespace edgewright::relay
