// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for GPUs with their parameters as a space that the searches of core/cost/search go through: steps of
// a ladder, or ways of a convolution, and the macros of each.
#pragma once

#include "core/cost/search/space.h"
#include "core/gpu/kernel.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct GpuChoice {
    const gpu::Kernel* kernel = nullptr;
    gpu::Values values;
    std::string text() const; // "gemm_warp_tile BM=128 BN=128"
};

class GpuSpace {
public:
    // BadInput unless all kernels are of one family with the same sizes, and there is one.
    static Result<GpuSpace> of(std::vector<const gpu::Kernel*> kernels);

    // Without a way to evaluate it. What does not fit into the multiprocessor is not admitted (gpu::fits), nor
    // are points that differ in a parameter alone that their kernel does not have. First come the kernels as
    // they are declared, the last one before the others.
    cost::search::Space space(const gpu::Multiprocessor& sm) const;
    GpuChoice at(std::span<const cost::search::Choice> point) const;

    struct Refusal {
        GpuChoice choice;
        std::string reason;
    };
    // All points that no multiprocessor of this kind can run, by kernel.
    std::vector<Refusal> refusals(const gpu::Multiprocessor& sm) const;

private:
    struct ParameterAxis {
        std::string_view name;
        std::vector<int> values; // of all kernels that have it, ascending
    };
    // False: a parameter is none of the kernel's and not the first choice, or not one of its choices.
    bool isOfKernel(std::span<const cost::search::Choice> point) const;
    cost::search::Point pointOf(std::size_t kernel) const; // as it is declared

    std::vector<const gpu::Kernel*> m_kernels; // axis 0
    std::vector<ParameterAxis> m_parameters;   // the others
};

} // namespace edgewright::tuner
