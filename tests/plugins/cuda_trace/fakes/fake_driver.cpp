// SPDX-License-Identifier: GPL-3.0-or-later
// A libcuda.so.1 without a GPU: every function of the list that the library wraps, and those that it asks. It
// keeps books of memory, captures and graphs, refuses what makes no sense, and writes the name of each function
// that was called, a line each, into the file FAKE_CUDA_LOG ("name captured" while the stream is captured).
#include "fake_cuda.h"

#include "plugins/cuda_trace/driver_functions.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace edgewright::fake_cuda {

namespace {

using namespace cuda_trace;

constexpr int InvalidValue = 1, OutOfMemory = 2, InvalidHandle = 400, InvalidContext = 201, WrongCapture = 900;
constexpr std::size_t MemoryBytes = std::size_t(1) << 40;

struct State {
    std::mutex mutex;
    std::deque<std::string> functions; // handles are addresses of these
    std::map<Address, std::size_t> memory;
    std::map<Address, Address> maps;                                    // handles of physical memory by address
    std::set<Address> released;                                         // though mapped
    std::map<Handle, std::vector<std::string>> captures;                // kernels by stream
    std::deque<std::vector<std::string>> graphs;                        // handles are addresses of these
    std::map<Handle, const std::vector<std::string>*> graphsToRun = {}; // by handle
    Address next = 0x7f0000000000;
    int log = -1;
};

State& state() {
    static State* const state = new State;
    return *state;
}

Listener listener = nullptr;

void write(const std::string& line) {
    State& now = state();
    if (now.log < 0)
        if (const char* const file = std::getenv("FAKE_CUDA_LOG"))
            now.log = ::open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (now.log < 0) return;
    const std::string text = line + '\n';
    if (::write(now.log, text.data(), text.size()) < 0) std::abort();
}

std::string kernelOf(Handle function) {
    for (const std::string& each : state().functions)
        if (&each == function) return each;
    return "unnamed";
}

bool isCaptured(Handle stream) { return state().captures.count(stream) > 0; }

// What each effect does: a result, and more for the listener.
int act(const Plain&, Answered&) { return Success; }
int act(const Waits&, Answered&) { return Success; }
int act(const OnStream&, Answered&) { return Success; }
int act(const Names& effect, Answered&) {
    *effect.function = &state().functions.emplace_back(effect.name);
    return Success;
}
int act(const Launches& effect, Answered& answered) {
    const std::string kernel = kernelOf(effect.function);
    if (const auto capture = state().captures.find(effect.stream); capture != state().captures.end()) {
        capture->second.push_back(kernel);
        return Success;
    }
    answered.work = Work::Kernels;
    answered.kernels = {kernel};
    std::memcpy(answered.grid, effect.grid, sizeof(answered.grid));
    std::memcpy(answered.block, effect.block, sizeof(answered.block));
    return Success;
}
int act(const LaunchesGraph& effect, Answered& answered) {
    const auto known = state().graphsToRun.find(effect.graph);
    if (known == state().graphsToRun.end()) return InvalidHandle;
    answered.work = Work::Kernels;
    answered.kernels = *known->second;
    return Success;
}
int allocate(std::size_t bytes, Address& at, bool isPinned, Answered& answered) {
    if (bytes == 0) return InvalidValue;
    if (bytes > MemoryBytes) return OutOfMemory;
    at = state().next;
    state().next += (bytes + 0xffff) & ~std::size_t(0xffff);
    state().memory[at] = bytes;
    answered.work = Work::Allocation;
    answered.bytes = bytes;
    answered.address = at;
    answered.isPinned = isPinned;
    return Success;
}
int release(Address at, bool isPinned, Answered& answered) {
    const auto known = state().memory.find(at);
    if (known == state().memory.end()) return InvalidValue;
    answered.work = Work::Release;
    answered.bytes = known->second;
    answered.address = at;
    answered.isPinned = isPinned;
    state().memory.erase(known);
    return Success;
}
int act(const Allocates& effect, Answered& answered) {
    return allocate(effect.bytes, *effect.at, false, answered);
}
int act(const AllocatesRows& effect, Answered& answered) {
    constexpr std::size_t Pitch = 512;
    *const_cast<std::size_t*>(effect.pitch) = Pitch;
    return allocate(Pitch * effect.rows, *effect.at, false, answered);
}
int act(const AllocatesHost& effect, Answered& answered) {
    Address at = 0;
    const int result = allocate(effect.bytes, at, true, answered);
    *effect.at = reinterpret_cast<void*>(at);
    return result;
}
int act(const AllocatesInOrder& effect, Answered& answered) {
    if (isCaptured(effect.stream)) return Success;
    return allocate(effect.bytes, *effect.at, false, answered);
}
int act(const Frees& effect, Answered& answered) { return release(effect.at, false, answered); }
int act(const FreesHost& effect, Answered& answered) {
    return release(reinterpret_cast<Address>(effect.at), true, answered);
}
int act(const FreesInOrder& effect, Answered& answered) {
    return isCaptured(effect.stream) ? Success : release(effect.at, false, answered);
}
int act(const FreesAllOf&, Answered&) { return Success; }
int act(const Creates& effect, Answered& answered) {
    return allocate(effect.bytes, *effect.handle, false, answered);
}
bool isMapped(Address handle) {
    for (const auto& [at, mapped] : state().maps)
        if (mapped == handle) return true;
    return false;
}
int act(const Releases& effect, Answered& answered) {
    if (!isMapped(effect.handle)) return release(effect.handle, false, answered);
    state().released.insert(effect.handle);
    return Success;
}
int act(const Maps& effect, Answered&) {
    state().maps[effect.at] = effect.handle;
    return Success;
}
int act(const Unmaps& effect, Answered& answered) {
    State& now = state();
    for (auto each = now.maps.lower_bound(effect.at);
         each != now.maps.end() && each->first - effect.at < effect.bytes;) {
        const Address handle = each->second;
        each = now.maps.erase(each);
        if (!isMapped(handle) && now.released.erase(handle) > 0) release(handle, false, answered);
    }
    return Success;
}
int act(const Copies& effect, Answered& answered) {
    if (isCaptured(effect.stream)) return Success;
    answered.work = Work::Copy;
    answered.bytes = effect.bytes;
    return Success;
}
int act(const Fills& effect, Answered& answered) {
    if (isCaptured(effect.stream)) return Success;
    answered.work = Work::Fill;
    answered.bytes = effect.bytes;
    return Success;
}
int act(const BeginsCapture& effect, Answered&) {
    return state().captures.try_emplace(effect.stream).second ? Success : WrongCapture;
}
int act(const EndsCapture& effect, Answered&) {
    const auto capture = state().captures.find(effect.stream);
    if (capture == state().captures.end()) return WrongCapture;
    state().graphs.push_back(std::move(capture->second));
    state().captures.erase(capture);
    return Success;
}

template <class Effect>
Handle streamOf(const Effect& effect) {
    if constexpr (requires { effect.stream; })
        return effect.stream;
    else
        return nullptr;
}

// The driver calls the library of CUDA_INJECTION64_PATH once, in cuInit().
void inject() {
    static bool isDone = false;
    const char* const path = std::getenv("CUDA_INJECTION64_PATH");
    if (isDone || !path || !*path) return;
    isDone = true;
    void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::fprintf(stderr, "fake driver: %s\n", ::dlerror());
        return;
    }
    if (const auto initialize = reinterpret_cast<int (*)()>(::dlsym(library, "InitializeInjection")))
        initialize();
}

