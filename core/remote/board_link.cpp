// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/board_link.h"

#include "core/base/propagate.h"

#include <chrono>

namespace edgewright::remote {

Result<BoardLink::Use> BoardLink::use(const Askpass::Answer& answer, const RunContext& run,
                                      const std::function<void(const std::string&)>& told) {
    std::unique_lock lock(m_mutex, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(50)))
        if (run.stopped()) return cancelled();
    // What was kept may be dead: a laptop slept, a board was switched off.
    if (m_board && (!m_board->isConnected() || !m_board->session().greet(run))) m_board.reset();
    if (run.stopped()) return cancelled();
    if (!m_board) {
        ASSIGN_OR_RETURN(const auto askpass, Askpass::start(answer));
        SshOptions options;
        askpass->use(options);
        ASSIGN_OR_RETURN(m_board,
                         Board::open(m_host, options, agentPrograms(agentProgramsFolder()), run, told));
    }
    return Use(this, std::move(lock));
}

} // namespace edgewright::remote
