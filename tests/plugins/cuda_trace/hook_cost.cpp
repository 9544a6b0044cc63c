// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the cost of a call of the driver, for people: run it plain and with the library preloaded, with the
// fake driver in LD_LIBRARY_PATH, and without FAKE_CUDA_LOG.
//
//   cd build/dev/fake_cuda && export LD_LIBRARY_PATH=driver
//   ./edgewright_cuda_hook_cost
//   EDGEWRIGHT_CUDA_TRACE=/tmp/%p.json LD_PRELOAD=../lib/edgewright/libedgewright-cuda-trace.so
//   ./edgewright_cuda_hook_cost
#include "plugins/cuda_trace/driver_functions.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <dlfcn.h>

int main() {
    using namespace edgewright::cuda_trace;
    using Clock = std::chrono::steady_clock;
    constexpr int Rounds = 200, Calls = 1000;
    void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) return std::puts(::dlerror()), 1;
    const auto look = reinterpret_cast<int (*)(const char*, void**, int, std::uint64_t, int*)>(
        ::dlsym(driver, "cuGetProcAddress_v2"));
    void *init = nullptr, *launch = nullptr, *record = nullptr, *stream = &init;
    look("cuInit", &init, 12000, 0, nullptr);
    look("cuLaunchKernel", &launch, 12000, 0, nullptr);
    look("cuEventRecord", &record, 12000, 0, nullptr);
    reinterpret_cast<int (*)(unsigned)>(init)(0);
    const auto launching = reinterpret_cast<int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned,
                                                    unsigned, unsigned, void*, void**, void**)>(launch);
    const auto recording = reinterpret_cast<int (*)(void*, void*)>(record);
    const auto print = [&](const char* what, auto&& call) {
        std::vector<double> nanoseconds;
        for (int round = 0; round < Rounds; ++round) {
            const auto start = Clock::now();
            for (int i = 0; i < Calls; ++i)
                call();
            nanoseconds.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
                                  Calls);
        }
        std::sort(nanoseconds.begin(), nanoseconds.end());
        std::printf("%-16s %6.0f ns (median of %d rounds of %d calls; best %.0f)\n", what,
                    nanoseconds[Rounds / 2], Rounds, Calls, nanoseconds.front());
    };
    print("cuLaunchKernel", [&] { launching(driver, 1, 1, 1, 256, 1, 1, 0, stream, nullptr, nullptr); });
    print("cuEventRecord", [&] { recording(stream, stream); });
    return 0;
}
