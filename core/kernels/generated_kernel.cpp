// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/generated_kernel.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/parallel.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <utility>

namespace edgewright::kernels {

namespace {

constexpr std::int64_t MaxFloats = std::int64_t(1) << 34;
constexpr std::int64_t MaxOperands = 16;

bool isSound(const GeneratedKernel& kernel) {
    const auto isExtent = [](std::int64_t count) { return count >= 0 && count <= MaxFloats; };
    return kernel.run && kernel.operandFloats && kernel.operands >= 1 && kernel.operands <= MaxOperands &&
           kernel.tasks >= 1 && isExtent(kernel.tasks) && isExtent(kernel.outputFloats) &&
           isExtent(kernel.packedFloats) && isExtent(kernel.copyFloats) && isExtent(kernel.copyTasks) &&
           (kernel.packedFloats == 0) == (kernel.packedOperand == -1) && kernel.packedOperand >= -1 &&
           kernel.packedOperand < kernel.operands && (kernel.packedFloats == 0 || kernel.pack) &&
           (kernel.copyFloats == 0 || kernel.copy) &&
           std::ranges::all_of(std::span(kernel.operandFloats, static_cast<std::size_t>(kernel.operands)),
                               isExtent);
}

} // namespace

Result<std::span<const GeneratedKernel>> loadGenerated(const std::filesystem::path& file) {
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) { // the loader's own words name the file as well
        const char* const why = dlerror();
        return badInput(say("{1} cannot be loaded as generated kernels: {2}", file.string(), why ? why : "?"));
    }
    const auto* const table = static_cast<const GeneratedTable*>(dlsym(module, GeneratedSymbol));
    if (!table || table->version != GeneratedVersion || table->count < 1 ||
        table->count > MaxGeneratedKernels || !table->kernels)
        return badInput(say("{1} holds no generated kernels", file.string()));
    const std::span kernels(table->kernels, static_cast<std::size_t>(table->count));
    for (const GeneratedKernel& each : kernels)
        if (!isSound(each)) return badInput(say("{1} holds no generated kernels", file.string()));
    return kernels;
}

void GeneratedCall::Free::operator()(float* memory) const { std::free(memory); }

Result<GeneratedCall::Floats> GeneratedCall::allocate(std::int64_t count) {
    constexpr std::size_t Line = 64;
    const auto bytes = (static_cast<std::size_t>(count) * sizeof(float) + Line - 1) / Line * Line;
    Floats memory(count > 0 ? static_cast<float*>(std::aligned_alloc(Line, bytes)) : nullptr);
    if (count > 0 && !memory)
        return Error{ErrorCode::OutOfMemory, say("a generated kernel needs {1} bytes", bytes)};
    return memory;
}

Result<GeneratedCall> GeneratedCall::make(const GeneratedKernel& kernel, std::vector<const float*> operands) {
    if (std::cmp_less(operands.size(), kernel.operands))
        return badInput(
            say("a generated kernel has {1} operands where {2} are given", kernel.operands, operands.size()));
    GeneratedCall call(kernel, std::move(operands));
    ASSIGN_OR_RETURN(call.m_packed, allocate(kernel.packedFloats));
    ASSIGN_OR_RETURN(call.m_copy, allocate(kernel.copyFloats));
    if (call.m_packed) kernel.pack(call.m_operands.data(), call.m_packed.get());
    return call;
}

void GeneratedCall::run(float* output, int threads) const {
    runGenerated(*m_kernel, m_operands.data(), m_packed.get(), m_copy.get(), output, threads);
}

void runGenerated(const GeneratedKernel& kernel, const float* const* operands, const float* packed, float* copy,
                  float* output, int threads) {
    const auto shared = [&](std::int64_t tasks, const auto& part) {
        const std::int64_t pieces = threads <= 1 ? 1 : std::min<std::int64_t>(tasks, 8 * std::int64_t(threads));
        parallelFor(threads, pieces, [&](std::int64_t piece, int) {
            part(tasks * piece / pieces, tasks * (piece + 1) / pieces);
        });
    };
    if (kernel.copyFloats > 0)
        shared(kernel.copyTasks,
               [&](std::int64_t begin, std::int64_t end) { kernel.copy(operands, copy, begin, end); });
    shared(kernel.tasks, [&](std::int64_t begin, std::int64_t end) {
        kernel.run(operands, packed, copy, output, begin, end);
    });
}

} // namespace edgewright::kernels
