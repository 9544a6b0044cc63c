// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/compiler.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/driver/library.h"

#include <string_view>

namespace edgewright::gpu {

namespace {

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

Result<Compiler> Compiler::open(int capability, const std::string& library) {
    const std::vector<std::string> names =
        library.empty() ? cudaLibraryNames("libnvrtc", {"13", "12", "11.2"}, "EDGEWRIGHT_NVRTC")
                        : std::vector<std::string>{library};
    ASSIGN_OR_RETURN(const Library found,
                     Library::open(say("The compiler for kernels (NVRTC)"), names,
                                   say("NVRTC of CUDA 11.2 to 13, a part of NVIDIA's CUDA toolkit")));
    Compiler compiler;
    compiler.m_library = found.name();
    compiler.m_capability = capability;
#define EDGEWRIGHT_GPU_TAKE(name, parameters) RETURN_IF_ERROR(found.take(#name, compiler.m_call.name));
    EDGEWRIGHT_GPU_COMPILER_FUNCTIONS(EDGEWRIGHT_GPU_TAKE)
#undef EDGEWRIGHT_GPU_TAKE
    int major = 0, minor = 0;
    if (compiler.m_call.nvrtcVersion(&major, &minor) != Success)
        return badInput(say("{1} does not tell its version", found.name()));
    compiler.m_version = major * 1000 + minor * 10;
    return compiler;
}

Result<std::vector<char>> Compiler::compile(const std::string& source, const std::string& name,
                                            const std::vector<std::string>& options) const {
    Handle program = nullptr;
    if (const int result =
            m_call.nvrtcCreateProgram(&program, source.c_str(), name.c_str(), 0, nullptr, nullptr);
        result != Success)
        return badInput(say("{1}: {2} takes no program (error {3})", name, m_library, result));
    struct Made {
        const CompilerFunctions& call;
        Handle program;
        ~Made() { call.nvrtcDestroyProgram(&program); }
    } const owner{m_call, program};

    std::vector<std::string> all{"--gpu-architecture=sm_" + std::to_string(m_capability), "--std=c++17"};
    all.insert(all.end(), options.begin(), options.end());
    std::vector<const char*> words;
    for (const std::string& each : all)
        words.push_back(each.c_str());
    const int result = m_call.nvrtcCompileProgram(program, static_cast<int>(words.size()), words.data());
    std::size_t bytes = 0;
    if (result == InvalidOptionResult)
        return unsupported(
            say("{1} is of CUDA {2}, which does not know the compute capability {3}.{4} of this GPU", m_library,
                versionText(m_version), m_capability / 10, m_capability % 10));
    if (result != Success) {
        std::string log;
        if (m_call.nvrtcGetProgramLogSize(program, &bytes) == Success && bytes > 1) {
            log.resize(bytes);
            if (m_call.nvrtcGetProgramLog(program, log.data()) != Success) log.clear();
            log.resize(std::string_view(log.c_str()).size()); // it ends with a zero
        }
        return badInput(say("{1} does not compile (error {2} of NVRTC):\n{3}", name, result, log));
    }
    if (m_call.nvrtcGetCUBINSize(program, &bytes) != Success || bytes == 0)
        return badInput(say("{1}: {2} made no image", name, m_library));
    std::vector<char> image(bytes);
    if (m_call.nvrtcGetCUBIN(program, image.data()) != Success)
        return badInput(say("{1}: {2} made no image", name, m_library));
    return image;
}

} // namespace edgewright::gpu
