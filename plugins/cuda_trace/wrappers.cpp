// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the driver as this library exports them, made of driver_functions.h, and the ways in which
// programs get at them: by the linker, by dlsym(), by cuGetProcAddress(), which static runtimes look up first.
#include "plugins/cuda_trace/mode.h"
#include "plugins/cuda_trace/recorder.h"
#include "plugins/cuda_trace/shim.h"

#include <iterator>
#include <string_view>
#include <unordered_set>

namespace {

using namespace edgewright::cuda_trace;

} // namespace

extern "C" {

#define EDGEWRIGHT_WRAPPER(name, parameters, arguments, effect)                                                \
    [[gnu::visibility("default")]] int name parameters {                                                       \
        return hooked(Id::name, effect,                                                                        \
                      [&](void* real) { return reinterpret_cast<decltype(&name)>(real) arguments; });          \
    }
EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_WRAPPER)
#undef EDGEWRIGHT_WRAPPER

[[gnu::visibility("default")]] int cuGetProcAddress(const char* name, void** function, int version,
                                                    std::uint64_t flags) {
    static const auto real = driver().symbol<int(const char*, void**, int, std::uint64_t)>("cuGetProcAddress");
    if (!real) return NotFound;
    const int result = real(name, function, version, flags);
    if (result == Success && function)
        if (void* const before = wrapperOf(*function)) *function = before;
    return result;
}

[[gnu::visibility("default")]] int cuGetProcAddress_v2(const char* name, void** function, int version,
                                                       std::uint64_t flags, int* status) {
    static const auto real =
        driver().symbol<int(const char*, void**, int, std::uint64_t, int*)>("cuGetProcAddress_v2");
    if (!real) return NotFound;
    const int result = real(name, function, version, flags, status);
    if (result == Success && function)
        if (void* const before = wrapperOf(*function)) *function = before;
    return result;
}

} // extern "C"

namespace edgewright::cuda_trace {

namespace {

#define EDGEWRIGHT_ENTRY(name, parameters, arguments, effect) reinterpret_cast<void*>(&::name),
void* const Wrappers[] = {EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_ENTRY)}; // by Id
#undef EDGEWRIGHT_ENTRY

constexpr const char *First = "cuGetProcAddress", *Second = "cuGetProcAddress_v2";

} // namespace

void* wrapperOf(const void* address) {
    if (!address) return nullptr;
    // Where CUPTI or nothing records, programs may have the driver's own.
    const Recorder& recorder = Recorder::instance();
    if (recorder.isTried() ? !recorder.isOn(Source::DriverCalls) : mode() == Mode::CuptiOnly) return nullptr;
    static void* const first = driver().symbol<void>(First);
    static void* const second = driver().symbol<void>(Second);
    if (address == second) return reinterpret_cast<void*>(&::cuGetProcAddress_v2);
    if (address == first) return reinterpret_cast<void*>(&::cuGetProcAddress);
    const std::size_t function = driver().at(address);
    return function < FunctionCount ? Wrappers[function] : nullptr;
}

bool isWrapped(const char* name) {
    static const auto* const names = [] {
        auto* const all =
            new std::unordered_set<std::string_view>(std::begin(FunctionNames), std::end(FunctionNames));
        all->insert({First, Second});
        return all;
    }();
    return names->count(name) > 0;
}

} // namespace edgewright::cuda_trace
