// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels measured on a GPU: warm, on random numbers, over arrays in turns that no cache holds all of, by
// events of the GPU; beside cuBLAS and cuDNN where they are.
#pragma once

#include "core/base/run_context.h"
#include "core/gpu/bench/check.h"
#include "core/gpu/bench/libraries.h"
#include "core/gpu/bench/peaks.h"
#include "core/gpu/bench/programs.h"
#include "core/measure/statistics.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::gpu {

struct GpuEffort {
    std::size_t warmups = 3, samples = 30; // of each kernel and size
    double sampleSeconds = 2e-4;           // a sample has as many runs as take so long, at most 200,
    std::size_t runs = 0;                  // or so many, from 1 on
    std::size_t maxCopies = 64;            // of the arrays
    std::int64_t roofSteps = 4096;         // of the kernels that measure arithmetic, 1 to 2^20
    bool onlyChecks = false;               // no times
};

struct KernelResult {
    const Kernel* kernel = nullptr;
    Sizes sizes;
    Values values;
    double macs = 0, bytes = 0;
    measure::Summary seconds;             // of a run; no samples: not measured
    std::optional<double> librarySeconds; // the median of cuBLAS or cuDNN for the same
    Checked checked;
    int registers = 0, localBytes = 0; // of the launch with most threads
    Occupancy occupancy;               // of it, and as the driver counts its blocks
    int driverBlocks = 0;
    std::string problem; // not empty: it could not run, and the numbers are not there

    double macsPerSecond() const { return seconds.median > 0 ? macs / seconds.median : 0; }
    double bytesPerSecond() const { return seconds.median > 0 ? bytes / seconds.median : 0; }
    bool isRight() const { return problem.empty() && checked.isRight(); }
};

struct GpuRoof {
    Peaks peaks; // computed
    // Measured: multiply-adds a second, and bytes a second.
    std::optional<double> float32, tensorFloat32, float16, int8, copy;
    std::optional<double> launchSeconds; // from one launch to the next in a queue
};

struct GpuReport {
    GpuInfo info;
    std::string compiler;                           // its file
    std::string productLibrary, convolutionLibrary; // files of cuBLAS and cuDNN; empty: not found, not needed
    std::vector<std::string> libraryProblems;       // a line for each that was needed and not found
    GpuRoof roof;
    std::vector<KernelResult> kernels;
    bool isRight() const; // all of them
};

struct Wanted {
    const Kernel* kernel;
    Sizes sizes;
    Values values;
};

// One kernel of given sizes; what it cannot do is a KernelResult with a problem. Error: stopped. `libraries`:
// null: beside none.
Result<KernelResult> measureKernel(Programs& programs, const Libraries* libraries, const Wanted& wanted,
                                   const GpuEffort& effort, const RunContext& run = {});

struct InTurn {
    KernelResult result;
    std::vector<double> samples; // seconds of a run, by block; none where it is not right
};
// Several kernels beside each other: a block has a sample of each that is right, one block in their order and
// the next one the other way round, so that a clock that drifts changes all of them alike. Errors: stopped; one
// that fails between its samples.
Result<std::vector<InTurn>> measureInTurn(Programs& programs, const std::vector<Wanted>& wanted,
                                          const GpuEffort& effort, const RunContext& run = {});

// The roof, unless there are only checks, then each of the list.
Result<GpuReport> measureGpu(Programs& programs, const std::vector<Wanted>& wanted, const GpuEffort& effort,
                             const RunContext& run = {});

// The rate over that of its roof: measured where it was, else computed; nothing: that is not known.
std::optional<double> shareOfRoof(const GpuRoof& roof, const KernelResult& result);
std::optional<double> shareOfLibrary(const KernelResult& result); // library's time / its own

} // namespace edgewright::gpu
