// SPDX-License-Identifier: GPL-3.0-or-later
// A libnvrtc.so for kernels: its image is the name of the source and its macros, which fake_gpu.cpp knows what
// to do with. What it refuses: an architecture that is newer than 9.0, a source without the kernel of its name,
// a macro of a value that the emulator was not built with, a source with a line "#error", and, where FAKE_GPU
// is "no softmax", that kernel: likewise the others.
#include "core/gpu/driver/abi.h"
#include "tests/core/gpu/emulator/emulator.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace edgewright::fake_compiler {

namespace {

using gpu::Handle;
constexpr int Success = 0, InvalidOption = 5, Compilation = 6;

struct Program {
    std::string source, name, log, image; // the name without ".cu"
};

Program& of(Handle program) { return *static_cast<Program*>(program); }

bool hasKernel(const Program& program) {
    const std::size_t at = program.source.rfind("KERNEL ");
    return at != std::string::npos && program.source.find(program.name + "(", at) != std::string::npos;
}

int compiled(Program& program, int count, const char* const* options) {
    std::string defines;
    for (int i = 0; i < count; ++i) {
        const std::string_view each = options[i];
        if (each == "--gpu-architecture=sm_100") return InvalidOption;
        if (each.starts_with("-D")) (defines += defines.empty() ? "" : " ") += each;
    }
    const char* const set = std::getenv("FAKE_GPU");
    if (set && set == "no " + program.name)
        program.log = program.name + ".cu(4): error: identifier \"expf\" is undefined\n";
    else if (program.source.find("\n#error") != std::string::npos)
        program.log = program.name + ".cu(1): error: #error directive\n";
    else if (!hasKernel(program))
        program.log = program.name + ".cu: error: there is no kernel " + program.name + "\n";
    else if (!emulator::find(program.name, defines))
        program.log = program.name + ".cu: error: not emulated with " + defines + "\n";
    if (!program.log.empty()) return Compilation;
    program.image = "emulated\n" + program.name + "\n" + defines;
    return Success;
}

} // namespace

} // namespace edgewright::fake_compiler

using namespace edgewright::fake_compiler;

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int nvrtcVersion(int* major, int* minor) {
    *major = 12;
    *minor = 4;
    return Success;
}
EXPORT int nvrtcCreateProgram(Handle* program, const char* source, const char* name, int, const char* const*,
                              const char* const*) {
    const std::string file = name;
    *program = new Program{source, file.substr(0, file.rfind('.')), {}, {}};
    return Success;
}
EXPORT int nvrtcDestroyProgram(Handle* program) {
    delete &of(*program);
    *program = nullptr;
    return Success;
}
EXPORT int nvrtcCompileProgram(Handle program, int count, const char* const* options) {
    return compiled(of(program), count, options);
}
EXPORT int nvrtcGetProgramLogSize(Handle program, std::size_t* bytes) {
    *bytes = of(program).log.size() + 1;
    return Success;
}
EXPORT int nvrtcGetProgramLog(Handle program, char* log) {
    std::memcpy(log, of(program).log.c_str(), of(program).log.size() + 1);
    return Success;
}
EXPORT int nvrtcGetCUBINSize(Handle program, std::size_t* bytes) {
    *bytes = of(program).image.size() + 1;
    return Success;
}
EXPORT int nvrtcGetCUBIN(Handle program, char* image) {
    std::memcpy(image, of(program).image.c_str(), of(program).image.size() + 1);
    return Success;
}
