// SPDX-License-Identifier: GPL-3.0-or-later
// A board that stays connected from one use to the next, so that a password is asked for once.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/askpass.h"
#include "core/remote/board.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace edgewright::remote {

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
