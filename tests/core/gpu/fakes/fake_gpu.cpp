// SPDX-License-Identifier: GPL-3.0-or-later
// A libcuda.so.1 for kernels: it has memory, runs the kernels that the emulator has been built with, and its
// clock goes on by 0.1 ms with each launch. It watches the bytes around each allocation. It loads the library
// of CUDA_INJECTION64_PATH, and tells the fake CUPTI (tests/plugins/cuda_trace) of launches. FAKE_GPU changes
// it: "none", no GPU; "small", 1 MiB of memory; "no numbers", each launch leaves NaN in what was allocated
// last; "turing", compute capability 7.5; "drifts", each launch takes 1 % less than the one before; "old", without
// cuOccupancyMaxActiveBlocksPerMultiprocessor (the library is another one then, see CMakeLists.txt).
#include "core/gpu/driver/abi.h"
#include "tests/core/gpu/emulator/emulator.h"
#include "tests/plugins/cuda_trace/fakes/fake_cuda.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>

namespace edgewright::fake_gpu {

namespace {

using gpu::Address;
using gpu::Handle;
constexpr int Success = 0, InvalidValue = 1, OutOfMemory = 2, NoDevice = 100, NoImage = 200, NotFound = 500,
              IllegalAddress = 700, LaunchFailed = 719;
constexpr std::size_t Fence = 256; // bytes on each side of an allocation
constexpr unsigned char FenceByte = 0xa5;

struct Module {
    std::string name, defines;
};

struct State {
    std::map<Address, std::size_t> memory; // bytes, by address
    std::size_t used = 0;
    Address last = 0;
    double milliseconds = 0, launch = 0.1;
    int failure = Success; // of a kernel, told when it is waited for
};
State state;
fake_cuda::Listener listener = nullptr;

void inject() {
    const char* const path = std::getenv("CUDA_INJECTION64_PATH");
    void* const library = path && *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (void* const found = library ? dlsym(library, "InitializeInjection") : nullptr)
        reinterpret_cast<int (*)()>(found)();
}
void tellLaunch(const char* kernel) {
    if (!listener) return;
    fake_cuda::Answered answered;
    answered.function = "cuLaunchKernel";
    answered.work = fake_cuda::Work::Kernels;
    answered.kernels = {kernel};
    listener(answered);
}

bool is(const char* what) {
    const char* const set = std::getenv("FAKE_GPU");
    return set && std::string_view(set) == what;
}
std::size_t allMemory() { return is("small") ? std::size_t(1) << 20 : std::size_t(1) << 32; }

bool isFenced(Address at, std::size_t bytes) {
    const auto* const low = reinterpret_cast<const unsigned char*>(at) - Fence;
    const auto* const high = reinterpret_cast<const unsigned char*>(at) + bytes;
    for (std::size_t i = 0; i < Fence; ++i)
        if (low[i] != FenceByte || high[i] != FenceByte) return false;
    return true;
}
void lookAround() {
    for (const auto& [at, bytes] : state.memory)
        if (!isFenced(at, bytes)) state.failure = IllegalAddress;
}

bool isWithin(Address at, std::size_t bytes) {
    const auto after = state.memory.upper_bound(at);
    if (after == state.memory.begin()) return false;
    const auto& [first, size] = *std::prev(after);
    return at - first <= size && bytes <= size - (at - first);
}

} // namespace

} // namespace edgewright::fake_gpu

