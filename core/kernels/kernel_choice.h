// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/kernel_parameters.h"

#include <string>

namespace edgewright::kernels {

// The kernels and threads that a network runs with. Results differ by rounding.
struct KernelChoice {
    int threads = 1;
    // The library that may compute convolutions: "onednn", say (Backend::load). Empty: the program's own
    // kernels compute all.
    std::string backend = {};
    // The algorithm of the program's own kernels for convolutions in float32, where it can (ops::algorithmOf
    // says which one runs, and why).
    ConvolutionAlgorithm algorithm = ConvolutionAlgorithm::Automatic;
    // Numbers below 2^-126, read or written, count as 0 while kernels run, on every thread that helps: many
    // processors take a hundred cycles for one. Off: kept, whatever the calling thread is set to. Afterwards
    // its setting is as before.
    bool flushDenormals = true;

    // Parameters of every kernel, and, before these, of the kernels on shapes that were tuned, in the order of
    // their keys.
    KernelParameters parameters = {};
    std::vector<TunedKernel> tuned = {};

    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};

} // namespace edgewright::kernels
