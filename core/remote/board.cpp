// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/board.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/ir/mapped_file.h"
#include "core/remote/last_line.h"

#include <algorithm>
#include <cerrno>
#include <sstream>

#include <poll.h>
#include <sys/socket.h>

namespace edgewright::remote {

namespace {

constexpr std::chrono::seconds Patience{10};

constexpr const char* Folder = R"sh(d="${XDG_CACHE_HOME:-$HOME/.cache}/edgewright"; )sh";

// $1, $2, ...: architecture and hash of each agent in turn. Says which of them is there, whole and ready to
// run.
constexpr const char* Look = R"sh(m=$(uname -m)
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

// $1: its hash. What is cut off is never put in its place.
constexpr const char* Store = R"sh(umask 077
mkdir -p "$d/agents" || exit 1
t="$d/agents/$1.part.$$"
trap 'rm -f "$t"' EXIT
cat > "$t" || exit 1
if [ "$(sha256sum < "$t" | cut -d' ' -f1)" != "$1" ]; then
    echo "it did not arrive whole" >&2
    exit 1
fi
chmod 700 "$t" && mv -f "$t" "$d/agents/$1" && echo EDGEWRIGHT_STORED)sh";

constexpr const char* Start = R"sh(exec "$d/agents/$1" "$d/agent")sh";

constexpr const char* Remove = R"sh(rm -rf "$d" && echo EDGEWRIGHT_REMOVED)sh";

std::string withFolder(const char* script) { return std::string(Folder) + script; }

Error notUnderstood(const Host& host, const SshConnection::Output& output) {
    const std::string said = lastLineOf(output.errors.empty() ? output.text : output.errors);
    return badInput(
        inQuotes(host.name) + " does not do what is asked" +
        (said.empty() ? " (status " + std::to_string(output.status) + ")" : ": it says " + inQuotes(said)));
}

Result<void> copyAgent(SshConnection& connection, const AgentProgram& program, const RunContext& run) {
    const Host& host = connection.host();
    ASSIGN_OR_RETURN(const auto file, ir::MappedFile::open(program.file));
    ASSIGN_OR_RETURN(Child child, connection.start(withFolder(Store), {bundle::hexOf(program.digest)}));
    std::span<const std::byte> left = file->bytes();
    auto heard = std::chrono::steady_clock::now();
    while (!left.empty()) {
        if (run.stopped()) {
            child.end();
            return cancelled();
        }
        const ssize_t sent = ::send(child.input(), left.data(), std::min<std::size_t>(left.size(), 1 << 16),
                                    MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            left = left.subspan(static_cast<std::size_t>(sent));
            heard = std::chrono::steady_clock::now();
            run.report(static_cast<std::uint32_t>(file->bytes().size() - left.size()),
                       static_cast<std::uint32_t>(file->bytes().size()));
        } else if (errno == EAGAIN) {
            pollfd poll{child.input(), POLLOUT, 0};
            ::poll(&poll, 1, 20);
            if (std::chrono::steady_clock::now() - heard > Patience) {
                child.end();
                return Error{ErrorCode::TimedOut, inQuotes(host.name) + " takes nothing for 10 s"};
            }
        } else if (errno != EINTR) {
            break; // what it says is read below
        }
    }
    ASSIGN_OR_RETURN(const SshConnection::Output output, connection.finish(std::move(child), run, Patience));
    if (output.text.find("EDGEWRIGHT_STORED") == std::string::npos) return notUnderstood(host, output);
    return {};
}

} // namespace

Result<std::unique_ptr<Board>> Board::open(const Host& host, const SshOptions& options,
                                           std::span<const AgentProgram> programs, const RunContext& run,
                                           const std::function<void(const std::string&)>& told) {
    const auto tell = [&](const std::string& what) {
        if (told) told(what);
    };
    std::unique_ptr<Board> board(new Board);
    tell("connecting to " + inQuotes(host.name));
    ASSIGN_OR_RETURN(board->m_connection, SshConnection::open(host, options, run));
    std::vector<std::string> known;
    std::string architectures;
    for (const AgentProgram& each : programs) {
        known.insert(known.end(), {each.architecture, bundle::hexOf(each.digest)});
        architectures += (architectures.empty() ? "" : ", ") + each.architecture;
    }
    ASSIGN_OR_RETURN(const SshConnection::Output output,
                     board->m_connection->run(withFolder(Look), known, run, Patience));
    std::istringstream answer(lastLineOf(output.text)); // in front of it may be what a login prints
    std::string mark, architecture;
    answer >> mark >> architecture;
    if (mark == "EDGEWRIGHT_FOREIGN")
        return unsupported(
            inQuotes(host.name) + " is of architecture " + inQuotes(architecture) +
            ", for which there is no agent" +
            (architectures.empty() ? "; there is none at all" : "; there are some for " + architectures));
    const auto program = std::ranges::find(programs, architecture, &AgentProgram::architecture);
    if ((mark != "EDGEWRIGHT_HAS" && mark != "EDGEWRIGHT_LACKS") || program == programs.end())
        return notUnderstood(host, output);
    if (mark == "EDGEWRIGHT_LACKS") {
        tell("copying the agent to " + inQuotes(host.name));
        RETURN_IF_ERROR(copyAgent(*board->m_connection, *program, run));
        board->m_wasCopied = true;
    }
    tell("starting the agent on " + inQuotes(host.name));
    ASSIGN_OR_RETURN(Child child,
                     board->m_connection->start(withFolder(Start), {bundle::hexOf(program->digest)}));
    ASSIGN_OR_RETURN(board->m_session, Session::begin(std::move(child), inQuotes(host.name), run));
    return board;
}

Result<void> Board::removeAll(const RunContext& run) {
    m_session.reset();
    ASSIGN_OR_RETURN(const auto output, m_connection->run(withFolder(Remove), {}, run, Patience));
    if (output.text.find("EDGEWRIGHT_REMOVED") == std::string::npos) return notUnderstood(host(), output);
    return {};
}

} // namespace edgewright::remote
