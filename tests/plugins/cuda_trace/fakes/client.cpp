// SPDX-License-Identifier: GPL-3.0-or-later
// A program with a static runtime: it opens the driver, looks up cuGetProcAddress_v2 by dlsym() and everything
// else by that. Its first word says what it does.
#include "plugins/cuda_trace/driver_functions.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace edgewright::cuda_trace;

#define EDGEWRIGHT_TYPE(name, parameters, arguments, effect) using name##_type = int parameters;
EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_TYPE)

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "client: %s\n", what);
    std::exit(90);
}

using GetProcAddress = int(const char*, void**, int, std::uint64_t, int*);
GetProcAddress* look = nullptr;

void openDriver() {
    void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) fail(::dlerror());
    look = reinterpret_cast<GetProcAddress*>(::dlsym(driver, "cuGetProcAddress_v2"));
    if (!look || ::dlerror()) fail("no cuGetProcAddress_v2");
    if (::dlsym(driver, "cuNothing") || !::dlerror()) fail("something called cuNothing");
    if (::dlsym(driver, "cuMemcpyBatchAsync") ? ::dlerror() != nullptr : ::dlerror() == nullptr)
        fail("dlerror() belongs to another question");
    // As the runtime does, which asks for the function that it asks.
    void* again = nullptr;
    if (look("cuGetProcAddress", &again, 12000, 0, nullptr) != Success) fail("no cuGetProcAddress");
    if (again != reinterpret_cast<void*>(look)) fail("another cuGetProcAddress");
}

constexpr int Newest = 12000, Oldest = 2000;

void* found(const char* name, int version, std::uint64_t flags) {
    void* function = nullptr;
    int status = -1;
    if (look(name, &function, version, flags, &status) != Success || !function || status != 0) return nullptr;
    return function;
}

// "cuMemcpyHtoDAsync_v2_ptsz": asked for as "cuMemcpyHtoDAsync", version 12000, flag 2.
void* foundAsExported(std::string name) {
    std::uint64_t flags = 0;
    if (name.ends_with("_ptsz") || name.ends_with("_ptds")) {
        flags = 2;
        name.resize(name.size() - 5);
    }
    const bool isSecond = name.ends_with("_v2");
    if (isSecond) name.resize(name.size() - 3);
    return found(name.c_str(), isSecond ? Newest : Oldest, flags);
}

