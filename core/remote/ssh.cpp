// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/ssh.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <cstdlib>

namespace edgewright::remote {

namespace {

constexpr const char* Ready = "EDGEWRIGHT_CONNECTED";
constexpr std::chrono::milliseconds Tick{20};
constexpr std::size_t MaxText = std::size_t(1) << 20; // before it says that it is ready
// Commands hear of the connection's end before the process does that keeps it.
constexpr std::chrono::milliseconds MasterEnds{300};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

std::string shellWord(std::string_view text) {
    std::string word = "'";
    for (const char each : text)
        word += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return word + "'";
}

Error sshFailure(const Host& host, const std::string& errors, int status) {
    const std::string name = inQuotes(host.name) + " (" + host.text() + ")";
    if (holds(errors, "REMOTE HOST IDENTIFICATION HAS CHANGED"))
        return badInput(
            say("{1} is refused: its key is not the one that was accepted before. Either it was set up anew, "
                "or somebody "
                "is between it and this machine. If you know why, remove the old key with: ssh-keygen -R {2}",
                name, host.address));
    if (holds(errors, "Host key verification failed"))
        return badInput(say("{1}: its key was not accepted", name));
    if (holds(errors, "Permission denied") || holds(errors, "Too many authentication failures"))
        return badInput(say("{1} lets nobody in with these keys and passwords: {2}", name, lastLineOf(errors)));
    if (holds(errors, "Could not resolve hostname"))
        return badInput(say("{1}: there is no host of that name", name));
    if (holds(errors, "Connection refused"))
        return badInput(say("{1} refuses the connection: no SSH server listens there", name));
    if (holds(errors, "Connection timed out") || holds(errors, "No route to host") ||
        holds(errors, "Network is unreachable"))
        return badInput(say("{1} does not answer: is it switched on, and in this network?", name));
    if (holds(errors, "not responding"))
        return badInput(say("{1}: the link is cut: nothing was heard for some seconds", name));
    if (holds(errors, "closed by remote host") || holds(errors, "Connection reset by") ||
        holds(errors, "Broken pipe"))
        return badInput(
            say("{1} has ended the connection: its SSH server was stopped, or it starts again", name));
    const std::string line = lastLineOf(errors);
    return badInput(line.empty() ? say("{1}: OpenSSH ended with status {2}", name, status)
                                 : name + ": " + line);
}

std::vector<std::string> SshConnection::commandLine(bool isMaster) const {
    std::vector<std::string> line{m_options.program};
    line.insert(line.end(), m_options.arguments.begin(), m_options.arguments.end());
    const auto option = [&](const std::string& text) { line.insert(line.end(), {"-o", text}); };
    line.emplace_back("-T");
    if (isMaster) {
        line.insert(line.end(), {"-M", "-N"});
        option("ControlPersist=no");
        option("PermitLocalCommand=yes");
        option(std::string("LocalCommand=echo ") + Ready);
        option("StrictHostKeyChecking=ask");
    } else {
        option("ControlMaster=no");
        option("StrictHostKeyChecking=yes");
        option("PermitLocalCommand=no");
        option("BatchMode=yes"); // over the master, which has asked all there was
    }
    option("ControlPath=" + (m_folder->path() / "c").string());
    option("ConnectTimeout=" + std::to_string(m_options.connectSeconds));
    option("ServerAliveInterval=" + std::to_string(m_options.aliveSeconds));
    option("ServerAliveCountMax=" + std::to_string(m_options.aliveCount));
    for (const char* each :
         {"ForwardAgent=no", "ForwardX11=no", "ClearAllForwardings=yes", "RemoteCommand=none", "RequestTTY=no",
          "EscapeChar=none", "LogLevel=INFO", "VisualHostKey=no"})
        option(each);
    if (m_host.port != 0) line.insert(line.end(), {"-p", std::to_string(m_host.port)});
    if (!m_host.user.empty()) line.insert(line.end(), {"-l", m_host.user});
    if (!m_host.identity.empty()) line.insert(line.end(), {"-i", m_host.identity});
    if (!m_host.jump.empty()) line.insert(line.end(), {"-J", m_host.jump});
    line.insert(line.end(), {"--", m_host.address});
    return line;
}

Result<std::unique_ptr<SshConnection>> SshConnection::open(const Host& host, const SshOptions& options,
                                                           const RunContext& run) {
    RETURN_IF_ERROR(checked(host));
    std::unique_ptr<SshConnection> connection(new SshConnection(host, options));
    ASSIGN_OR_RETURN(auto folder, socketFolder());
    connection->m_folder.emplace(std::move(folder));
    std::vector<std::string> environment = options.environment;
    environment.emplace_back("LC_ALL=C"); // what it says is read
    if (!options.askpass.empty()) {
        environment.push_back("SSH_ASKPASS=" + options.askpass.string());
        environment.emplace_back("SSH_ASKPASS_REQUIRE=force");
        if (!std::getenv("DISPLAY"))
            environment.emplace_back("DISPLAY=:0"); // older clients ask only where there is one
    }
    ASSIGN_OR_RETURN(auto master,
                     Child::start(connection->commandLine(true), environment,
                                  options.askpass.empty() ? Child::Group::Terminal : Child::Group::Own));
    connection->m_master.emplace(std::move(master));
    std::string said;
    const auto take = [&](std::string_view bytes) {
        if (said.size() < MaxText) said += bytes;
    };
    const auto patience = std::chrono::seconds(options.connectSeconds + options.loginSeconds);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!holds(said, Ready)) {
        if (run.stopped()) return cancelled();
        if (std::chrono::steady_clock::now() > end)
            return Error{ErrorCode::TimedOut, say("{1} ({2}): the login was not finished within {3} s",
                                                  inQuotes(host.name), host.text(), patience.count())};
        if (!readSome(connection->m_master->output(), Tick, take)) {
            const auto status = connection->m_master->wait(Child::Grace);
            return sshFailure(host, connection->m_master->errors(), status.value_or(255));
        }
    }
    return connection;
}

SshConnection::~SshConnection() {
    if (m_master) m_master->end(); // which ends the commands as well
}

std::optional<Error> SshConnection::lost() const {
    const auto status = m_master->wait(MasterEnds);
    if (!status) return std::nullopt;
    return sshFailure(m_host, m_master->errors(), *status);
}

Result<Child> SshConnection::start(const std::string& script, const std::vector<std::string>& words) const {
    // The login shell may be any: it sees words in single quotes, and sh gets them.
    std::string command = "exec sh -c " + shellWord(script) + " edgewright";
    for (const std::string& word : words)
        command += " " + shellWord(word);
    std::vector<std::string> line = commandLine(false);
    line.push_back(std::move(command));
    std::vector<std::string> environment = m_options.environment;
    environment.emplace_back("LC_ALL=C");
    return Child::start(line, environment);
}

Result<SshConnection::Output> SshConnection::run(const std::string& script,
                                                 const std::vector<std::string>& words, const RunContext& run,
                                                 std::chrono::milliseconds patience) const {
    ASSIGN_OR_RETURN(Child child, start(script, words));
    return finish(std::move(child), run, patience);
}

Result<SshConnection::Output> SshConnection::finish(Child child, const RunContext& run,
                                                    std::chrono::milliseconds patience) const {
    ASSIGN_OR_RETURN(Output output, outputOf(std::move(child), m_host.name, run, patience));
    // 255 is ssh's own status, and may be the command's.
    if (output.status == 255) return lost().value_or(sshFailure(m_host, output.errors, 255));
    return output;
}

} // namespace edgewright::remote
