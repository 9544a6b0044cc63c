// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the events of this process and writes them, as they come, into the file that EDGEWRIGHT_CUDA_TRACE
// names.
#pragma once

#include "plugins/cuda_trace/event.h"
#include "plugins/cuda_trace/name_table.h"
#include "plugins/cuda_trace/trace_text.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace edgewright::cuda_trace {

enum class Source { None, Cupti, DriverCalls };

// For any thread. A thread of its own writes five times a second, so that a program that is killed or calls
// _exit() leaves a file that lacks its last fifth of a second and its end. A forked child records nothing and
// leaves the file alone.
class Recorder {
public:
    static Recorder& instance(); // never destroyed: programs call the driver until their very end

    // Opens the file; false: something is recorded already, or it cannot be, which a message has said.
    bool start(Source source, const std::string& sourceWords);
    bool isOn(Source source) const { return m_source.load(std::memory_order_acquire) == source; }
    bool isTried() const { return m_isTried.load(std::memory_order_acquire); }

    void add(const Event& event); // nothing where it is not on
    void makeRoom();              // writes on the calling thread what waits, where that is much
    NameTable& names() { return m_names; }
    void finish(std::size_t droppedBySource = 0); // writes what is left and the end; nothing comes after it

private:
    Recorder();
    std::string openFile(); // empty: it cannot be written
    void work();            // of the thread
    void drain();
    void write(const std::string& text);
    void forgetAfterFork();

    std::atomic<Source> m_source{Source::None};
    std::atomic<bool> m_isTried{false};
    NameTable m_names;
    std::mutex m_mutex; // of what follows
    std::condition_variable m_wake;
    std::vector<Event> m_events;
    std::size_t m_dropped = 0;
    bool m_isEnding = false;
    std::thread m_thread;
    std::mutex m_writing; // of what follows
    std::unique_ptr<TraceText> m_text;
    TraceHead m_head;
    std::string m_path;
    int m_file = -1;
    bool m_isFailed = false;
};

} // namespace edgewright::cuda_trace
