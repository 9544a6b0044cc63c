// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/child.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace edgewright::layout {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int PollMilliseconds = 20;

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    int get() const { return m_fd; }
    void close() {
        if (m_fd >= 0) ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd;
};

// A child process that does not outlive this object.
class Child {
public:
    explicit Child(pid_t pid) : m_pid(pid) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (m_pid <= 0) return;
        ::kill(m_pid, SIGKILL);
        reap(0);
    }
    bool gone() { return m_pid <= 0 || reap(WNOHANG); }
    int status() const { return m_status; }

private:
    bool reap(int flags) {
        pid_t result = 0;
        do
            result = ::waitpid(m_pid, &m_status, flags);
        while (result < 0 && errno == EINTR);
        if (result == 0) return false;
        m_pid = -1;
        return true;
    }

    pid_t m_pid;
    int m_status = 0;
};

Error systemError(const std::string& what, int number) {
    return internalError(what + ": " + std::strerror(number));
}

// One socket serves as both ends of the child's conversation: unlike a pipe it can be written without SIGPIPE.
Result<pid_t> spawn(const std::filesystem::path& program, int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (::posix_spawn_file_actions_init(&actions) != 0)
        return internalError("no memory for starting a process");
    if (::posix_spawnattr_init(&attributes) != 0) {
        ::posix_spawn_file_actions_destroy(&actions);
        return internalError("no memory for starting a process");
    }
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 34))
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));

    std::string path = program.string();
    char* arguments[] = {path.data(), nullptr};
    pid_t pid = -1;
    const int failure = ::posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failure != 0) return systemError("starting " + path, failure);
    return pid;
}

bool transient(int number) { return number == EAGAIN || number == EWOULDBLOCK || number == EINTR; }

} // namespace

Result<std::string> runFilter(const std::filesystem::path& program, std::string_view input, double seconds,
                              std::size_t limitBytes, const RunContext& run) {
    const std::string name = program.filename().string();
    const auto deadline =
        Clock::now() +
        std::chrono::milliseconds(static_cast<std::int64_t>(std::clamp(seconds, 0.0, 86400.0) * 1000));
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return systemError("socketpair", errno);
    Descriptor ours(ends[0]), theirs(ends[1]);
    // Standard descriptors of this process may be closed; the child's end must lie above them.
    Descriptor high(::fcntl(theirs.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (high.get() < 0 || ::fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) return systemError("fcntl", errno);
    theirs.close();

    const Result<pid_t> pid = spawn(program, high.get());
    if (!pid) return pid.error();
    Child child(*pid);
    high.close();

    const auto interrupted = [&]() -> std::optional<Error> {
        if (run.stopped()) return cancelled();
        if (Clock::now() >= deadline) return Error{ErrorCode::TimedOut, name + " did not answer in time"};
        return std::nullopt;
    };

    std::string answer;
    std::vector<char> buffer(64 * 1024);
    bool writing = true, reading = true;
    while (reading) {
        if (auto error = interrupted()) return *std::move(error);
        pollfd item{ours.get(), static_cast<short>(POLLIN | (writing ? POLLOUT : 0)), 0};
        const int ready = ::poll(&item, 1, PollMilliseconds);
        if (ready < 0 && errno != EINTR) return systemError("poll", errno);
        if (ready <= 0) continue;
        if (writing && (item.revents & (POLLOUT | POLLERR | POLLHUP)) != 0) {
            const ssize_t sent = ::send(ours.get(), input.data(), input.size(), MSG_NOSIGNAL);
            if (sent > 0) input.remove_prefix(static_cast<std::size_t>(sent));
            // A child that stops listening may still have answered: what counts is what it says and how it
            // ends.
            const bool deaf = sent < 0 && !transient(errno);
            if (input.empty() || deaf) {
                ::shutdown(ours.get(), SHUT_WR);
                writing = false;
            }
        }
        if ((item.revents & (POLLIN | POLLERR | POLLHUP)) != 0) {
            const ssize_t got = ::recv(ours.get(), buffer.data(), buffer.size(), 0);
            if (got > 0)
                answer.append(buffer.data(), static_cast<std::size_t>(got));
            else if (got == 0 || !transient(errno))
                reading = false;
            if (answer.size() > limitBytes)
                return badInput(name + " answered more than " + std::to_string(limitBytes) + " bytes");
        }
    }
    while (!child.gone()) {
        if (auto error = interrupted()) return *std::move(error);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (WIFSIGNALED(child.status()))
        return badInput(name + " was ended by signal " + std::to_string(WTERMSIG(child.status())));
    if (!WIFEXITED(child.status()) || WEXITSTATUS(child.status()) != 0)
        return badInput(name + " failed with status " + std::to_string(WEXITSTATUS(child.status())));
    return answer;
}

} // namespace edgewright::layout
