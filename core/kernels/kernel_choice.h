// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/kernel_parameters.h"

#include <string>

namespace edgewright::kernels {

// A generated kernel (generated_kernel.h) for a kernel on shapes (exec::kernelKey).
struct GeneratedChoice {
    std::string key;
    std::string object;        // that has it, and no other: a digest of 64 digits (agent/own_objects.h)
    std::string schedule = {}; // for people: "tile, vectorise ow: tile.ow 2"
    friend bool operator==(const GeneratedChoice&, const GeneratedChoice&) = default;
};

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
    // Generated kernels, in the order of their keys, which run before either: on the machine alone that
    // compiled them, where whoever runs has loaded them (exec::RunOptions::loaded).
    std::vector<GeneratedChoice> generated = {};

    bool isTuned() const { return !tuned.empty() || !generated.empty(); }
    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};

} // namespace edgewright::kernels
