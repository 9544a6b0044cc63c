// SPDX-License-Identifier: GPL-3.0-or-later
// A libcupti.so.12 that records what the fake driver answers, in small buffers, with times that are counted and
// not taken. A launch comes as a call of the runtime, behind a query of it. Where FAKE_CUPTI_RECORDED names a
// file of records of a real one, those come at the end in place of all others.
#include "fake_cuda.h"
#include "recorded_activity.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include <dlfcn.h>

namespace edgewright::fake_cuda {

namespace {

using namespace cuda_trace;

constexpr int InvalidParameter = 1, EndOfBuffer = 12, NoPrivilege = 35;
constexpr std::size_t BytesUsed = 4096; // of each buffer
constexpr std::uint32_t Runtime = 2, Driver = 1;

struct RecordOfKernel : KernelActivity {
    std::uint64_t behind[8] = {}; // as newer versions have
};
struct RecordOfCopy : CopyActivity {
    std::uint64_t behind[4] = {};
};
struct RecordOfFill : FillActivity {
    std::uint64_t behind[4] = {};
};
struct RecordOfMemory : MemoryActivity {
    const char* name = nullptr;
    std::uint64_t behind[8] = {};
};

struct State {
    std::mutex mutex;
    void (*request)(std::uint8_t**, std::size_t*, std::size_t*) = nullptr;
    void (*complete)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t) = nullptr;
    std::set<Activity> kinds;
    std::set<std::pair<std::uint32_t, std::uint32_t>> leftOut; // domain and callback
    std::vector<std::string> driverNames{""};
    std::vector<std::string> runtimeNames{"", "cudaGetDevice_v2010", "cudaLaunchKernel_v7000"};
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0, used = 0;
    std::uint64_t time = 1'000'000;
    std::uint32_t correlation = 0, kernels = 0;
    std::set<std::string> names; // that records point to
};

State& state() {
    static State* const state = new State;
    return *state;
}

void deliver() {
    State& now = state();
    if (!now.buffer) return;
    now.complete(nullptr, 0, now.buffer, now.size, now.used);
    now.buffer = nullptr;
    now.used = 0;
}

template <class Entry>
void put(const Entry& entry) {
    State& now = state();
    if (now.kinds.count(entry.kind) == 0) return;
    const std::size_t bytes = (sizeof(Entry) + 15) & ~std::size_t(7);
    if (now.buffer && now.used + bytes > BytesUsed) deliver();
    if (!now.buffer) {
        std::size_t most = 0;
        now.request(&now.buffer, &now.size, &most);
        if (!now.buffer || now.size < BytesUsed) std::abort();
    }
    const auto length = static_cast<std::uint64_t>(bytes);
    std::memcpy(now.buffer + now.used, &length, sizeof(length));
    std::memcpy(now.buffer + now.used + sizeof(length), &entry, sizeof(entry));
    now.used += bytes;
}

std::uint32_t callbackOf(std::vector<std::string>& names, const std::string& function) {
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i] == function) return static_cast<std::uint32_t>(i);
    names.emplace_back(function);
    return static_cast<std::uint32_t>(names.size() - 1);
}

void putCall(Activity kind, std::uint32_t callback, const Answered& answered) {
    State& now = state();
    if (now.leftOut.count({kind == Activity::Driver ? Driver : Runtime, callback}) > 0) return;
    put(CallActivity{kind, callback, now.time, now.time + 2000, 0, 77, now.correlation,
                     static_cast<std::uint32_t>(answered.result)});
    now.time += 3000;
}

void hear(const Answered& answered) {
    State& now = state();
    const std::lock_guard lock(now.mutex);
    const bool isLaunch = std::strncmp(answered.function, "cuLaunchKernel", 14) == 0;
    if (isLaunch) {
        ++now.correlation;
        putCall(Activity::Runtime, 1, answered);
    }
    ++now.correlation;
    if (isLaunch)
        putCall(Activity::Runtime, 2, answered);
    else
        putCall(Activity::Driver, callbackOf(now.driverNames, answered.function), answered);
    switch (answered.work) {
    case Work::None:
        break;
    case Work::Kernels:
        for (const std::string& name : answered.kernels) {
            RecordOfKernel kernel{};
            kernel.kind = Activity::ConcurrentKernel;
            kernel.registers = 16;
            if (name != "untimed") {
                kernel.start = now.time;
                kernel.end = now.time + 5000;
            }
            now.time += 6000;
            kernel.context = 1;
            kernel.stream = answered.stream;
            std::memcpy(kernel.grid, answered.grid, sizeof(kernel.grid));
            std::memcpy(kernel.block, answered.block, sizeof(kernel.block));
            kernel.correlation = now.correlation;
            kernel.name = now.names.insert(name).first->c_str();
            put(kernel);
        }
        break;
    case Work::Copy: {
        RecordOfCopy copy{};
        copy.kind = Activity::Memcpy;
        copy.copyKind = std::strstr(answered.function, "DtoH") ? 2 : 1;
        copy.source = copy.copyKind == 1 ? Pinned : DeviceMemory;
        copy.target = copy.copyKind == 1 ? DeviceMemory : Pinned;
        copy.bytes = answered.bytes;
        copy.start = now.time;
        copy.end = now.time += 4000;
        copy.context = 1;
        copy.stream = answered.stream;
        copy.correlation = now.correlation;
        put(copy);
        break;
    }
    case Work::Fill: {
        RecordOfFill fill{};
        fill.kind = Activity::Memset;
        fill.bytes = answered.bytes;
        fill.start = now.time;
        fill.end = now.time += 1000;
        fill.context = 1;
        fill.stream = answered.stream;
        fill.correlation = now.correlation;
        fill.memory = DeviceMemory;
        put(fill);
        break;
    }
    case Work::Allocation:
    case Work::Release: {
        RecordOfMemory memory{};
        memory.kind = Activity::Memory;
        memory.operation = answered.work == Work::Allocation ? 1 : 2;
        memory.memory = answered.isPinned ? Pinned : DeviceMemory;
        memory.correlation = now.correlation;
        memory.address = answered.address;
        memory.bytes = answered.bytes;
        memory.time = now.time;
        put(memory);
        break;
    }
    }
    // As its own thread does now and then.
    if (std::strcmp(answered.function, "cuCtxSynchronize") == 0) deliver();
}

