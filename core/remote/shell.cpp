// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/shell.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/remote/processes/child_output.h"

namespace edgewright::remote {

namespace {

constexpr const char* CacheFolder = R"sh(d="${XDG_CACHE_HOME:-$HOME/.cache}/edgewright"; )sh";

} // namespace

Result<std::unique_ptr<Shell>> Shell::open(const Host& host, const SshOptions& options, const RunContext& run) {
    std::unique_ptr<Shell> machine(new Shell);
    machine->m_name = host.name;
    ASSIGN_OR_RETURN(machine->m_connection, SshConnection::open(host, options, run));
    return machine;
}

std::unique_ptr<Shell> Shell::here() {
    std::unique_ptr<Shell> machine(new Shell);
    machine->m_name = ThisMachine;
    return machine;
}

Result<Child> Shell::start(const std::string& script, const std::vector<std::string>& words) const {
    if (m_connection) return m_connection->start(CacheFolder + script, words);
    std::vector<std::string> line{"sh", "-c", CacheFolder + script, "edgewright"};
    line.insert(line.end(), words.begin(), words.end());
    return Child::start(line, {"LC_ALL=C"});
}

Result<ChildOutput> Shell::run(const std::string& script, const std::vector<std::string>& words,
                               const RunContext& run, std::chrono::milliseconds patience) const {
    ASSIGN_OR_RETURN(Child child, start(script, words));
    return finish(std::move(child), run, patience);
}

Result<ChildOutput> Shell::finish(Child child, const RunContext& run,
                                  std::chrono::milliseconds patience) const {
    if (m_connection) return m_connection->finish(std::move(child), run, patience);
    return outputOf(std::move(child), m_name, run, patience);
}

Error Shell::notUnderstood(const ChildOutput& output) const {
    for (const char* full : {"No space left on device", "Disk quota exceeded"})
        if (output.errors.find(full) != std::string::npos)
            return {ErrorCode::OutOfMemory, say("the disk of {1} is full", inQuotes(m_name))};
    const std::string said = lastLineOf(output.errors.empty() ? output.text : output.errors);
    if (said.empty())
        return badInput(say("{1} does not do what is asked (status {2})", inQuotes(m_name), output.status));
    return badInput(say("{1} does not do what is asked: it says {2}", inQuotes(m_name), inQuotes(said)));
}

Error Shell::failureOf(const std::string& errors, int status) const {
    if (m_connection && status == 255) return sshFailure(m_connection->host(), errors, status);
    return notUnderstood({status, {}, errors});
}

} // namespace edgewright::remote
