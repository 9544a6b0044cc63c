// SPDX-License-Identifier: GPL-3.0-or-later
// Back ends for tests. FAKE_VERSION: of the interface. FAKE_ENTRY: the name of the exported function. The
// result is the bias of each channel; three output channels are declined, five fail when run.
#include "core/kernels/backend_interface.h"

namespace {

using namespace edgewright::kernels;

void* prepare(const BackendConvolution* shape, std::int32_t) {
    return shape->outChannels == 3 ? nullptr : new BackendConvolution(*shape);
}
const char* describe(const void*) { return "biases"; }
std::int64_t scratchBytes(const void*) { return 4096; }
const char* run(void* prepared, const BackendCall* call) {
    const auto& shape = *static_cast<const BackendConvolution*>(prepared);
    if (shape.outChannels == 5) return "five channels are too many";
    const std::int64_t plane = shape.axes[0].out * shape.axes[1].out * shape.axes[2].out;
    static_cast<char*>(call->scratch)[4095] = 1;
    for (std::int64_t i = 0; i < shape.batch * shape.outChannels; ++i) {
        float* const out = call->output + i * plane;
        for (std::int64_t j = 0; j < plane; ++j)
            out[j] = 0;
        if (call->bias) call->host->shift(out, call->bias[i % shape.outChannels], out, plane);
        call->host->clip(out, out, plane, call->low, call->high);
        if (call->finish) call->finish(call->self, out, i * plane, plane);
    }
    return nullptr;
}
void release(void* prepared) { delete static_cast<BackendConvolution*>(prepared); }

constexpr BackendTable Table{FAKE_VERSION, "fake", prepare, describe, scratchBytes, run, release};

} // namespace

extern "C" __attribute__((visibility("default"))) const BackendTable* FAKE_ENTRY();
const BackendTable* FAKE_ENTRY() { return &Table; }
