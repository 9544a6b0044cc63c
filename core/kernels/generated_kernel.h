// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that were generated for shapes and compiled (core/loopnest), in a shared object. The generated C has
// these records word for word (core/loopnest/c_source.cpp): plain data and functions of the language C.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace edgewright::kernels {

inline constexpr std::int64_t GeneratedVersion = 2;
inline constexpr const char* GeneratedSymbol = "edgewright_generated";

extern "C" {

// One kernel. Operands are float32; those that are constant are the same in every call after `pack`.
struct GeneratedKernel {
    std::int64_t operands; // pointers that `run` gets
    std::int64_t outputFloats;
    std::int64_t packedFloats; // 0: nothing is packed; 64-byte aligned
    std::int64_t copyFloats;   // 0: nothing is copied; 64-byte aligned
    std::int64_t copyTasks;
    std::int64_t tasks;
    const std::int64_t* operandFloats; // elements of each operand, all that is read of it; 0: nothing is
    std::int64_t packedOperand;        // that `pack` reads, and `run` does not; -1: nothing is packed
    void (*pack)(const float* const* operands, float* packed); // null: nothing is packed
    // Tasks [begin, end) of the copy, each by itself; all of them before `run`. Null: nothing is copied.
    void (*copy)(const float* const* operands, float* copy, std::int64_t begin, std::int64_t end);
    void (*run)(const float* const* operands, const float* packed, const float* copy, float* output,
                std::int64_t begin, std::int64_t end);
};

struct GeneratedTable {
    std::int64_t version; // GeneratedVersion
    std::int64_t count;
    const GeneratedKernel* kernels;
};

} // extern "C"

inline constexpr std::int64_t MaxGeneratedKernels = 1024;

// Loads and never unloads it: code of the object may still be on a stack. BadInput, naming the file, for what
// is no such object, of another version, or with extents that no kernel has.
Result<std::span<const GeneratedKernel>> loadGenerated(const std::filesystem::path& file);

// By the name of its object.
using LoadedKernels = std::map<std::string, const GeneratedKernel*, std::less<>>;

// One call: `packed` as `pack` has written it, `copy` of copyFloats elements, `output` of outputFloats that lie
// in no operand.
void runGenerated(const GeneratedKernel& kernel, const float* const* operands, const float* packed, float* copy,
                  float* output, int threads);

// A kernel with its operands and the memory that it needs: packs what is constant once.
class GeneratedCall {
public:
    // `operands`: at least as many as the kernel reads; they outlive this. BadInput where there are fewer.
    static Result<GeneratedCall> make(const GeneratedKernel& kernel, std::vector<const float*> operands);
    // Writes outputFloats elements.
    void run(float* output, int threads) const;

private:
    struct Free {
        void operator()(float* memory) const;
    };
    using Floats = std::unique_ptr<float[], Free>;
    static Result<Floats> allocate(std::int64_t count);
    GeneratedCall(const GeneratedKernel& kernel, std::vector<const float*> operands)
        : m_kernel(&kernel), m_operands(std::move(operands)) {}

    const GeneratedKernel* m_kernel;
    std::vector<const float*> m_operands;
    Floats m_packed, m_copy;
};

} // namespace edgewright::kernels
