// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler for kernels (NVRTC), which is loaded when it is needed: libnvrtc.so of CUDA 13, 12 or 11.2, by
// the system's loader or where CUDA is installed; EDGEWRIGHT_NVRTC names another file.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/abi.h"

#include <string>
#include <vector>

namespace edgewright::gpu {

class Compiler {
public:
    // `capability`: of the GPU that images are for, 90 is 9.0. `library`: this file and no other.
    static Result<Compiler> open(int capability, const std::string& library = {});

    const std::string& library() const { return m_library; } // its file
    int version() const { return m_version; }                // 13000 is 13.0

    // The image of a source whose file is called `name`, with these options beside those for the GPU. BadInput
    // with the compiler's log where it does not compile.
    Result<std::vector<char>> compile(const std::string& source, const std::string& name,
                                      const std::vector<std::string>& options) const;

private:
    CompilerFunctions m_call;
    std::string m_library;
    int m_version = 0, m_capability = 0;
};

} // namespace edgewright::gpu
