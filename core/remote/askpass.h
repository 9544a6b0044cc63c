// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of OpenSSH to the user, asked in this program: ssh runs edgewright-askpass, which hands the
// prompt over a socket that only this user can reach. Answers pass through memory alone.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/ssh.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace edgewright::remote {

struct Question {
    enum class Kind {
        HostKey, // of a host that is seen for the first time: "yes" accepts it
        Secret,  // a password, a passphrase: not to be shown
    };
    Kind kind = Kind::Secret;
    std::string text;        // as OpenSSH asks
    std::string keyType;     // of a host key: "ED25519"
    std::string fingerprint; // likewise: "SHA256:..."
};
Question questionOf(const std::string& prompt);

class Askpass {
public:
    // Called on a thread of its own, one question at a time; empty: the user gives up. It must come back when
    // the context is stopped: then nobody waits for the answer any more.
    using Answer = std::function<std::optional<std::string>(const Question&, const RunContext&)>;

    // BadInput when no socket can be made, or edgewright-askpass is neither beside this program nor installed
    // with it.
    static Result<std::unique_ptr<Askpass>> start(Answer answer);
    ~Askpass();

    // Connections with these options ask here.
    void use(SshOptions& options) const;

private:
    Askpass() = default;
    void serve(const std::stop_token& stop) const;

    Answer m_answer;
    std::filesystem::path m_program;
    std::optional<TemporaryFolder> m_folder;
    int m_socket = -1;
    std::jthread m_thread; // last: it ends first
};

// The other side, in edgewright-askpass: the answer of who listens at `socket`; empty: none.
std::optional<std::string> askAt(const std::string& socket, const std::string& prompt);

} // namespace edgewright::remote
