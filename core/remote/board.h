// SPDX-License-Identifier: GPL-3.0-or-later
// An agent on another machine: copied there when it is missing, started, and talked to over one SSH connection.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/askpass.h"
#include "core/remote/installed.h"
#include "core/remote/session.h"
#include "core/remote/shell.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace edgewright::remote {

// On the board everything lies in $XDG_CACHE_HOME/edgewright, or ~/.cache/edgewright: agents under the hash of
// their content, and the bundles of agents.
class Board {
public:
    // `told`: what is being done, for people: "connecting to 'pi'", "copying the agent".
    static Result<std::unique_ptr<Board>> open(const Host& host, const SshOptions& options,
                                               std::span<const AgentProgram> programs,
                                               const RunContext& run = {},
                                               const std::function<void(const std::string&)>& told = {});

    Session& session() { return *m_session; }
    const Host& host() const { return m_host; }
    const Shell& shell() const { return *m_shell; } // for commands over the same connection
    bool wasCopied() const { return m_wasCopied; }  // the agent, now
    // As far as is known here: a link that was cut is noticed after some seconds.
    bool isConnected() { return m_shell->isOpen() && m_session && m_session->isOpen(); }

    // Ends the session and removes everything of ours from the board. Nothing else can be done with it then.
    Result<void> removeAll(const RunContext& run = {});

private:
    Board() = default;

    Host m_host;
    std::unique_ptr<Shell> m_shell;
    std::unique_ptr<Session> m_session; // ends before the connection does
    bool m_wasCopied = false;
};

// A board that stays connected from one use to the next, so that a password is asked for once.
class BoardLink {
public:
    explicit BoardLink(Host host) : m_host(std::move(host)) {}
    const Host& host() const { return m_host; }

    // Holds the board for one use; others wait meanwhile, until they are stopped.
    class Use {
    public:
        Board& board() const { return *m_link->m_board; }

    private:
        friend class BoardLink;
        Use(BoardLink* link, std::unique_lock<std::timed_mutex> lock) : m_link(link), m_lock(std::move(lock)) {}
        BoardLink* m_link;
        std::unique_lock<std::timed_mutex> m_lock;
    };
    // Connects where it is not connected any more. `answer` is asked what OpenSSH wants to know; `told` as in
    // Board::open. The link must outlive what comes back.
    Result<Use> use(const Askpass::Answer& answer, const RunContext& run = {},
                    const std::function<void(const std::string&)>& told = {});

private:
    const Host m_host;
    std::timed_mutex m_mutex; // of the board
    std::unique_ptr<Board> m_board;
};

} // namespace edgewright::remote
