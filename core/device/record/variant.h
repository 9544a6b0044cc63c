// SPDX-License-Identifier: GPL-3.0-or-later
// One way to run a network.
#pragma once

#include "core/base/result.h"
#include "core/kernels/kernel_choice.h"

#include <span>
#include <string>
#include <string_view>

namespace edgewright::device {

struct Variant : kernels::KernelChoice {
    std::string name;       // "baseline", "fusion, 2 threads"
    bool fusion = false;    // the fused graph instead of the original one
    bool reuse = false;     // in the planned arena; else every tensor is allocated
    bool quantized = false; // in INT8 (pipeline::QuantizedNetwork), which is fused

    // On one core, not in INT8, with our kernels as they choose themselves (VariantRecord::isPredictable).
    bool isPredictable() const {
        return threads == 1 && !quantized && backend.empty() &&
               algorithm == kernels::ConvolutionAlgorithm::Automatic;
    }
    friend bool operator==(const Variant&, const Variant&) = default;
};

// "baseline", "fusion", "reuse", "both": the four ways of pipeline::MemoryStudy; "int8": quantized, fused and
// in an arena. On one thread.
std::span<const Variant> standardVariants();
// BadInput, with the names that there are.
Result<Variant> variantNamed(std::string_view name);
// The same on so many threads, which its name says where it is not one.
Variant onThreads(Variant variant, int threads);

} // namespace edgewright::device
