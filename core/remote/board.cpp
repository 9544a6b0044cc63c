// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/board.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/remote/processes/child_output.h"
#include "core/remote/upload.h"

#include <algorithm>
#include <chrono>
#include <sstream>

namespace edgewright::remote {

namespace {

constexpr std::chrono::seconds Patience{10};

// $1, $2, ...: architecture and hash of each agent in turn. Says which of them is there, whole and ready to
// run. What a copy left behind that ended with its process is removed.
constexpr const char* Look = R"sh(m=$(uname -m)
for t in "$d"/agents/*.part.* "$d"/models/*.part.*; do
    [ ! -e "$t" ] || kill -0 "${t##*.}" 2>/dev/null || rm -f "$t"
done
while [ $# -ge 2 ]; do
    if [ "$1" = "$m" ]; then
        a="$d/agents/$2"
        if [ -x "$a" ] && [ "$(sha256sum < "$a" | cut -d' ' -f1)" = "$2" ]; then
            echo "EDGEWRIGHT_HAS $m"
        else
            echo "EDGEWRIGHT_LACKS $m"
        fi
        exit 0
    fi
    shift 2
done
echo "EDGEWRIGHT_FOREIGN $m")sh";

// Not exec: sh tells by its status which signal ended the agent; ssh does not.
constexpr const char* Start = R"sh("$d/agents/$1" "$d/agent"; exit $?)sh";

constexpr const char* Remove = R"sh(rm -rf "$d" && echo EDGEWRIGHT_REMOVED)sh";

} // namespace

Result<std::unique_ptr<Board>> Board::open(const Host& host, const SshOptions& options,
                                           std::span<const AgentProgram> programs, const RunContext& run,
                                           const std::function<void(const std::string&)>& told) {
    const auto tell = [&](const std::string& what) {
        if (told) told(what);
    };
    std::unique_ptr<Board> board(new Board);
    tell(say("connecting to {1}", inQuotes(host.name)));
    board->m_host = host;
    ASSIGN_OR_RETURN(board->m_shell, Shell::open(host, options, run));
    std::vector<std::string> known;
    std::string architectures;
    for (const AgentProgram& each : programs) {
        known.insert(known.end(), {each.architecture, bundle::hexOf(each.digest)});
        architectures += (architectures.empty() ? "" : ", ") + each.architecture;
    }
    ASSIGN_OR_RETURN(const ChildOutput output, board->m_shell->run(Look, known, run, Patience));
    std::istringstream answer(lastLineOf(output.text)); // in front of it may be what a login prints
    std::string mark, architecture;
    answer >> mark >> architecture;
    if (mark == "EDGEWRIGHT_FOREIGN")
        return unsupported(
            architectures.empty()
                ? say("{1} is of architecture {2}, for which there is no agent; there is none at all: `./dev "
                      "agents` "
                      "in the sources of Edgewright builds those for 64-bit Arm and x86-64",
                      inQuotes(host.name), inQuotes(architecture))
                : say("{1} is of architecture {2}, for which there is no agent; there are some for {3}: "
                      "`./dev agents` in the sources of Edgewright builds those for 64-bit Arm and x86-64",
                      inQuotes(host.name), inQuotes(architecture), architectures));
    const auto program = std::ranges::find(programs, architecture, &AgentProgram::architecture);
    if ((mark != "EDGEWRIGHT_HAS" && mark != "EDGEWRIGHT_LACKS") || program == programs.end())
        return board->m_shell->notUnderstood(output);
    RETURN_IF_ERROR(checkIsFor(*program));
    if (mark == "EDGEWRIGHT_LACKS") {
        tell(say("copying the agent to {1}", inQuotes(host.name)));
        RETURN_IF_ERROR(upload(*board->m_shell, program->file, program->digest, {"agents", "", true}, run));
        board->m_wasCopied = true;
    }
    tell(say("starting the agent on {1}", inQuotes(host.name)));
    ASSIGN_OR_RETURN(Child child, board->m_shell->start(Start, {bundle::hexOf(program->digest)}));
    SessionOptions talk;
    talk.lost = [machine = board->m_shell.get()] { return machine->lost(); };
    auto session = Session::begin(std::move(child), inQuotes(host.name), run, talk);
    if (!session && session.error().code == ErrorCode::Unsupported) // another version
        return unsupported(
            say("{1}: `./dev agents` in the sources of Edgewright builds it anew", session.error().message));
    if (!session) return std::move(session).error();
    board->m_session = *std::move(session);
    return board;
}

Result<void> Board::removeAll(const RunContext& run) {
    m_session.reset();
    ASSIGN_OR_RETURN(const auto output, m_shell->run(Remove, {}, run, Patience));
    if (output.text.find("EDGEWRIGHT_REMOVED") == std::string::npos) return m_shell->notUnderstood(output);
    return {};
}

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
        ASSIGN_OR_RETURN(m_board, Board::open(m_host, options, agentProgramsKnown(), run, told));
    }
    return Use(this, std::move(lock));
}

} // namespace edgewright::remote
