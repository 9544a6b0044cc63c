// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/cupti.h"

#include "plugins/cuda_trace/abi.h"
#include "plugins/cuda_trace/clock.h"
#include "plugins/cuda_trace/driver.h"
#include "plugins/cuda_trace/message.h"
#include "plugins/cuda_trace/recorder.h"
#include "plugins/cuda_trace/text.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include <dlfcn.h>

namespace edgewright::cuda_trace {

namespace {

constexpr std::size_t BufferBytes = 8 << 20;
constexpr std::uint32_t DriverDomain = 1, RuntimeDomain = 2; // of callbacks
constexpr std::uint32_t MaxCallback = 4096;
constexpr std::uint32_t FlushPeriod = 200; // milliseconds
constexpr std::uint32_t ByKernelId = 1;    // threads are numbered as the system does

struct Wanted {
    Activity kind;
    const char* words;
    bool isNeeded;
};
constexpr Wanted Kinds[] = {
    {Activity::Memcpy, "copies", true},
    {Activity::Memset, "fills", true},
    {Activity::ConcurrentKernel, "kernels", true},
    {Activity::Driver, "calls of the driver", false},
    {Activity::Runtime, "calls of the runtime", false},
    {Activity::Memory, "memory", false},
};

// "cudaLaunchKernel_v7000" -> "cudaLaunchKernel"; "cuMemAlloc_v2" stays.
std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    if (at == name.npos || name.size() - at < 6) return name;
    return name.find_first_not_of("0123456789", at + 2) == name.npos ? name.substr(0, at) : name;
}

} // namespace

bool isQuery(const char* function) {
    for (const char* const part :
         {"Get", "Query", "Occupancy", "IsCapturing", "CanAccessPeer", "PeekAtLastError"})
        if (std::strstr(function, part))
            return !std::strstr(function, "GetFunction") && !std::strstr(function, "GetKernel");
    return false;
}

Cupti& Cupti::instance() {
    static Cupti* const cupti = new Cupti;
    return *cupti;
}

template <class Signature>
Signature* Cupti::symbol(const char* name) const {
    return reinterpret_cast<Signature*>(driver().realDlsym()(m_handle, name));
}

std::string Cupti::words(int result) const {
    const char* text = nullptr;
    const auto find = symbol<int(int, const char**)>("cuptiGetResultString");
    if (find && find(result, &text) == Success && text) return formatted("%d (%s)", result, text);
    return std::to_string(result);
}

bool Cupti::load(std::string& tried) {
    const auto take = [&](const std::string& name, int flags) {
        m_handle = ::dlopen(name.c_str(), flags);
        m_name = name;
        return m_handle != nullptr;
    };
    constexpr const char* Names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8",
                                     "libcupti.so.11.2"};
    if (const char* const named = std::getenv("EDGEWRIGHT_CUPTI"); named && *named) {
        if (take(named, RTLD_NOW | RTLD_LOCAL)) return true;
        tried = ::dlerror();
        return false;
    }
    for (const char* const name : Names)
        if (take(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) return true;
    // A CUPTI that is newer than the driver refuses to work with it.
    int version = 0;
    const auto ask = driver().symbol<int(int*)>("cuDriverGetVersion");
    if (ask && ask(&version) != Success) version = 0;
    std::vector<std::string> folders{""};
    for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const home = std::getenv(variable); home && *home)
            for (const char* const below : {"/extras/CUPTI/lib64/", "/lib64/"})
                folders.push_back(std::string(home) + below);
    folders.insert(folders.end(), {"/usr/local/cuda/extras/CUPTI/lib64/", "/usr/local/cuda/lib64/"});
    for (const std::string& folder : folders)
        for (const char* const name : Names)
            if (version == 0 || std::atoi(name + std::strlen("libcupti.so.")) <= version / 1000)
                if (take(folder + name, RTLD_NOW | RTLD_LOCAL)) return true;
    tried = "no libcupti.so of the driver's version was found; EDGEWRIGHT_CUPTI may name the file";
    return false;
}

