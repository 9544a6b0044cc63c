// SPDX-License-Identifier: GPL-3.0-or-later
// A machine that commands run on: another one over SSH, or this one. One way for both.
#pragma once

#include "core/remote/ssh.h"

namespace edgewright::remote {

class Shell {
public:
    static Result<std::unique_ptr<Shell>> open(const Host& host, const SshOptions& options = {},
                                               const RunContext& run = {});
    static std::unique_ptr<Shell> here();

    const std::string& name() const { return m_name; }
    bool isHere() const { return !m_connection; }
    bool isOpen() { return isHere() || m_connection->isOpen(); } // as far as is known here

    // The reason why the connection has ended; empty: it has not, as far as is known here.
    std::optional<Error> lost() const { return isHere() ? std::nullopt : m_connection->lost(); }

    // A command for sh(1) there, which gets `words` as $1, $2, ...; its standard streams are the child's. $d is
    // the folder of everything of ours there: $XDG_CACHE_HOME/edgewright, or ~/.cache/edgewright.
    Result<Child> start(const std::string& script, const std::vector<std::string>& words = {}) const;
    // The same, to its end, with nothing on its standard input.
    Result<ChildOutput> run(const std::string& script, const std::vector<std::string>& words,
                            const RunContext& run, std::chrono::milliseconds patience) const;
    // The output and the status of `child`, which start() made; its standard input is closed.
    Result<ChildOutput> finish(Child child, const RunContext& run, std::chrono::milliseconds patience) const;

    // It answered something else than what was asked.
    Error notUnderstood(const ChildOutput& output) const;
    // ssh's or sh's own words about why a child that start() made ended so.
    Error failureOf(const std::string& errors, int status) const;

private:
    Shell() = default;

    std::string m_name;
    std::unique_ptr<SshConnection> m_connection; // null: this machine
};

} // namespace edgewright::remote