template <class Effect>
int answer(Id id, const Effect& effect, Answered& answered) {
    const char* const name = FunctionNames[static_cast<std::size_t>(id)];
    if (id == Id::cuInit) inject();
    const std::lock_guard lock(state().mutex);
    constexpr bool IsOfCapture = std::is_same_v<Effect, BeginsCapture> || std::is_same_v<Effect, EndsCapture>;
    const bool isWaiting = !IsOfCapture && isCaptured(streamOf(effect)) && streamOf(effect);
    write(std::string(name) + (isWaiting ? " captured" : ""));
    answered.function = name;
    answered.result = act(effect, answered);
    return answered.result;
}

template <class Effect>
int run(Id id, const Effect& effect, void* first) {
    Answered answered;
    const int result = answer(id, effect, answered);
    // Graphs: what was captured last, and what is made of it.
    const std::lock_guard lock(state().mutex);
    State& now = state();
    if constexpr (std::is_same_v<Effect, Plain>) {
        if (std::string_view(answered.function).starts_with("cuGraphInstantiate") && !now.graphs.empty()) {
            *static_cast<Handle*>(first) = &now.graphs.back();
            now.graphsToRun[&now.graphs.back()] = &now.graphs.back();
        }
    }
    if (listener) listener(answered);
    return result;
}