void replay(const char* file) {
    State& now = state();
    forEachRecorded(file, [&](const RecordedActivity& each) {
        if (each.is("driver"))
            put(each.call(Activity::Driver, callbackOf(now.driverNames, each.name())));
        else if (each.is("runtime"))
            put(each.call(Activity::Runtime, callbackOf(now.runtimeNames, each.name())));
        else if (each.is("memcpy"))
            put(RecordOfCopy{each.copy()});
        else if (each.is("memset"))
            put(RecordOfFill{each.set()});
        else if (each.is("memory"))
            put(RecordOfMemory{each.memory()});
        else if (each.is("kernel")) {
            RecordOfKernel kernel{each.kernel()};
            kernel.name = now.names.insert(each.name()).first->c_str();
            put(kernel);
        }
    });
}

} // namespace

} // namespace edgewright::fake_cuda

using namespace edgewright::cuda_trace;
using namespace edgewright::fake_cuda;

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int cuptiGetTimestamp(std::uint64_t* time) {
    const std::lock_guard lock(state().mutex);
    *time = ++state().time;
    return Success;
}
EXPORT int cuptiSetThreadIdType(std::uint32_t) { return Success; }
EXPORT int cuptiActivityRegisterCallbacks(decltype(state().request) request,
                                          decltype(state().complete) complete) {
    state().request = request;
    state().complete = complete;
    return Success;
}
EXPORT int cuptiActivityEnable(Activity kind) {
    if (std::getenv("FAKE_CUPTI_REFUSES") && kind == Activity::ConcurrentKernel) return NoPrivilege;
    state().kinds.insert(kind);
    if (std::getenv("FAKE_CUPTI_RECORDED")) return Success;
    const auto listen = reinterpret_cast<void (*)(Listener)>(
        ::dlsym(::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD), "fakeCudaListen"));
    listen(&hear);
    return Success;
}
EXPORT int cuptiActivityDisable(Activity kind) {
    state().kinds.erase(kind);
    return Success;
}
EXPORT int cuptiActivityFlushAll(std::uint32_t) {
    const std::lock_guard lock(state().mutex);
    if (const char* const file = std::getenv("FAKE_CUPTI_RECORDED")) replay(file);
    deliver();
    return Success;
}
EXPORT int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, void** entry) {
    std::size_t at = 0;
    if (*entry) {
        const std::uint8_t* const before = static_cast<std::uint8_t*>(*entry) - sizeof(std::uint64_t);
        std::uint64_t length = 0;
        std::memcpy(&length, before, sizeof(length));
        at = static_cast<std::size_t>(before - buffer) + length;
    }
    if (at >= valid) return EndOfBuffer;
    *entry = buffer + at + sizeof(std::uint64_t);
    return Success;
}
EXPORT int cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped) {
    *dropped = 0;
    return Success;
}
EXPORT int cuptiGetCallbackName(std::uint32_t domain, std::uint32_t callback, const char** name) {
    if (domain == Runtime && callback >= 1 && callback < state().runtimeNames.size()) {
        *name = state().runtimeNames[callback].c_str();
        return Success;
    }
    if (domain == Driver && callback >= 1 && callback < state().driverNames.size()) {
        *name = state().driverNames[callback].c_str();
        return Success;
    }
    return InvalidParameter;
}
EXPORT int cuptiActivityEnableRuntimeApi(std::uint32_t callback, std::uint8_t isOn) {
    // Older versions lack this: they record all calls.
    if (!isOn && !std::getenv("FAKE_CUPTI_RECORDS_QUERIES")) state().leftOut.insert({Runtime, callback});
    return Success;
}
EXPORT int cuptiGetResultString(int result, const char** text) {
    *text = result == NoPrivilege ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN";
    return Success;
}
