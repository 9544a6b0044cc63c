// SPDX-License-Identifier: GPL-3.0-or-later
// One way to run a network.
#pragma once

#include "core/base/result.h"
#include "core/ops/convolution/algorithm.h"

#include <span>
#include <string>
#include <string_view>

namespace edgewright::device {

struct Variant {
    std::string name;    // "baseline", "fusion, 2 threads"
    bool fusion = false; // the fused graph instead of the original one
    bool reuse = false;  // in the planned arena; else every tensor is allocated
    int threads = 1;
    std::string backend = {}; // exec::RunOptions::backend, and so the others
    ops::ConvolutionAlgorithm algorithm = ops::ConvolutionAlgorithm::Automatic;
    bool flushDenormals = true;

    // One core with our kernels as they choose themselves: what a cost::Processor is fitted to and predicts.
    bool isOfOneCore() const {
        return threads == 1 && backend.empty() && algorithm == ops::ConvolutionAlgorithm::Automatic;
    }
    friend bool operator==(const Variant&, const Variant&) = default;
};

// "baseline", "fusion", "reuse", "both": the four ways of pipeline::MemoryStudy, on one thread.
std::span<const Variant> standardVariants();
// BadInput, with the names that there are.
Result<Variant> variantNamed(std::string_view name);
// The same on so many threads, which its name says where it is not one.
Variant onThreads(Variant variant, int threads);

} // namespace edgewright::device