std::string Cupti::start() {
    std::string fault;
    if (!load(fault)) return "CUPTI cannot be loaded: " + fault;
    const auto timestamp = symbol<int(std::uint64_t*)>("cuptiGetTimestamp");
    std::uint64_t time = 0;
    if (!timestamp || timestamp(&time) != Success) return m_name + " tells no time";
    m_clockOffset = offsetOf([&] {
        timestamp(&time);
        return time;
    });
    fault = enable();
    if (!fault.empty()) return fault;
    leaveOutQueries();
    if (!Recorder::instance().start(Source::Cupti, m_name)) {
        finish();
        return {}; // it has been said
    }
    std::atexit([] { instance().finish(); });
    return {};
}

std::string Cupti::enable() {
    const auto callbacks =
        symbol<int(decltype(&giveBuffer), decltype(&takeBuffer))>("cuptiActivityRegisterCallbacks");
    const auto enabling = symbol<int(Activity)>("cuptiActivityEnable");
    const auto disabling = symbol<int(Activity)>("cuptiActivityDisable");
    if (!callbacks || !enabling ||
        !symbol<int(std::uint8_t*, std::size_t, void**)>("cuptiActivityGetNextRecord") ||
        !symbol<int(std::uint32_t)>("cuptiActivityFlushAll"))
        return m_name + " lacks functions that a trace needs";
    if (const auto threads = symbol<int(std::uint32_t)>("cuptiSetThreadIdType")) threads(ByKernelId);
    if (const int result = callbacks(&giveBuffer, &takeBuffer); result != Success)
        return m_name + " refuses with " + words(result);
    for (const Wanted& wanted : Kinds) {
        const int result = enabling(wanted.kind);
        if (result == Success) continue;
        const std::string sentence = m_name + " does not record " + wanted.words + ": " + words(result);
        if (!wanted.isNeeded) {
            message(sentence);
            continue;
        }
        for (const Wanted& before : Kinds) {
            if (before.kind == wanted.kind) break;
            if (disabling) disabling(before.kind);
        }
        return sentence;
    }
    if (const auto period = symbol<int(std::uint32_t)>("cuptiActivityFlushPeriod")) period(FlushPeriod);
    return {};
}

void Cupti::leaveOutQueries() {
    const auto nameOf = symbol<int(std::uint32_t, std::uint32_t, const char**)>("cuptiGetCallbackName");
    if (!nameOf) return;
    const auto leaveOut = [&](std::uint32_t domain, const char* switching) {
        const auto set = symbol<int(std::uint32_t, std::uint8_t)>(switching);
        if (!set) return; // those of older versions are left out when they come
        const char* name = nullptr;
        for (std::uint32_t i = 1; i < MaxCallback && nameOf(domain, i, &name) == Success && name; ++i)
            if (isQuery(name)) set(i, 0);
    };
    leaveOut(RuntimeDomain, "cuptiActivityEnableRuntimeApi");
    leaveOut(DriverDomain, "cuptiActivityEnableDriverApi");
}

void Cupti::finish() {
    constexpr std::uint32_t EvenIfUnfinished = 1;
    symbol<int(std::uint32_t)>("cuptiActivityFlushAll")(EvenIfUnfinished);
    std::size_t dropped = 0;
    const auto count = symbol<int(void*, std::uint32_t, std::size_t*)>("cuptiActivityGetNumDroppedRecords");
    if (!count || count(nullptr, 0, &dropped) != Success) dropped = 0;
    if (const auto disabling = symbol<int(Activity)>("cuptiActivityDisable"))
        for (const Wanted& wanted : Kinds)
            disabling(wanted.kind);
    Recorder::instance().finish(dropped);
}

void Cupti::giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) {
    Cupti& self = instance();
    *buffer = nullptr;
    *maxRecords = 0; // as many as there is room for
    {
        const std::lock_guard lock(self.m_mutex);
        if (!self.m_buffers.empty()) {
            *buffer = self.m_buffers.back();
            self.m_buffers.pop_back();
        }
    }
    if (!*buffer) *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, BufferBytes));
    *size = *buffer ? BufferBytes : 0;
}

void Cupti::takeBuffer(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
    Cupti& self = instance();
    const auto next = self.symbol<int(std::uint8_t*, std::size_t, void**)>("cuptiActivityGetNextRecord");
    void* record = nullptr;
    if (valid > 0)
        while (next(buffer, valid, &record) == Success)
            self.take(record);
    Recorder::instance().makeRoom();
    const std::lock_guard lock(self.m_mutex);
    self.m_buffers.push_back(buffer);
}

