// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/recorder.h"

#include "plugins/cuda_trace/clock.h"
#include "plugins/cuda_trace/message.h"
#include "plugins/cuda_trace/text.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::cuda_trace {

namespace {

constexpr std::size_t MaxWaiting = 1'000'000; // events that are not written yet
constexpr std::size_t EnoughToWrite = 32'768;
constexpr auto BetweenWrites = std::chrono::milliseconds(200);

// "%p" is the number of the process.
std::string withProcess(std::string path) {
    for (std::size_t at = path.find("%p"); at != path.npos; at = path.find("%p", at))
        path.replace(at, 2, std::to_string(::getpid()));
    return path;
}

// "a/trace.json" with a number in front of its ending.
std::string numbered(const std::string& path) {
    const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
    const std::size_t at = dot == path.npos || (slash != path.npos && dot < slash + 2) ? path.size() : dot;
    return path.substr(0, at) + '.' + std::to_string(::getpid()) + path.substr(at);
}

std::string programName() {
    char path[4096];
    const auto length = ::readlink("/proc/self/exe", path, sizeof(path));
    const std::string_view whole(path, length > 0 ? static_cast<std::size_t>(length) : 0);
    return std::string(whole.substr(whole.rfind('/') + 1));
}

} // namespace

Recorder& Recorder::instance() {
    static Recorder* const recorder = new Recorder;
    return *recorder;
}

Recorder::Recorder() {
    ::pthread_atfork(nullptr, nullptr, [] { instance().forgetAfterFork(); });
}

// The thread and maybe a locked mutex stayed behind with the parent: nothing of it may be touched any more.
void Recorder::forgetAfterFork() {
    if (m_source.load() == Source::None) return;
    m_source.store(Source::None);
    if (m_file >= 0) ::close(m_file);
}

std::string Recorder::openFile() {
    const char* const named = std::getenv("EDGEWRIGHT_CUDA_TRACE");
    if (!named || !*named) {
        message("EDGEWRIGHT_CUDA_TRACE names no file to write to; the program runs without a trace");
        return {};
    }
    std::string path = withProcess(named);
    const auto open = [](const std::string& file) {
        return ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    };
    m_file = open(path);
    struct stat there {};
    if (m_file < 0 && errno == EEXIST && ::stat(path.c_str(), &there) == 0 && S_ISCHR(there.st_mode)) {
        m_file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    } else if (m_file < 0 && errno == EEXIST) {
        const std::string other = numbered(path);
        message(path + " is there already; this process writes to " + other);
        path = other;
        m_file = open(path);
    }
    if (m_file >= 0) return path;
    message(path + ": cannot be written (" + std::strerror(errno) + "); the program runs without a trace");
    return {};
}

bool Recorder::start(Source source, const std::string& sourceWords) {
    {
        const std::lock_guard lock(m_writing);
        if (m_isTried.exchange(true)) return false;
        m_path = openFile();
        if (m_path.empty()) return false;
        m_head.file = m_path;
        m_head.program = programName();
        m_head.process = ::getpid();
        m_head.clockOffset = -offsetOf([] { return nanosecondsOf(CLOCK_REALTIME); });
        m_head.base = nanosecondsOf(CLOCK_REALTIME) / 1'000'000'000 * 1'000'000'000;
        m_head.areTimesOfDevices = source == Source::Cupti;
        m_head.source = sourceWords;
    }
    // Signals of the program are for its own threads.
    sigset_t all, kept;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &kept);
    try {
        m_thread = std::thread([this] { work(); });
    } catch (const std::exception& failure) {
        message(std::string("no thread can be started (") + failure.what() +
                "); the trace is written at the end");
    }
    ::pthread_sigmask(SIG_SETMASK, &kept, nullptr);
    m_source.store(source, std::memory_order_release);
    return true;
}

void Recorder::add(const Event& event) {
    bool wakes = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_isEnding || m_source.load(std::memory_order_relaxed) == Source::None) return;
        if (m_events.size() >= MaxWaiting) {
            ++m_dropped;
            return;
        }
        m_events.push_back(event);
        wakes = m_events.size() == EnoughToWrite;
    }
    if (wakes) m_wake.notify_one();
}

void Recorder::makeRoom() {
    {
        const std::lock_guard lock(m_mutex);
        if (m_events.size() < EnoughToWrite) return;
    }
    drain();
}

void Recorder::work() {
    ::pthread_setname_np(::pthread_self(), "cuda-trace");
    std::unique_lock lock(m_mutex);
    while (!m_isEnding) {
        m_wake.wait_for(lock, BetweenWrites, [&] { return m_isEnding || m_events.size() >= EnoughToWrite; });
        lock.unlock();
        drain();
        lock.lock();
    }
}

void Recorder::drain() {
    const std::lock_guard writing(m_writing);
    std::vector<Event> events;
    {
        const std::lock_guard lock(m_mutex);
        events.swap(m_events);
        m_events.reserve(EnoughToWrite);
    }
    if (events.empty() && !m_text) return;
    std::string text;
    if (!m_text) {
        m_head.devices = devicesOfDriver();
        m_text = std::make_unique<TraceText>(m_head, m_names);
        text = m_text->begin();
    }
    m_text->add(events, text);
    write(text);
}

void Recorder::write(const std::string& text) {
    if (m_isFailed) return;
    for (std::size_t done = 0; done < text.size();) {
        const auto written = ::write(m_file, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            m_isFailed = true;
            message(m_path + ": cannot be written (" + std::strerror(errno) +
                    "); it stops here, and the program goes on");
            return;
        }
        done += static_cast<std::size_t>(written);
    }
}

void Recorder::finish(std::size_t droppedBySource) {
    if (m_source.load(std::memory_order_acquire) == Source::None) return;
    {
        const std::lock_guard lock(m_mutex);
        if (m_isEnding) return;
        m_isEnding = true;
    }
    m_wake.notify_one();
    if (m_thread.joinable()) m_thread.join();
    drain();
    const std::lock_guard writing(m_writing);
    std::string text;
    if (!m_text) {
        m_head.devices = devicesOfDriver();
        m_text = std::make_unique<TraceText>(m_head, m_names);
        text = m_text->begin();
    }
    const std::size_t dropped = m_dropped + droppedBySource;
    write(text + m_text->end(dropped));
    if (dropped > 0)
        message(formatted("%zu events came faster than they could be written; they are missing", dropped));
    ::close(m_file);
    m_file = -1;
    m_source.store(Source::None, std::memory_order_release);
}

} // namespace edgewright::cuda_trace
