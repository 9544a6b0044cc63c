// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/child.h"

#include "core/base/quoted.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace edgewright::remote {

namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

void closeIfOpen(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

constexpr off_t MaxErrors = 1 << 20;

// A file in memory that never grows: what does not fit is an error of who writes it, and no memory of ours.
int errorsFile() {
    const int file = ::memfd_create("errors", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && (::ftruncate(file, MaxErrors) != 0 || ::fcntl(file, F_ADD_SEALS, F_SEAL_GROW) != 0)) {
        ::close(file);
        return -1;
    }
    return file;
}

std::string reasonOf(int error) { return std::generic_category().message(error); }

} // namespace

Result<Child> Child::start(const std::vector<std::string>& arguments,
                           const std::vector<std::string>& environment, Group group) {
    const auto fail = [&](int error) {
        return badInput(inQuotes(arguments.front()) + " cannot be started: " + reasonOf(error));
    };
    Child child;
    std::array<int, 2> in{-1, -1}, out{-1, -1};
    // A socket: writing to a child that is gone is an error then, where it may be a signal with a pipe.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) return fail(errno);
    child.m_input = in[1];
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        const int error = errno;
        ::close(in[0]);
        return fail(error);
    }
    child.m_output = out[0];
    child.m_errors = errorsFile();

    std::vector<std::string> words = arguments, variables;
    for (char** each = environ; *each; ++each)
        variables.emplace_back(*each);
    for (const std::string& each : environment) {
        const std::string name = each.substr(0, each.find('=') + 1);
        std::erase_if(variables, [&](const std::string& known) { return known.starts_with(name); });
        variables.push_back(each);
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    if (child.m_errors >= 0) ::posix_spawn_file_actions_adddup2(&actions, child.m_errors, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    short flags = POSIX_SPAWN_SETSIGDEF;
    child.m_hasGroup = group == Group::Own;
    if (child.m_hasGroup) {
        ::posix_spawnattr_setpgroup(&attributes, 0);
        flags |= POSIX_SPAWN_SETPGROUP;
    } else {
        sigset_t blocked;
        ::sigemptyset(&blocked);
        ::sigaddset(&blocked, SIGINT);
        ::posix_spawnattr_setsigmask(&attributes, &blocked);
        flags |= POSIX_SPAWN_SETSIGMASK;
    }
    ::posix_spawnattr_setflags(&attributes, flags);
    const int error = ::posix_spawnp(&child.m_id, words.front().c_str(), &actions, &attributes,
                                     pointersTo(words).data(), pointersTo(variables).data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    if (error != 0) {
        child.m_id = -1;
        return fail(error);
    }
    return child;
}

Child::Child(Child&& other) noexcept
    : m_id(std::exchange(other.m_id, -1)), m_hasGroup(other.m_hasGroup),
      m_input(std::exchange(other.m_input, -1)), m_output(std::exchange(other.m_output, -1)),
      m_errors(std::exchange(other.m_errors, -1)), m_status(other.m_status) {}

Child::~Child() {
    closeIfOpen(m_input);
    if (m_id > 0 && !wait(Grace)) {
        kill(SIGKILL);
        wait(Grace);
    }
    closeIfOpen(m_output);
    closeIfOpen(m_errors);
}

void Child::kill(int signal) const { ::kill(m_hasGroup ? -m_id : m_id, signal); }

void Child::end(std::chrono::milliseconds patience) {
    if (m_id <= 0 || m_status) return;
    kill(SIGTERM);
    if (!wait(patience)) kill(SIGKILL);
    wait(Grace);
}

void Child::closeInput() { closeIfOpen(m_input); }

std::optional<int> Child::wait(std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!m_status && m_id > 0) {
        int status = 0;
        const pid_t ended = ::waitpid(m_id, &status, WNOHANG);
        if (ended == m_id)
            m_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        else if (ended < 0 && errno != EINTR)
            m_status = 255; // somebody else has waited for it
        else if (std::chrono::steady_clock::now() >= end)
            break;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return m_status;
}

std::string Child::errors() const {
    constexpr off_t Most = 64 << 10;
    // Who writes shares the place in the file with this descriptor.
    const off_t written = m_errors < 0 ? 0 : ::lseek(m_errors, 0, SEEK_CUR);
    if (written <= 0) return {};
    std::string text(static_cast<std::size_t>(std::min(written, Most)), '\0');
    const ssize_t got = ::pread(m_errors, text.data(), text.size(), std::max<off_t>(0, written - Most));
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

bool Child::errorsAreFull() const { return m_errors >= 0 && ::lseek(m_errors, 0, SEEK_CUR) >= MaxErrors; }

} // namespace edgewright::remote
