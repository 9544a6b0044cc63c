// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/trace_text.h"

#include "plugins/cuda_trace/abi.h"
#include "plugins/cuda_trace/text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include <cxxabi.h>

namespace edgewright::cuda_trace {

namespace {

constexpr int DeviceOrder = 5'000'000; // devices stand behind every process of the host

const char* memoryName(std::uint8_t kind) {
    switch (kind) {
    case Pageable:
        return "Pageable";
    case Pinned:
        return "Pinned";
    case DeviceMemory:
    case DeviceStatic:
        return "Device";
    case ArrayMemory:
        return "Array";
    case Managed:
    case ManagedStatic:
        return "Managed";
    default:
        return "Unknown";
    }
}

const char* copyName(std::uint8_t kind) {
    static constexpr const char* Copies[] = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                             "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
    return Copies[kind < std::size(Copies) ? kind : 0];
}

std::string list(const std::uint32_t (&values)[3]) {
    return formatted("[%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", values[0], values[1], values[2]);
}

// Calls that something on a device may follow from, which a flow leads to.
bool startsSomething(std::string_view call) {
    for (const std::string_view part : {"Launch", "Memcpy", "Memset", "Prefetch"})
        if (call.find(part) != call.npos) return true;
    return false;
}

std::string nameOfThread(std::uint32_t thread) {
    return trimmedFile(formatted("/proc/self/task/%" PRIu32 "/comm", thread));
}

} // namespace

TraceText::TraceText(TraceHead head, NameTable& names) : m_head(std::move(head)), m_names(names) {}

std::string TraceText::begin() const {
    std::string text = "{\n\"schemaVersion\": 1,\n\"displayTimeUnit\": \"ms\",\n\"baseTimeNanoseconds\": ";
    text += std::to_string(m_head.base) + ",\n\"traceName\": " + quoted(m_head.file);
    text += ",\n\"edgewright\": {\"times\": ";
    text += m_head.areTimesOfDevices ? "\"of devices\"" : "\"of calls on the host\"";
    text += ", \"source\": " + quoted(m_head.source) + "},\n\"deviceProperties\": [";
    const char* separator = "\n";
    for (const DeviceProperties& device : m_head.devices) {
        text += separator;
        text += formatted("{\"id\": %d, \"name\": ", device.number) + quoted(device.name);
        text += formatted(
            ", \"totalGlobalMem\": %" PRIu64 ", \"computeMajor\": %d, \"computeMinor\": %d, "
            "\"maxThreadsPerBlock\": %d, \"maxThreadsPerMultiprocessor\": %d, \"regsPerBlock\": %d, "
            "\"warpSize\": %d, \"sharedMemPerBlock\": %d, \"numSms\": %d}",
            device.bytes, device.major, device.minor, device.threadsPerBlock, device.threadsPerMultiprocessor,
            device.registersPerBlock, device.warp, device.sharedPerBlock, device.multiprocessors);
        separator = ",\n";
    }
    text += "\n],\n\"traceEvents\": [\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":";
    text +=
        std::to_string(m_head.process) + ",\"tid\":0,\"args\":{\"name\":" + quoted(m_head.program) + "}},\n";
    text += formatted(
        "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%d,\"tid\":0,\"args\":{\"labels\":\"%s\"}},\n",
        m_head.process,
        m_head.areTimesOfDevices ? "CPU" : "CPU: times are of calls on the host, not of the GPU");
    text += formatted(
        "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":%d,\"tid\":0,\"args\":{\"sort_index\":%d}}",
        m_head.process, m_head.process);
    return text;
}

std::string TraceText::end(std::size_t dropped) const {
    return formatted("\n],\n\"droppedEvents\": %zu,\n\"senselessEvents\": %zu\n}\n", dropped, m_senseless);
}

void TraceText::add(const std::vector<Event>& events, std::string& text) {
    std::vector<const Event*> memory;
    for (const Event& event : events) {
        if (event.kind == Kind::Memory) {
            memory.push_back(&event);
            continue;
        }
        // Zero is a time that was not taken.
        if (event.start == 0 || event.end < event.start) {
            ++m_senseless;
            continue;
        }
        if (event.kind == Kind::RuntimeCall || event.kind == Kind::DriverCall)
            addCall(event, text);
        else
            addOfDevice(event, text);
    }
    std::stable_sort(memory.begin(), memory.end(),
                     [](const Event* a, const Event* b) { return a->start < b->start; });
    for (const Event* event : memory)
        addMemory(*event, text);
}

void TraceText::addCall(const Event& event, std::string& text) {
    nameThread(event.thread, text);
    const std::string& name = m_names.name(event.name);
    const std::string start = time(event.start);
    text += ",\n{\"ph\":\"X\",\"cat\":";
    text += event.kind == Kind::RuntimeCall ? "\"cuda_runtime\"" : "\"cuda_driver\"";
    text += ",\"name\":" + quoted(name) +
            formatted(",\"pid\":%d,\"tid\":%" PRIu32 ",\"ts\":", m_head.process, event.thread) + start +
            ",\"dur\":" + microseconds(event.end - event.start) +
            formatted(",\"args\":{\"correlation\":%" PRIu32, event.correlation);
    if (event.kernel != 0)
        text += ",\"kernel\":" + quoted(shownName(event.kernel)) + ",\"grid\":" + list(event.grid) +
                ",\"block\":" + list(event.block) + formatted(",\"shared memory\":%" PRIu32, event.sharedBytes);
    if (event.bytes != 0) text += formatted(",\"bytes\":%" PRId64, event.bytes);
    if (event.device != NoDevice) text += formatted(",\"device\":%" PRId32, event.device);
    if (event.stream != 0) text += formatted(",\"stream\":%" PRIu64, event.stream);
    if (event.result != 0) text += formatted(",\"result\":%" PRId32, event.result);
    text += "}}";
    if (m_head.areTimesOfDevices && startsSomething(name))
        text += formatted(",\n{\"ph\":\"s\",\"id\":%" PRIu32 ",\"pid\":%d,\"tid\":%" PRIu32 ",\"ts\":",
                          event.correlation, m_head.process, event.thread) +
                start + ",\"cat\":\"ac2g\",\"name\":\"ac2g\"}";
}

void TraceText::addOfDevice(const Event& event, std::string& text) {
    nameStream(event, text);
    const char* category = "kernel";
    std::string name;
    if (event.kind == Kind::Kernel) {
        name = shownName(event.name);
    } else if (event.kind == Kind::Copy) {
        category = "gpu_memcpy";
        name = formatted("Memcpy %s (%s -> %s)", copyName(event.copyKind), memoryName(event.source),
                         memoryName(event.target));
    } else {
        category = "gpu_memset";
        name = formatted("Memset (%s)", memoryName(event.target));
    }
    const std::string start = time(event.start);
    text += formatted(",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":", category) + quoted(name) +
            formatted(",\"pid\":%" PRId32 ",\"tid\":%" PRIu64 ",\"ts\":", event.device, event.stream) + start +
            ",\"dur\":" + microseconds(event.end - event.start) +
            formatted(",\"args\":{\"device\":%" PRId32 ",\"context\":%" PRIu32 ",\"stream\":%" PRIu64
                      ",\"correlation\":%" PRIu32,
                      event.device, event.context, event.stream, event.correlation);
    if (event.kind == Kind::Kernel) {
        text += formatted(",\"registers per thread\":%" PRIu32 ",\"shared memory\":%" PRIu32, event.registers,
                          event.sharedBytes);
        const DeviceProperties* const device = propertiesOf(event.device);
        if (device && device->multiprocessors > 0 && device->warp > 0) {
            const double blocks =
                static_cast<double>(event.grid[0]) * event.grid[1] * event.grid[2] / device->multiprocessors;
            const double threads = static_cast<double>(event.block[0]) * event.block[1] * event.block[2];
            text += ",\"blocks per SM\":" + number(blocks) +
                    ",\"warps per SM\":" + number(blocks * threads / device->warp);
        }
        text += ",\"grid\":" + list(event.grid) + ",\"block\":" + list(event.block);
    } else {
        text += formatted(",\"bytes\":%" PRId64, event.bytes);
        if (event.end > event.start)
            text += ",\"memory bandwidth (GB/s)\":" +
                    number(static_cast<double>(event.bytes) / static_cast<double>(event.end - event.start));
    }
    text += formatted("}},\n{\"ph\":\"f\",\"id\":%" PRIu32 ",\"pid\":%" PRId32 ",\"tid\":%" PRIu64 ",\"ts\":",
                      event.correlation, event.device, event.stream) +
            start + ",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"bp\":\"e\"}";
}

void TraceText::addMemory(const Event& event, std::string& text) {
    if (event.start == 0) {
        ++m_senseless;
        return;
    }
    std::int64_t& inUse = m_inUse[event.device];
    inUse += event.bytes;
    // Buffers of several threads are not in one order: what is freed may come before what it frees.
    const std::int64_t shown = std::max<std::int64_t>(inUse, 0);
    const bool isOfHost = event.device == NoDevice;
    const std::string name =
        isOfHost ? "Pinned host memory" : formatted("GPU %" PRId32 " memory", event.device);
    text += ",\n{\"ph\":\"C\",\"name\":" + quoted(name) +
            formatted(",\"pid\":%" PRId32 ",\"ts\":", isOfHost ? m_head.process : event.device) +
            time(event.start) + formatted(",\"args\":{\"bytes\":%" PRId64 "}}", shown);
}

void TraceText::nameThread(std::uint32_t thread, std::string& text) {
    if (!m_threads.insert(thread).second) return;
    std::string name = formatted("thread %" PRIu32, thread);
    if (const std::string called = nameOfThread(thread); !called.empty()) name += " (" + called + ')';
    text += formatted(",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%" PRIu32
                      ",\"args\":{\"name\":",
                      m_head.process, thread) +
            quoted(name) + "}}";
}

void TraceText::nameStream(const Event& event, std::string& text) {
    if (!m_streams.insert({event.device, event.stream}).second) return;
    const auto add = [&](const char* what, std::uint64_t thread, const std::string& argument) {
        text += formatted(",\n{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRId32 ",\"tid\":%" PRIu64 ",\"args\":{",
                          what, event.device, thread) +
                argument + "}}";
    };
    const auto next = m_streams.lower_bound({event.device, 0});
    const bool isFirst = std::next(next) == m_streams.end() || std::next(next)->first != event.device;
    if (isFirst) {
        add("process_name", 0, "\"name\":" + quoted(m_head.program));
        add("process_labels", 0, formatted("\"labels\":\"GPU %" PRId32 "\"", event.device));
        add("process_sort_index", 0, formatted("\"sort_index\":%d", DeviceOrder + event.device));
    }
    add("thread_name", event.stream, formatted("\"name\":\"stream %" PRIu64 "\"", event.stream));
    add("thread_sort_index", event.stream, formatted("\"sort_index\":%" PRIu64, event.stream));
}

std::string TraceText::time(std::uint64_t nanoseconds) const {
    const std::int64_t since = static_cast<std::int64_t>(nanoseconds) + m_head.clockOffset - m_head.base;
    return since < 0 ? '-' + microseconds(static_cast<std::uint64_t>(-since))
                     : microseconds(static_cast<std::uint64_t>(since));
}

const std::string& TraceText::shownName(std::uint32_t name) {
    const auto [known, isNew] = m_shownNames.try_emplace(name);
    if (!isNew) return known->second;
    known->second = m_names.name(name);
    int status = 0;
    if (char* const source = abi::__cxa_demangle(known->second.c_str(), nullptr, nullptr, &status)) {
        if (status == 0) known->second = source;
        std::free(source);
    }
    return known->second;
}

const DeviceProperties* TraceText::propertiesOf(std::int32_t device) const {
    const auto found = std::find_if(m_head.devices.begin(), m_head.devices.end(),
                                    [&](const DeviceProperties& each) { return each.number == device; });
    return found == m_head.devices.end() ? nullptr : &*found;
}

} // namespace edgewright::cuda_trace
