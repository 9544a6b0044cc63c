// SPDX-License-Identifier: GPL-3.0-or-later
// Trials and decisions as lines of a log (core/tune), and what was decided read back from one.
#pragma once

#include "core/base/result.h"
#include "core/tune/log.h"
#include "core/tuner/generated.h"
#include "core/tuner/space_choice.h"
#include "core/tuner/tuner.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

// The key of the task, and on how many threads it runs where that is not one: "Conv{...}(...) on 2 threads".
std::string logTask(const std::string& key, int threads);
struct LoggedTask {
    std::string key;
    int threads = 1;
};
LoggedTask readTask(const std::string& text);

tune::Trial loggedTrial(const Task& task, int threads, const TrialNews& news);
// The decision on new samples: a trial with Quantity "decided", the ratio to the default.
tune::Trial loggedDecision(const TunedTask& tuned, int threads);

// The same of generated kernels: knobs are the sketch and its numbers, and the trial has the loop nest. The
// decision has a quantity "generated", the ratio to the default.
tune::Trial loggedTrial(const Task& task, int threads, const GeneratedNews& news);
tune::Trial loggedDecision(const GeneratedTask& tuned, int threads);

std::vector<tune::Knob> knobsOf(const kernels::KernelParameters& parameters);
std::vector<tune::Knob> knobsOf(const loopnest::Schedule& schedule);
KernelSpace spaceOf(const tune::Trial& trial); // of its knobs; logs of others have no generated kernels of ours
// BadInput, naming the task, for a parameter that no kernel has, or a value that is out of its limits.
Result<kernels::KernelParameters> parametersOf(const std::vector<tune::Knob>& knobs, const std::string& task);
bool isDecision(const tune::Trial& trial);          // on parameters
bool isGeneratedDecision(const tune::Trial& trial); // on generated kernels
// Makes it a decision: the ratio to the default, and what that took.
void tellDecision(tune::Trial& trial, double ratio, double defaultSeconds);
double decidedRatioOf(const tune::Trial& trial);                  // of a decision, to the default
std::optional<double> defaultSecondsOf(const tune::Trial& trial); // of a decision
std::optional<double> generatedRatioOf(const tune::Trial& trial); // of isGeneratedDecision, to the default
std::optional<double> scoreOf(const tune::Trial& trial);          // TrialNews::score

// A generated kernel that was decided on, by the names that loopnest::scheduleNamed takes.
struct GeneratedWinner {
    std::string key; // exec::kernelKey
    std::string sketch;
    std::vector<std::pair<std::string, std::int64_t>> choices;
    friend bool operator==(const GeneratedWinner&, const GeneratedWinner&) = default;
};

// From the knobs of a generated kernel. BadInput, naming the kernel, for those that no schedule has.
Result<GeneratedWinner> winnerOf(const std::vector<tune::Knob>& knobs, const std::string& key);

// The last decision on each kernel in either space, in the order of the keys; kernels whose default stayed are
// left out. Of a kernel that both spaces made faster, the generated one is here where it takes the lesser part
// of the default's time.
struct Decisions {
    std::vector<kernels::TunedKernel> parameters; // for kernels::KernelChoice::tuned
    std::vector<GeneratedWinner> generated;       // for readyKernels
    std::vector<std::string> machines;            // where they were decided, each once
    std::size_t kernels() const;                  // that are in either
};
// BadInput where the log has no decision for this instruction set and so many threads, saying what it has; for
// a parameter that no kernel has, or a value that is out of its limits.
Result<Decisions> tunedFrom(const tune::TuneLog& log, const std::string& isa, int threads);

// Kernels of other networks go.
void keepThose(Decisions& decisions, const std::vector<Task>& tasks);

// The kernel that a task of a log is about by the name of the first node of the model that has it, where it has
// any: "conv1 on 2 threads".
std::string nameOfLogged(const std::string& logTask, const std::vector<Task>& tasks);

} // namespace edgewright::tuner
