// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/processes/child.h"

#include "core/base/file_text.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

struct Launch {
    char* const* words;
    char* const* variables;
    int in, out, errors; // errors < 0: this process's
    bool ownGroup;
};

struct Launched {
    pid_t id = -1;
    int error = 0;
};

// In the child, which has the parent's memory until it runs the program: nothing but system calls.
[[noreturn]] void become(const Launch& how, pid_t parent, volatile int& error) {
    // A handler of ours must not run here; what is ignored stays so, as for nohup.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_IGN || signal == SIGPIPE) ::signal(signal, SIG_DFL);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const bool isAlone = ::getppid() != parent; // it has ended before
    if (how.ownGroup) ::setpgid(0, 0);
    const bool isWired = ::dup2(how.in, STDIN_FILENO) >= 0 && ::dup2(how.out, STDOUT_FILENO) >= 0 &&
                         (how.errors < 0 || ::dup2(how.errors, STDERR_FILENO) >= 0);
    sigset_t blocked;
    ::sigemptyset(&blocked);
    if (!how.ownGroup) ::sigaddset(&blocked, SIGINT);
    ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
    if (isWired && !isAlone) ::execvpe(how.words[0], how.words, how.variables);
    error = errno;
    ::_exit(127);
}

// A child ends with the thread that started it, as the system has it: this one lives as long as the process
// does, however that ends.
class Spawner {
public:
    Spawner() {
        sigset_t all, before;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before); // which the thread inherits
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    Launched launch(const Launch& how) {
        std::packaged_task<Launched()> task([&how] { return launched(how); });
        std::future<Launched> result = task.get_future();
        {
            const std::lock_guard held(m_mutex);
            m_tasks.push_back(std::move(task));
        }
        m_wake.notify_one();
        return result.get();
    }

private:
    static Launched launched(const Launch& how) {
        const pid_t parent = ::getpid();
        volatile int error = 0;
        const pid_t id = ::vfork(); // returns when the child runs the program, or has failed to
        if (id == 0) become(how, parent, error);
        if (id < 0) return {-1, errno};
        if (error != 0) ::waitpid(id, nullptr, 0);
        return {id, error};
    }
    void serve(const std::stop_token& stop) {
        std::unique_lock held(m_mutex);
        while (m_wake.wait(held, stop, [this] { return !m_tasks.empty(); })) {
            std::packaged_task<Launched()> task = std::move(m_tasks.front());
            m_tasks.pop_front();
            held.unlock();
            task();
            held.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::packaged_task<Launched()>> m_tasks;
    std::jthread m_thread; // last: it ends first
};

Spawner& spawner() {
    static Spawner one;
    return one;
}

} // namespace

Result<Child> Child::start(const std::vector<std::string>& arguments,
                           const std::vector<std::string>& environment, Group group) {
    const auto fail = [&](int error) {
        return badInput(say("{1} cannot be started: {2}", inQuotes(arguments.front()), systemText(error)));
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
    // Frames of a pipeline go in one piece, where the system lets them.
    constexpr int RoomBytes = 1 << 20;
    for (const int each : in)
        ::setsockopt(each, SOL_SOCKET, SO_SNDBUF, &RoomBytes, sizeof RoomBytes);
    ::fcntl(out[1], F_SETPIPE_SZ, RoomBytes);
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
    child.m_hasGroup = group == Group::Own;
    auto wordPointers = pointersTo(words), variablePointers = pointersTo(variables);
    const Launched launched = spawner().launch(
        {wordPointers.data(), variablePointers.data(), in[0], out[1], child.m_errors, child.m_hasGroup});
    ::close(in[0]);
    ::close(out[1]);
    if (launched.error != 0) return fail(launched.error);
    child.m_id = launched.id;
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