void* pointerOf() { return nullptr; }
template <class First, class... Rest>
void* pointerOf(First first, Rest...) {
    if constexpr (std::is_pointer_v<First>)
        return const_cast<void*>(static_cast<const void*>(first));
    else
        return nullptr;
}

void* find(const std::string& name) {
    static void* const self = [] {
        Dl_info own{};
        ::dladdr(reinterpret_cast<const void*>(&inject), &own);
        return ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    }();
    return ::dlsym(self, name.c_str());
}

// "cuMemAlloc" of version 12000 is cuMemAlloc_v2; flag 2 asks for the stream of the thread.
int lookUp(const char* name, void** function, int version, std::uint64_t flags, int* status) {
    constexpr int SecondSince = 3020;
    std::vector<std::string> names;
    for (const char* const suffix : {"_v2", ""})
        if (*suffix == '\0' || version >= SecondSince) names.push_back(std::string(name) + suffix);
    *function = nullptr;
    for (const std::string& each : names) {
        if (*function) break;
        if (flags == 2)
            for (const char* const variant : {"_ptsz", "_ptds"})
                if (!*function) *function = find(each + variant);
        if (!*function) *function = find(each);
    }
    if (status) *status = *function ? 0 : 1;
    return *function ? Success : NotFound;
}

} // namespace

} // namespace edgewright::fake_cuda

using namespace edgewright::cuda_trace;
using namespace edgewright::fake_cuda;

#define EXPORT extern "C" [[gnu::visibility("default")]]

#define EDGEWRIGHT_FAKE(name, parameters, arguments, effect)                                                   \
    EXPORT int name parameters { return run(Id::name, effect, pointerOf arguments); }
EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_FAKE)

EXPORT void fakeCudaListen(Listener heard) { listener = heard; }

EXPORT int cuDriverGetVersion(int* version) {
    *version = 12040;
    return Success;
}
EXPORT int cuDeviceGetCount(int* count) {
    *count = 1;
    return Success;
}
EXPORT int cuDeviceGet(int* device, int number) {
    *device = number;
    return Success;
}
EXPORT int cuDeviceGetName(char* text, int bytes, int) {
    std::snprintf(text, static_cast<std::size_t>(bytes), "Fake \"GPU\"");
    return Success;
}
EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = MemoryBytes;
    return Success;
}
EXPORT int cuDeviceGetAttribute(int* value, int which, int) {
    *value = which == 16 ? 132 : which == 10 ? 32 : which == 75 ? 9 : 0;
    return Success;
}
EXPORT int cuCtxGetDevice(int* device) {
    if (std::getenv("FAKE_CUDA_NO_CONTEXT")) return InvalidContext;
    *device = 0;
    return Success;
}
EXPORT int cuFuncGetName(const char** name, Handle function) {
    const std::lock_guard lock(state().mutex);
    for (const std::string& each : state().functions)
        if (&each == function) {
            *name = each.c_str();
            return Success;
        }
    return InvalidHandle;
}
EXPORT int cuStreamIsCapturing(Handle stream, int* status) {
    const std::lock_guard lock(state().mutex);
    *status = isCaptured(stream) ? 1 : 0;
    return Success;
}
EXPORT int cuStreamIsCapturing_ptsz(Handle stream, int* status) { return cuStreamIsCapturing(stream, status); }
EXPORT int cuGetProcAddress(const char* name, void** function, int version, std::uint64_t flags) {
    return lookUp(name, function, version, flags, nullptr);
}
EXPORT int cuGetProcAddress_v2(const char* name, void** function, int version, std::uint64_t flags,
                               int* status) {
    return lookUp(name, function, version, flags, status);
}
