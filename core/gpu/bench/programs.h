// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels compiled for one GPU, each with its macros once.
#pragma once

#include "core/gpu/driver/compiler.h"
#include "core/gpu/driver/gpu.h"
#include "core/gpu/kernel.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace edgewright::gpu {

class Programs {
public:
    Programs(std::shared_ptr<Gpu> gpu, Compiler compiler)
        : m_gpu(std::move(gpu)), m_compiler(std::move(compiler)) {}

    const std::shared_ptr<Gpu>& gpu() const { return m_gpu; }
    const Compiler& compiler() const { return m_compiler; }
    Result<Function> functionOf(const Launch& launch);

private:
    std::shared_ptr<Gpu> m_gpu;
    Compiler m_compiler;
    std::map<std::string, Function> m_functions; // by source and macros
};

// Starts a launch whose arrays lie where `addressOf` says.
Result<void> start(Gpu& gpu, const Function& function, const Launch& launch,
                   const std::function<Address(const BufferPart&)>& addressOf, const std::string& what);

} // namespace edgewright::gpu
