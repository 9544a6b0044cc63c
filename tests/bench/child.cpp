// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace edgewright::bench {

Result<Child> Child::start(const std::vector<std::string>& command) {
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0) return internalError("no pipe");
    if (pipe2(out.data(), O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return internalError("no pipe");
    }
    Child child;
    child.m_in = in[1];
    child.m_out = out[0];
    std::vector<char*> arguments;
    for (const std::string& each : command)
        arguments.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed =
        posix_spawnp(&child.m_process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    if (failed != 0) {
        child.m_process = -1;
        return edgewright::badInput(command.front() + ": " + std::strerror(failed));
    }
    return child;
}

Child::Child(Child&& other) noexcept
    : m_process(std::exchange(other.m_process, -1)), m_in(std::exchange(other.m_in, -1)),
      m_out(std::exchange(other.m_out, -1)), m_rest(std::move(other.m_rest)) {}

Child& Child::operator=(Child&& other) noexcept {
    std::swap(m_process, other.m_process);
    std::swap(m_in, other.m_in);
    std::swap(m_out, other.m_out);
    std::swap(m_rest, other.m_rest);
    return *this;
}

Child::~Child() {
    if (m_in >= 0) close(m_in);
    if (m_out >= 0) close(m_out);
    if (m_process <= 0) return;
    kill(m_process, SIGKILL);
    waitpid(m_process, nullptr, 0);
}

bool Child::say(const std::string& line) {
    const std::string text = line + '\n';
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = write(m_in, text.data() + at, text.size() - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += static_cast<std::size_t>(written);
    }
    return true;
}

std::optional<std::string> Child::hear(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        if (const auto at = m_rest.find('\n'); at != std::string::npos) {
            std::string line = m_rest.substr(0, at);
            m_rest.erase(0, at + 1);
            return line;
        }
        const double left = std::chrono::duration<double>(end - Clock::now()).count();
        pollfd wait{m_out, POLLIN, 0};
        if (left <= 0) return std::nullopt;
        if (poll(&wait, 1, std::max(1, static_cast<int>(left * 1000))) <= 0) continue;
        std::array<char, 4096> buffer{};
        const ssize_t count = read(m_out, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        m_rest.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

int printPeakMemory(char* const* command) {
    const pid_t process = fork();
    if (process == 0) {
        if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
        execv(command[0], command);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (process < 0 || wait4(process, &status, 0, &usage) != process || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return 1;
    std::printf("%ld\n", usage.ru_maxrss);
    return 0;
}

} // namespace edgewright::bench