using namespace edgewright::fake_gpu;

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int cuInit(unsigned) {
    inject();
    return is("none") ? NoDevice : Success;
}
// A real NVRTC asks the driver for it, and crashes where there is none.
EXPORT int cuGetExportTable(const void**, const void*) { return NotFound; }
EXPORT int cuDriverGetVersion(int* version) {
    *version = 12040;
    return Success;
}
EXPORT int cuGetErrorName(int result, const char** name) {
    *name = result == IllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : result == LaunchFailed ? "CUDA_ERROR_LAUNCH_FAILED"
            : result == OutOfMemory  ? "CUDA_ERROR_OUT_OF_MEMORY"
            : result == NoImage      ? "CUDA_ERROR_INVALID_IMAGE"
                                     : "CUDA_ERROR_INVALID_VALUE";
    return Success;
}
EXPORT int cuGetErrorString(int, const char** text) {
    *text = "words of the driver";
    return Success;
}
EXPORT int cuDeviceGetCount(int* count) {
    *count = 1;
    return Success;
}
EXPORT int cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return Success;
}
EXPORT int cuDeviceGetName(char* name, int bytes, int) {
    std::snprintf(name, static_cast<std::size_t>(bytes), "Emulated GPU");
    return Success;
}
EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = allMemory();
    return Success;
}
EXPORT int cuDeviceGetAttribute(int* value, int attribute, int) {
    static const std::map<int, int> values{{13, 1'000'000}, {16, 2},      {36, 1'000'000}, {37, 256},
                                           {38, 4096},      {39, 2048},   {75, 9},         {76, 0},
                                           {81, 233'472},   {82, 65'536}, {106, 32},       {111, 1024}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 0 : found->second;
    if (is("turing") && attribute == 75) *value = 7;
    if (is("turing") && attribute == 76) *value = 5;
    return found == values.end() ? InvalidValue : Success;
}
EXPORT int cuDevicePrimaryCtxRetain(Handle* context, int) {
    *context = &state;
    return Success;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return state.memory.empty() ? Success : InvalidValue; }
EXPORT int cuCtxSetCurrent(Handle) { return Success; }
EXPORT int cuCtxSynchronize() {
    lookAround();
    const int failure = state.failure;
    state.failure = Success;
    return failure;
}

// An image of fake_compiler.cpp: "emulated\nNAME\nMACROS".
EXPORT int cuModuleLoadData(Handle* module, const void* image) {
    const std::string text(static_cast<const char*>(image));
    const std::size_t first = text.find('\n'), second = text.find('\n', first + 1);
    if (text.substr(0, first) != "emulated" || second == text.npos) return NoImage;
    *module = new Module{text.substr(first + 1, second - first - 1), text.substr(second + 1)};
    return Success;
}
EXPORT int cuModuleUnload(Handle module) {
    delete static_cast<Module*>(module);
    return Success;
}
EXPORT int cuModuleGetFunction(Handle* function, Handle module, const char* name) {
    const auto& loaded = *static_cast<const Module*>(module);
    const auto* const found = edgewright::emulator::find(loaded.name, loaded.defines);
    if (!found || loaded.name != name) return NotFound;
    *function = const_cast<edgewright::emulator::Instance*>(found);
    return Success;
}
EXPORT int cuFuncGetAttribute(int* value, int attribute, Handle) {
    *value = attribute == 4 ? 64 : 0;
    return Success;
}
#ifndef EDGEWRIGHT_FAKE_OLD
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Handle, int threads, std::size_t) {
    *blocks = std::min(32, 1024 / ((threads + 31) / 32 * 32)); // 64 registers each
    return Success;
}
#endif
EXPORT int cuMemAlloc_v2(Address* address, std::size_t bytes) {
    if (bytes == 0) return InvalidValue;
    if (bytes > allMemory() - state.used) return OutOfMemory;
    auto* const block =
        static_cast<unsigned char*>(std::aligned_alloc(Fence, (bytes + 3 * Fence) / Fence * Fence));
    std::memset(block, FenceByte, bytes + 2 * Fence);
    *address = state.last = reinterpret_cast<Address>(block) + Fence;
    state.memory[*address] = bytes;
    state.used += bytes;
    return Success;
}
EXPORT int cuMemFree_v2(Address address) {
    lookAround();
    const auto found = state.memory.find(address);
    if (found == state.memory.end()) return InvalidValue;
    state.used -= found->second;
    state.memory.erase(found);
    std::free(reinterpret_cast<unsigned char*>(address) - Fence);
    return Success;
}
EXPORT int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *total = allMemory();
    *free = *total - state.used;
    return Success;
}
EXPORT int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
    if (!isWithin(to, bytes)) return InvalidValue;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return Success;
}
EXPORT int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
    if (!isWithin(from, bytes)) return InvalidValue;
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return Success;
}
EXPORT int cuMemcpyDtoD_v2(Address to, Address from, std::size_t bytes) {
    if (!isWithin(from, bytes) || !isWithin(to, bytes)) return InvalidValue;
    std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return Success;
}
EXPORT int cuMemsetD8_v2(Address at, unsigned char value, std::size_t bytes) {
    if (!isWithin(at, bytes)) return InvalidValue;
    std::memset(reinterpret_cast<void*>(at), value, bytes);
    return Success;
}
EXPORT int cuLaunchKernel(Handle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                          unsigned blockY, unsigned blockZ, unsigned, Handle, void** parameters, void**) {
    const unsigned threads = blockX * blockY * blockZ;
    if (threads < 1 || threads > 1024 || gridX < 1 || gridY < 1 || gridZ < 1 || gridY > 65535 || gridZ > 65535)
        return InvalidValue;
    const auto& instance = *static_cast<const edgewright::emulator::Instance*>(function);
    const std::string problem = edgewright::emulator::launch({gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                                                             [&] { instance.run(parameters); });
    state.milliseconds += state.launch;
    state.launch = is("drifts") ? 0.99 * state.launch : 0.1;
    if (!problem.empty()) {
        std::fprintf(stderr, "fake GPU: %s %s: %s\n", instance.name, instance.defines, problem.c_str());
        state.failure = LaunchFailed;
    }
    tellLaunch(instance.name);
    if (is("no numbers")) std::memset(reinterpret_cast<void*>(state.last), 0xff, 4);
    return Success;
}
EXPORT int cuEventCreate(Handle* event, unsigned) {
    *event = new double(0);
    return Success;
}
EXPORT int cuEventDestroy_v2(Handle event) {
    delete static_cast<double*>(event);
    return Success;
}
EXPORT int cuEventRecord(Handle event, Handle) {
    *static_cast<double*>(event) = state.milliseconds;
    return Success;
}
EXPORT int cuEventSynchronize(Handle) { return cuCtxSynchronize(); }
EXPORT int cuEventElapsedTime(float* milliseconds, Handle start, Handle end) {
    *milliseconds = static_cast<float>(*static_cast<double*>(end) - *static_cast<double*>(start));
    return Success;
}
EXPORT void fakeCudaListen(edgewright::fake_cuda::Listener into) { listener = into; }
EXPORT void fakeGpuPasses(double milliseconds) { state.milliseconds += milliseconds; }
EXPORT std::size_t fakeGpuAllocations() { return state.memory.size(); }
