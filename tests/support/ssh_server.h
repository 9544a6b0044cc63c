// SPDX-License-Identifier: GPL-3.0-or-later
// A real sshd of a test's own: configuration, keys and port in a temporary folder, on loopback or on another
// host (network_namespace.h); and what the client needs to know of it.
#pragma once

#include "core/remote/processes/child.h"
#include "core/remote/ssh.h"

#include "tests/support/network_namespace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::test {

struct SshServerOptions {
    const NetworkNamespace* network = nullptr; // where it listens; null: on loopback
    // Words for sh(1) in front of it, where there is a network; $EDGEWRIGHT_CACHE is the cache of its sessions.
    // What they mount is seen by it and its sessions only, and goes with them.
    std::string before = {};
    std::vector<std::string> environment = {}; // of its sessions: "NAME=value"
    bool noticesCuts = true;                   // after some seconds; as it is installed, it does not for hours
};

class SshServer {
public:
    // The reason why there can be none here: no sshd is installed, or this user may not start one; empty: there
    // can.
    static std::string missing();

    // Listens when this is done. `folder` is there, and of the test alone; sessions keep their cache in it.
    explicit SshServer(std::filesystem::path folder, SshServerOptions options = {});
    ~SshServer();

    remote::Host host(const std::string& name = "the board") const;
    // With a key that is let in, known hosts of its own, and an askpass that answers answer() and notes the
    // question.
    remote::SshOptions client() const;
    void answer(const std::string& text) const;
    std::string asked() const;                                                        // all questions until now
    std::filesystem::path cache() const { return m_folder / "cache" / "edgewright"; } // of the sessions

    void changeHostKey(); // as if another machine stood there
    void forbidKey() const;
    void protectKey(const std::string& passphrase) const; // the client's key
    // The server and all of its sessions, at once.
    void kill();
    void start(); // again: at the same port, with the same keys
    // A file as its sessions see it.
    std::filesystem::path seenInside(const std::filesystem::path& file) const;

private:
    void write(const char* name, const std::string& text) const;

    std::filesystem::path m_folder;
    SshServerOptions m_options;
    std::string m_address = "127.0.0.1";
    int m_port = 0;
    std::optional<remote::Child> m_server;
};

} // namespace edgewright::test
