// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of generated kernels: compiled together into one object, run by an agent of this machine, a process of
// its own (core/agent/generated_run.h), beside the program's own kernel. A kernel that hangs or takes the
// process down is a trial that failed; the others go on in a new process.
#pragma once

#include "core/base/temporary_folder.h"
#include "core/exec/tolerance.h"
#include "core/loopnest/nest.h"
#include "core/loopnest/object_cache.h"

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::loopnest {

enum class KernelEnd {
    Correct,
    Wrong,       // another output than the own kernel's, beyond rounding
    Crashed,     // it took its process down
    TimedOut,    // it did not end
    NotCompiled, // the compiler refuses it
};

struct KernelOutcome {
    KernelEnd end = KernelEnd::Crashed;
    std::vector<double> seconds; // samples of a correct one, by block
    double relNorm = 0;          // of the difference of its output
};

struct KernelTrials {
    std::vector<KernelOutcome> kernels; // in the order of the schedules
    std::vector<double> own; // samples of the own kernel, in the same blocks; none where no kernel ran
    bool compiled = false;   // false: the object was in the cache
    double compileSeconds = 0;
};

struct KernelTrialOptions {
    int threads = 1;
    int samples = 5;
    std::chrono::milliseconds patience = std::chrono::seconds(10); // until the next sign of life of the process
    CompileLimits compiling = {};
};

// One operator alone, as a graph of one node with its operands, and what the program's own kernel makes of
// them.
class KernelBench {
public:
    // Runs the own kernel once, on seeded inputs, and compares a part of its output with the definition.
    // Internal where they differ: the description is wrong. Unsupported as computationOf.
    static Result<KernelBench> make(const ir::Graph& graph, const ir::Opsets& opsets,
                                    const RunContext& run = {});

    // Simplified.
    const std::shared_ptr<const Computation>& computation() const { return m_computation; }
    // At most kernels::MaxGeneratedKernels schedules of that computation. Errors are those of the cache and of
    // the agent as a whole, and Cancelled; what a schedule does wrong is its outcome.
    Result<KernelTrials> measure(const Compiler& compiler, const ObjectCache& cache,
                                 std::span<const Schedule> schedules, const KernelTrialOptions& options,
                                 const RunContext& run = {}) const;
    // The same for kernels of an object that is there, by place. None: the own kernel alone, and no object.
    Result<KernelTrials> measureObject(const std::filesystem::path& object, std::size_t kernels,
                                       const KernelTrialOptions& options, const RunContext& run = {}) const;

private:
    KernelBench(TemporaryFolder folder, const exec::Tolerance& tolerance)
        : m_folder(std::move(folder)), m_tolerance(tolerance) {}

    std::shared_ptr<const Computation> m_computation;
    TemporaryFolder m_folder; // of the bundle
    std::filesystem::path m_bundle;
    exec::Tolerance m_tolerance;
};

} // namespace edgewright::loopnest
