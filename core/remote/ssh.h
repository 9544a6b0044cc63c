// SPDX-License-Identifier: GPL-3.0-or-later
// Connections through the user's own OpenSSH client, with the keys, agent, known hosts and configuration that
// it has. One master connection for each host; commands share it. Nothing here reads a secret.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/host.h"
#include "core/remote/processes/child_output.h"
#include "core/remote/socket_folder.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::remote {

struct SshOptions {
    std::string program = "ssh";
    std::vector<std::string> arguments = {}; // more of them, in front of the host: "-F", a configuration
    // Asks the user for OpenSSH: host keys, passwords, passphrases. Empty: the terminal, if there is one.
    std::filesystem::path askpass = {};
    std::vector<std::string> environment = {}; // of ssh and askpass, beside this process's own
    int connectSeconds = 5;
    int loginSeconds = 180; // beside them, with all that the user is asked: servers wait for two minutes
    // A link that says nothing for 3 x 2 seconds is cut.
    int aliveSeconds = 3, aliveCount = 2;
};

// As one word of a POSIX shell.
std::string shellWord(std::string_view text);

class SshConnection {
public:
    // May wait for the user, who is asked for what OpenSSH wants to know; TimedOut where that takes too long.
    static Result<std::unique_ptr<SshConnection>> open(const Host& host, const SshOptions& options = {},
                                                       const RunContext& run = {});
    ~SshConnection();

    // A command for sh(1) on the other side, which gets `words` as $1, $2, ...; its standard streams are the
    // child's.
    Result<Child> start(const std::string& script, const std::vector<std::string>& words = {}) const;
    using Output = ChildOutput;
    // The same, to its end, with nothing on its standard input.
    Result<Output> run(const std::string& script, const std::vector<std::string>& words, const RunContext& run,
                       std::chrono::milliseconds patience) const;

    // The output and the status of `child`, which start() made; its standard input is closed.
    Result<Output> finish(Child child, const RunContext& run, std::chrono::milliseconds patience) const;

    // The reason why the connection has ended, which takes a moment to be known; empty: it stands.
    std::optional<Error> lost() const;

    const Host& host() const { return m_host; }
    bool isOpen() { return m_master && !m_master->wait(std::chrono::milliseconds(0)); }

private:
    SshConnection(Host host, SshOptions options) : m_host(std::move(host)), m_options(std::move(options)) {}
    std::vector<std::string> commandLine(bool isMaster) const;

    Host m_host;
    SshOptions m_options;
    std::optional<TemporaryFolder> m_folder; // of the control socket
    mutable std::optional<Child> m_master;   // asking whether it runs notes its end
};

// The failure of OpenSSH, by what it wrote, in the words of a person who wants to know what to do.
Error sshFailure(const Host& host, const std::string& errors, int status);

} // namespace edgewright::remote
