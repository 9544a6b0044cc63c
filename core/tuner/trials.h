// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of a task: kernels that an agent, a process of its own, runs with parameters, a few beside each other
// and beside the default. What hangs or takes the agent down is a trial that failed; the next ones run in a new
// agent.
#pragma once

#include "core/base/temporary_folder.h"
#include "core/bundle/bundle.h"
#include "core/kernels/kernel_parameters.h"
#include "core/measure/roof.h"
#include "core/measure/sampling.h"
#include "core/remote/session.h"
#include "core/tuner/task.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace edgewright::tuner {

enum class TrialEnd {
    Correct,
    Wrong,  // other outputs than the default's, beyond rounding
    Failed, // the kernel refuses, or the agent ended
    TimedOut
};

struct TrialOutcome {
    TrialEnd end = TrialEnd::Failed;
    std::vector<double> seconds; // of each sample, in the order of blocks
    // The fastest sample in that of the default beside it, in seconds of what the default first took: what else
    // the machine does changes both. Infinite for a trial that is not correct.
    double value = 0;
};

// That value, of samples and those of the default beside them, at least one of each.
double trialValue(std::span<const double> seconds, std::span<const double> usual, double usualSeconds);

struct TrialOptions {
    int threads = 1;
    std::vector<int> processors = {}; // logical ones that the agent may run on; empty: all
    std::chrono::milliseconds patience = std::chrono::seconds(30); // for one round of trials
    int samples = 5;                                               // of each
};

// A new agent: of this machine, or a board's. The session lives until the next call.
using Connect = std::function<Result<remote::Session*>(const RunContext& run)>;
Connect hereConnection();
// The roof of so many threads there, measured in a second and a half; nothing: it was not found.
Result<std::optional<measure::ThreadRoof>> roofFor(remote::Session& session, int threads,
                                                   const RunContext& run);

class Trials {
public:
    Trials(Connect connect, const TrialOptions& options) : m_connect(std::move(connect)), m_options(options) {}

    // An outcome for each, and that of the default measured beside them as the last one. Cancelled when
    // stopped; an error where not even the default runs.
    Result<std::vector<TrialOutcome>> measure(const Task& task, std::span<const kernels::KernelParameters> some,
                                              const RunContext& run);
    // The samples of each, block by block, with so much effort in an agent that nothing ran in before.
    Result<std::vector<std::vector<double>>> measureAnew(const Task& task,
                                                         std::span<const kernels::KernelParameters> some,
                                                         const measure::Effort& effort, const RunContext& run);
    const TrialOptions& options() const { return m_options; }
    std::int64_t restarts() const { return m_restarts; } // of an agent that was lost

private:
    struct Given {
        std::filesystem::path file;
        bundle::Written written;
        double usual = 0; // seconds of the default when it was first measured
    };
    Result<Given*> given(const Task& task, const RunContext& run);
    // `waits`: called while the agent waits for another measurement on the machine.
    Result<protocol::RunState> measured(const Task& task, std::span<const kernels::KernelParameters> some,
                                        const measure::Effort& effort, const RunContext& run,
                                        const std::function<void()>& waits = {});

    Connect m_connect;
    TrialOptions m_options;
    remote::Session* m_session = nullptr;
    std::optional<TemporaryFolder> m_folder;
    std::unordered_map<std::string, Given> m_given; // by key of the task
    std::int64_t m_restarts = 0;
};

} // namespace edgewright::tuner
