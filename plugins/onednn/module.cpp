// SPDX-License-Identifier: GPL-3.0-or-later
// The module's one export. Exceptions end here.
#include "plugins/onednn/convolution.h"

#include <exception>

namespace edgewright::onednn {

namespace {

// Instruction sets are sets of bits; a later one need not hold all of an earlier one.
bool usesAvx512() {
    const auto used = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
    const auto wanted = static_cast<unsigned>(dnnl::cpu_isa::avx512_core);
    return (used & wanted) == wanted;
}

void* prepare(const kernels::BackendConvolution* shape, std::int32_t always) {
    try {
        return Convolution::make(*shape, wayFor(*shape, usesAvx512(), always != 0)).release();
    } catch (const std::exception&) { // what oneDNN cannot do, the program's own kernel can
        return nullptr;
    }
}

const char* describe(const void* prepared) {
    return static_cast<const Convolution*>(prepared)->description().c_str();
}

std::int64_t scratchBytes(const void* prepared) {
    return static_cast<const Convolution*>(prepared)->scratchBytes();
}

const char* run(void* prepared, const kernels::BackendCall* call) {
    try {
        static_cast<Convolution*>(prepared)->run(*call);
        return nullptr;
    } catch (const dnnl::error& error) {
        return error.message; // a literal of oneDNN's header
    } catch (const std::exception&) {
        return "out of memory";
    }
}

void release(void* prepared) { delete static_cast<Convolution*>(prepared); }

const char* library() {
    static const std::string name = [] {
        const dnnl_version_t& version = *dnnl_version();
        return "oneDNN " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
               std::to_string(version.patch);
    }();
    return name.c_str();
}

} // namespace

} // namespace edgewright::onednn

extern "C" __attribute__((visibility("default"))) const edgewright::kernels::BackendTable*
edgewright_backend() {
    using namespace edgewright;
    static const kernels::BackendTable table{kernels::BackendVersion, onednn::library(),    onednn::prepare,
                                             onednn::describe,        onednn::scratchBytes, onednn::run,
                                             onednn::release};
    return &table;
}
