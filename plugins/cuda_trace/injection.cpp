// SPDX-License-Identifier: GPL-3.0-or-later
// The function that the CUDA driver calls in cuInit() of the library that CUDA_INJECTION64_PATH names.
#include "plugins/cuda_trace/cupti.h"
#include "plugins/cuda_trace/message.h"
#include "plugins/cuda_trace/mode.h"
#include "plugins/cuda_trace/recorder.h"
#include "plugins/cuda_trace/shim.h"

extern "C" [[gnu::visibility("default")]] int InitializeInjection() {
    using namespace edgewright::cuda_trace;
    constexpr int Done = 1;
    if (mode() == Mode::DriverOnly || Recorder::instance().isTried()) return Done;
    const std::string fault = Cupti::instance().start();
    if (fault.empty()) return Done;
    const bool hasShim = mode() == Mode::Either && Shim::instance().isInTheWay();
    message(fault + (hasShim ? "" : "; the program runs without a trace"));
    return Done;
}
