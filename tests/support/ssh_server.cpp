// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ssh_server.h"

#include "tests/support/free_port.h"

#include <QtGlobal>

#include <csignal>
#include <fstream>
#include <sstream>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace edgewright::test {

namespace fs = std::filesystem;
using remote::Child;

namespace {

constexpr const char* Program = "/usr/sbin/sshd";

sockaddr_in at(const std::string& host, int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) qFatal("%s", host.c_str());
    return address;
}

bool listens(const std::string& host, int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = at(host, port);
    const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return connected;
}

void run(const std::vector<std::string>& arguments) {
    auto child = Child::start(arguments);
    if (!child || child->wait(std::chrono::seconds(30)) != 0)
        qFatal("%s: %s", arguments.front().c_str(),
               child ? child->errors().c_str() : child.error().message.c_str());
}

} // namespace

std::string SshServer::missing() {
    if (!fs::exists(Program)) return "openssh-server is not installed";
    if (::geteuid() != 0) return "only root starts a server that opens sessions";
    return {};
}

SshServer::SshServer(fs::path folder, SshServerOptions options)
    : m_folder(std::move(folder)), m_options(std::move(options)) {
    if (m_options.network) m_address = m_options.network->address();
    std::error_code ignored;
    fs::create_directories("/run/sshd", ignored); // where sshd gives up its rights
    fs::create_directories(m_folder / "cache");
    run({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", (m_folder / "key").string()});
    fs::copy_file(m_folder / "key.pub", m_folder / "authorized_keys");
    write("askpass", "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '" + (m_folder / "asked").string() + "'\ncat '" +
                         (m_folder / "answer").string() + "'\n");
    fs::permissions(m_folder / "askpass", fs::perms::owner_all);
    write("client", "Host *\n    UserKnownHostsFile " + (m_folder / "known_hosts").string() +
                        "\n    GlobalKnownHostsFile /dev/null\n    IdentitiesOnly yes\n    IdentityFile " +
                        (m_folder / "key").string() + "\n    HostKeyAlgorithms ssh-ed25519\n");
    answer("yes");
    m_port = m_options.network ? 22 : freePort();
    changeHostKey();
}

SshServer::~SshServer() { kill(); }

void SshServer::write(const char* name, const std::string& text) const {
    std::ofstream(m_folder / name) << text;
}

void SshServer::start() {
    // A home without the start-up files of this user, which a shell reads each time.
    std::string variables = "HOME=" + m_folder.string() + " XDG_CACHE_HOME=" + (m_folder / "cache").string();
    for (const std::string& each : m_options.environment)
        variables += " \"" + each + "\"";
    write("server", "Port " + std::to_string(m_port) + "\nListenAddress " + m_address + "\nHostKey " +
                        (m_folder / "host_key").string() + "\nAuthorizedKeysFile " +
                        (m_folder / "authorized_keys").string() +
                        "\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                        "KbdInteractiveAuthentication no\nPermitRootLogin yes\nPidFile none\nMaxStartups "
                        "100\nSubsystem sftp internal-sftp\n" +
                        (m_options.noticesCuts ? "ClientAliveInterval 1\nClientAliveCountMax 2\n" : "") +
                        "SetEnv " + variables + "\n");
    std::vector<std::string> line;
    if (m_options.network) {
        line = m_options.network->inside();
        line.insert(line.end(),
                    {"sh", "-ec", "EDGEWRIGHT_CACHE=$1; shift\n" + m_options.before + "\nexec \"$@\"", "sh",
                     (m_folder / "cache").string()});
    }
    line.insert(line.end(), {Program, "-D", "-e", "-f", (m_folder / "server").string()});
    auto server = Child::start(line);
    if (!server) qFatal("%s", server.error().message.c_str());
    m_server.emplace(*std::move(server));
    for (int i = 0; i < 1000 && !listens(m_address, m_port); ++i) {
        if (m_server->wait(std::chrono::milliseconds(10))) qFatal("%s", m_server->errors().c_str());
    }
}

fs::path SshServer::seenInside(const fs::path& file) const {
    return fs::path("/proc") / std::to_string(m_server->id()) / "root" / file.relative_path();
}

void SshServer::changeHostKey() {
    kill();
    fs::remove(m_folder / "host_key");
    fs::remove(m_folder / "host_key.pub");
    run({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", (m_folder / "host_key").string()});
    start();
}

void SshServer::kill() {
    if (!m_server) return;
    // Its sessions are groups of their own: who descends from it is found by his parents.
    std::vector<pid_t> all{m_server->id()};
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const auto& entry : fs::directory_iterator("/proc")) {
            const std::string name = entry.path().filename().string();
            if (name.find_first_not_of("0123456789") != std::string::npos) continue;
            std::ifstream stat(entry.path() / "stat");
            std::string text;
            std::getline(stat, text, '\0'); // of a process that ends: nothing
            const std::size_t behind = text.rfind(')');
            if (behind == std::string::npos) continue;
            std::istringstream fields(text.substr(behind + 1));
            char state = 0;
            pid_t parent = 0;
            if (fields >> state >> parent && parent == all[i])
                all.push_back(static_cast<pid_t>(std::stol(name)));
        }
    for (const pid_t each : all)
        ::kill(each, SIGKILL);
    m_server->end();
    m_server.reset();
}

remote::Host SshServer::host(const std::string& name) const {
    return {.name = name, .address = m_address, .port = m_port};
}

remote::SshOptions SshServer::client() const {
    return {.arguments = {"-F", (m_folder / "client").string()}, .askpass = m_folder / "askpass"};
}

void SshServer::answer(const std::string& text) const { write("answer", text + "\n"); }

std::string SshServer::asked() const {
    std::ifstream stream(m_folder / "asked");
    return {std::istreambuf_iterator<char>(stream), {}};
}

void SshServer::protectKey(const std::string& passphrase) const {
    run({"ssh-keygen", "-q", "-p", "-P", "", "-N", passphrase, "-f", (m_folder / "key").string()});
}

void SshServer::forbidKey() const { write("authorized_keys", ""); }

} // namespace edgewright::test
