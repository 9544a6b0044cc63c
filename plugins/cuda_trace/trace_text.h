// SPDX-License-Identifier: GPL-3.0-or-later
// Events as Chrome's trace event format has them, in the conventions of PyTorch's Kineto: categories,
// arguments, flows from a call to what it started, devices as processes and streams as their threads.
#pragma once

#include "plugins/cuda_trace/devices.h"
#include "plugins/cuda_trace/event.h"
#include "plugins/cuda_trace/name_table.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::cuda_trace {

struct TraceHead {
    std::string file, program;
    int process = 0;
    std::int64_t clockOffset = 0;   // nanoseconds from CLOCK_MONOTONIC to CLOCK_REALTIME
    std::int64_t base = 0;          // nanoseconds of CLOCK_REALTIME that times are since
    bool areTimesOfDevices = false; // else only calls on the host are in it
    std::string source;             // of the events, in words
    std::vector<DeviceProperties> devices;
};

// A document that is written as it goes: begin, events, end. One that is cut behind an event is still what
// tools for this format read.
class TraceText {
public:
    TraceText(TraceHead head, NameTable& names);

    std::string begin() const;
    // Appends the events, memory in the order of its times; those whose times make no sense are counted and
    // left out.
    void add(const std::vector<Event>& events, std::string& text);
    std::string end(std::size_t dropped) const;

private:
    void addCall(const Event& event, std::string& text);
    void addOfDevice(const Event& event, std::string& text);
    void addMemory(const Event& event, std::string& text);
    void nameThread(std::uint32_t thread, std::string& text);
    void nameStream(const Event& event, std::string& text);
    std::string time(std::uint64_t nanoseconds) const; // microseconds
    const std::string& shownName(std::uint32_t name);  // of a kernel, as its source has it
    const DeviceProperties* propertiesOf(std::int32_t device) const;

    TraceHead m_head;
    NameTable& m_names;
    std::set<std::uint32_t> m_threads;
    std::set<std::pair<std::int32_t, std::uint64_t>> m_streams;
    std::map<std::int32_t, std::int64_t> m_inUse;                // bytes by device
    std::unordered_map<std::uint32_t, std::string> m_shownNames; // by id
    std::size_t m_senseless = 0;
};

} // namespace edgewright::cuda_trace
