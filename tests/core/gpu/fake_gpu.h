// SPDX-License-Identifier: GPL-3.0-or-later
// The fakes of this folder, opened by their files.
#pragma once

#include "core/gpu/bench/measure.h"
#include "tests/support/paths/paths.h"

#include <QByteArray>

#include <dlfcn.h>

#include <cstddef>
#include <string>

namespace edgewright::test {

inline std::string fakeFile(const char* folder, const char* name) { return fakeGpu() / folder / name; }
inline std::string fakeDriver() { return fakeFile("gpu", "libcuda.so.1"); }
inline std::string fakeCompiler() { return fakeFile("compiler", "libnvrtc.so.12"); }
inline std::string fakeProducts() { return fakeFile("products", "libcublas.so.12"); }
inline std::string fakeConvolutions() { return fakeFile("convolutions", "libcudnn.so.9"); }

inline Result<gpu::Programs> fakePrograms() {
    auto opened = gpu::Gpu::open(0, fakeDriver());
    if (!opened) return opened.error();
    auto compiler = gpu::Compiler::open((*opened)->info().capability, fakeCompiler());
    if (!compiler) return compiler.error();
    return gpu::Programs(*opened, *compiler);
}

// Memory of the fake that was not given back.
inline std::size_t fakeAllocations() {
    void* const library = dlopen(fakeDriver().c_str(), RTLD_NOW | RTLD_NOLOAD);
    const auto count =
        library ? reinterpret_cast<std::size_t (*)()>(dlsym(library, "fakeGpuAllocations")) : nullptr;
    return count ? count() : std::size_t(-1);
}

// FAKE_GPU as long as this lives.
class FakeSetting {
public:
    explicit FakeSetting(const char* value) { qputenv("FAKE_GPU", value); }
    ~FakeSetting() { qunsetenv("FAKE_GPU"); }
    FakeSetting(const FakeSetting&) = delete;
    FakeSetting& operator=(const FakeSetting&) = delete;
};

} // namespace edgewright::test
