// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ssh_server.h"

#include <QtGlobal>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace edgewright::test {

namespace fs = std::filesystem;
using remote::Child;

namespace {

constexpr const char* Program = "/usr/sbin/sshd";

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        qFatal("no port");
    ::close(socket);
    return ntohs(address.sin_port);
}

bool listens(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
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

SshServer::SshServer(fs::path folder) : m_folder(std::move(folder)) {
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
    m_port = freePort();
    changeHostKey();
}

SshServer::~SshServer() { kill(); }

void SshServer::write(const char* name, const std::string& text) const {
    std::ofstream(m_folder / name) << text;
}

void SshServer::start() {
    write("server",
          "Port " + std::to_string(m_port) + "\nListenAddress 127.0.0.1\nHostKey " +
              (m_folder / "host_key").string() + "\nAuthorizedKeysFile " +
              (m_folder / "authorized_keys").string() +
              "\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
              "PermitRootLogin yes\nPidFile none\nMaxStartups 100\nSetEnv XDG_CACHE_HOME=" +
              (m_folder / "cache").string() + "\n");
    auto server = Child::start({Program, "-D", "-e", "-f", (m_folder / "server").string()});
    if (!server) qFatal("%s", server.error().message.c_str());
    m_server.emplace(*std::move(server));
    for (int i = 0; i < 1000 && !listens(m_port); ++i) {
        if (m_server->wait(std::chrono::milliseconds(10))) qFatal("%s", m_server->errors().c_str());
    }
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
            std::string text((std::istreambuf_iterator<char>(stat)), {});
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
    return {.name = name, .address = "127.0.0.1", .port = m_port};
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