std::uint64_t Cupti::time(std::uint64_t there) const {
    return there == 0 ? 0 : static_cast<std::uint64_t>(static_cast<std::int64_t>(there) + m_clockOffset);
}

std::uint32_t Cupti::callName(std::uint32_t domain, std::uint32_t callback) {
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_callNames.try_emplace((std::uint64_t(domain) << 32) | callback);
    if (!isNew) return known->second;
    const char* name = nullptr;
    const auto nameOf = symbol<int(std::uint32_t, std::uint32_t, const char**)>("cuptiGetCallbackName");
    const bool hasName = nameOf && nameOf(domain, callback, &name) == Success && name;
    const std::string unnamed =
        formatted("call %u of the %s", callback, domain == DriverDomain ? "driver" : "runtime");
    if (!hasName || !isQuery(name))
        known->second =
            Recorder::instance().names().id(hasName ? withoutVersion(name) : std::string_view(unnamed));
    return known->second;
}

void Cupti::take(const void* record) {
    Event event;
    switch (static_cast<const ActivityHead*>(record)->kind) {
    case Activity::Driver:
    case Activity::Runtime: {
        const auto& call = *static_cast<const CallActivity*>(record);
        const bool isDriver = call.kind == Activity::Driver;
        event.kind = isDriver ? Kind::DriverCall : Kind::RuntimeCall;
        event.name = callName(isDriver ? DriverDomain : RuntimeDomain, call.callback);
        if (event.name == 0) return;
        event.start = time(call.start);
        event.end = time(call.end);
        event.thread = call.thread;
        event.correlation = call.correlation;
        event.result = static_cast<std::int32_t>(call.result);
        break;
    }
    case Activity::ConcurrentKernel: {
        const auto& kernel = *static_cast<const KernelActivity*>(record);
        event.kind = Kind::Kernel;
        event.name = Recorder::instance().names().id(kernel.name && *kernel.name ? kernel.name : "a kernel");
        event.start = time(kernel.start);
        event.end = time(kernel.end);
        event.device = static_cast<std::int32_t>(kernel.device);
        event.context = kernel.context;
        event.stream = kernel.stream;
        event.correlation = kernel.correlation;
        event.registers = kernel.registers;
        event.sharedBytes = kernel.staticShared + kernel.dynamicShared;
        std::memcpy(event.grid, kernel.grid, sizeof(event.grid));
        std::memcpy(event.block, kernel.block, sizeof(event.block));
        break;
    }
    case Activity::Memcpy: {
        const auto& copy = *static_cast<const CopyActivity*>(record);
        event.kind = Kind::Copy;
        event.copyKind = copy.copyKind;
        event.source = copy.source;
        event.target = copy.target;
        event.bytes = static_cast<std::int64_t>(copy.bytes);
        event.start = time(copy.start);
        event.end = time(copy.end);
        event.device = static_cast<std::int32_t>(copy.device);
        event.context = copy.context;
        event.stream = copy.stream;
        event.correlation = copy.correlation;
        break;
    }
    case Activity::Memset: {
        const auto& fill = *static_cast<const FillActivity*>(record);
        event.kind = Kind::Fill;
        event.target = static_cast<std::uint8_t>(fill.memory);
        event.bytes = static_cast<std::int64_t>(fill.bytes);
        event.start = time(fill.start);
        event.end = time(fill.end);
        event.device = static_cast<std::int32_t>(fill.device);
        event.context = fill.context;
        event.stream = fill.stream;
        event.correlation = fill.correlation;
        break;
    }
    case Activity::Memory: {
        const auto& memory = *static_cast<const MemoryActivity*>(record);
        if (memory.memory == Pageable || (memory.operation != 1 && memory.operation != 2)) return;
        event.kind = Kind::Memory;
        event.bytes = static_cast<std::int64_t>(memory.bytes) * (memory.operation == 1 ? 1 : -1);
        event.start = time(memory.time);
        event.device = memory.memory == Pinned ? NoDevice : static_cast<std::int32_t>(memory.device);
        event.correlation = memory.correlation;
        break;
    }
    default:
        return;
    }
    Recorder::instance().add(event);
}

} // namespace edgewright::cuda_trace