#define CALL(function, flags, ...)                                                                             \
    (reinterpret_cast<std::add_pointer_t<function##_type>>(                                                    \
        found(withoutSuffix(#function).c_str(), Newest, flags))(__VA_ARGS__))

std::string withoutSuffix(std::string name) {
    for (const char* const suffix : {"_ptsz", "_ptds", "_v2"})
        if (name.ends_with(suffix)) name.resize(name.size() - std::strlen(suffix));
    return name;
}

void check(int result, const char* what) {
    if (result != Success) fail(what);
}
#define DO(function, flags, ...) check(CALL(function, flags __VA_OPT__(, ) __VA_ARGS__), #function)

struct Scratch {
    std::array<std::array<std::uint64_t, 64>, 12> buffers = {};
    std::size_t next = 0;
    template <class Parameter>
    Parameter make() {
        if constexpr (std::is_pointer_v<Parameter>)
            return static_cast<Parameter>(static_cast<void*>(buffers[next++].data()));
        else
            return Parameter(1);
    }
};

template <class... Parameters>
void call(int (*function)(Parameters...)) {
    Scratch scratch;
    const std::tuple<Parameters...> arguments{scratch.make<Parameters>()...};
    std::apply(function, arguments);
}

// Every function of the list once, in its order.
void sweep() {
#define EDGEWRIGHT_CALL(name, parameters, arguments, effect)                                                   \
    if (void* const function = foundAsExported(#name)) call(reinterpret_cast<name##_type*>(function));
    EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_CALL)
}

Handle kernelCalled(const char* name) {
    Handle module = nullptr, function = nullptr;
    DO(cuModuleLoadData, 0, &module, "image");
    DO(cuModuleGetFunction, 0, &function, module, name);
    return function;
}

void launch(Handle function, Handle stream, std::uint64_t flags = 0) {
    const auto launching = reinterpret_cast<cuLaunchKernel_type*>(found("cuLaunchKernel", Newest, flags));
    check(launching(function, 4, 2, 1, 256, 1, 1, 1024, stream, nullptr, nullptr), "cuLaunchKernel");
}

void work() {
    DO(cuInit, 0, 0u);
    Handle context = nullptr, stream = nullptr;
    DO(cuDevicePrimaryCtxRetain, 0, &context, 0);
    DO(cuStreamCreate, 0, &stream, 1u);
    stream = context = &context; // the fake gives none out
    const Handle saxpy = kernelCalled("_Z5saxpyifPKfPf"), untimed = kernelCalled("untimed");

    Address plain = 0, pool = 0, managed = 0, pitched = 0, physical = 0;
    void* pinned = nullptr;
    std::size_t pitch = 0;
    DO(cuMemAlloc_v2, 0, &plain, std::size_t(4096));
    DO(cuMemAllocManaged, 0, &managed, std::size_t(1000), 1u);
    DO(cuMemAllocPitch_v2, 0, &pitched, &pitch, std::size_t(100), std::size_t(3), 4u);
    DO(cuMemHostAlloc, 0, &pinned, std::size_t(2048), 0u);
    DO(cuMemAllocAsync, 0, &pool, std::size_t(8192), stream);
    const AllocationProperties properties{1, 0, 1, 0, nullptr, {}};
    DO(cuMemCreate, 0, &physical, std::size_t(1) << 21, &properties, std::uint64_t(0));
    DO(cuMemMap, 0, Address(0x500000000), std::size_t(1) << 21, std::size_t(0), physical, std::uint64_t(0));

    DO(cuMemcpyHtoD_v2, 0, plain, pinned, std::size_t(4096));
    DO(cuMemcpyHtoDAsync_v2_ptsz, 2, plain, pinned, std::size_t(100), Handle(nullptr));
    DO(cuMemsetD32_v2, 1, plain, 0u, std::size_t(10));
    launch(saxpy, nullptr);
    launch(saxpy, nullptr, 2);
    launch(saxpy, stream, 1);
    launch(untimed, stream);
    LaunchConfig config{7, 1, 1, 32, 1, 1, 0, stream, nullptr, 0};
    DO(cuLaunchKernelEx, 0, &config, saxpy, nullptr, nullptr);

    // A graph of two kernels, a copy and memory of its own, run three times.
    Handle graph = nullptr, exec = nullptr;
    Address ofGraph = 0;
    DO(cuStreamBeginCapture_v2, 0, stream, 0);
    launch(saxpy, stream);
    launch(saxpy, stream);
    DO(cuMemAllocAsync, 0, &ofGraph, std::size_t(64), stream);
    DO(cuMemcpyDtoHAsync_v2, 0, pinned, plain, std::size_t(64), stream);
    DO(cuMemFreeAsync, 0, ofGraph, stream);
    launch(saxpy, nullptr); // another stream works meanwhile
    DO(cuStreamEndCapture, 0, stream, &graph);
    exec = nullptr;
    check(reinterpret_cast<cuGraphInstantiateWithFlags_type*>(found("cuGraphInstantiateWithFlags", Newest, 0))(
              &exec, graph, 0),
          "cuGraphInstantiateWithFlags");
    for (int i = 0; i < 3; ++i)
        DO(cuGraphLaunch, 0, exec, stream);
    DO(cuMemcpyDtoH_v2, 0, pinned, plain, std::size_t(4096));
    DO(cuStreamSynchronize, 0, stream);
    DO(cuCtxSynchronize, 0);

    if (CALL(cuMemFree_v2, 0, Address(12345)) == Success) fail("freed what was not there");
    if (CALL(cuMemAlloc_v2, 0, &managed, std::size_t(1) << 50) == Success) fail("allocated too much");
}

// All of the memory is given back, in an order other than that of its coming.
void workAndFree(bool isAtExit) {
    DO(cuInit, 0, 0u);
    const Handle saxpy = kernelCalled("_Z5saxpyifPKfPf");
    static Address plain = 0, pool = 0, physical = 0;
    static void* pinned = nullptr;
    DO(cuMemAlloc_v2, 0, &plain, std::size_t(4096));
    DO(cuMemAllocAsync_ptsz, 2, &pool, std::size_t(8192), Handle(nullptr));
    DO(cuMemAllocHost_v2, 0, &pinned, std::size_t(512));
    const AllocationProperties properties{1, 0, 1, 0, nullptr, {}};
    DO(cuMemCreate, 0, &physical, std::size_t(1) << 21, &properties, std::uint64_t(0));
    for (int i = 0; i < 2; ++i)
        DO(cuMemMap, 0, Address(0x500000000) + Address(i) * (1 << 21), std::size_t(1) << 21, std::size_t(0),
           physical, std::uint64_t(0));
    launch(saxpy, nullptr);
    DO(cuMemRelease, 0, physical); // it is mapped still
    Address late = 0;
    DO(cuMemAllocAsync, 0, &late, std::size_t(1) << 20, Handle(nullptr));
    DO(cuMemFreeAsync, 0, late, Handle(nullptr));
    DO(cuMemUnmap, 0, Address(0x500000000), std::size_t(2) << 21);
    const auto free = [] {
        DO(cuMemFreeHost, 0, pinned);
        DO(cuMemFreeAsync, 0, pool, Handle(nullptr));
        DO(cuMemFree_v2, 0, plain);
    };
    if (isAtExit)
        std::atexit(free);
    else
        free();
}

void threads() {
    DO(cuInit, 0, 0u);
    const Handle saxpy = kernelCalled("_Z5saxpyifPKfPf");
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([&] {
            for (int k = 0; k < 500; ++k) {
                Address at = 0;
                DO(cuMemAlloc_v2, 0, &at, std::size_t(256));
                launch(saxpy, nullptr);
                DO(cuMemFree_v2, 0, at);
            }
        });
    for (std::thread& each : all)
        each.join();
}

// What is recorded is written now and then, while the program goes on.
void untilWritten() {
    const char* const named = std::getenv("EDGEWRIGHT_CUDA_TRACE");
    if (!named) return;
    std::string path = named;
    if (const std::size_t at = path.find("%p"); at != path.npos)
        path.replace(at, 2, std::to_string(::getpid()));
    for (int i = 0; i < 6000; ++i) {
        std::ifstream file(path);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        if (text.find("\"cuCtxSynchronize\"") != text.npos) return;
        ::usleep(10'000);
    }
    fail("nothing is written");
}

} // namespace

int main(int count, char** words) {
    const std::string_view word = count > 1 ? words[1] : "";
    std::printf("client says %s\n", count > 1 ? words[1] : "nothing");
    std::fflush(stdout);
    if (word == "none") { // no CUDA at all, as programs find out
        void* const scope = ::dlopen(nullptr, RTLD_NOW);
        const bool isThere = ::dlsym(scope, "cuInit") || !::dlerror() || ::dlsym(RTLD_DEFAULT, "cuInit") ||
                             ::dlsym(scope, "cuGetProcAddress_v2") || !::dlsym(RTLD_DEFAULT, "malloc");
        return isThere ? 4 : 3;
    }
    if (word == "fork") { // before anything of CUDA
        if (::fork() == 0) {
            openDriver();
            workAndFree(false);
            std::exit(0);
        }
        int status = 0;
        ::wait(&status);
        openDriver();
        workAndFree(false);
        if (::fork() == 0) { // and behind it: the child has nothing of it
            launch(kernelCalled("ofTheChild"), nullptr);
            std::exit(0);
        }
        ::wait(&status);
        return WEXITSTATUS(status);
    }
    openDriver();
    if (word == "sweep") sweep();
    if (word == "work" || word == "crash" || word == "_exit" || word == "exit") work();
    if (word == "free") workAndFree(false);
    if (word == "free-at-exit") workAndFree(true);
    if (word == "threads") threads();
    if (word == "crash") {
        untilWritten();
        ::raise(SIGSEGV);
    }
    if (word == "_exit") {
        untilWritten();
        ::_exit(5);
    }
    return word == "exit" ? 7 : 0;
}
