// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of tuners: trials of configurations of a kernel, with every sample of their times. A value that is never
// changed once it was read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace edgewright::tune {

struct Permutation {
    std::vector<std::int64_t> order;
    bool operator==(const Permutation&) const = default;
};
// One for each loop: "none", "unroll", "vectorize", "parallel".
struct Annotations {
    std::vector<std::string> words;
    bool operator==(const Annotations&) const = default;
};
using Numbers = std::vector<std::int64_t>; // lengths of a split, from outside to inside
// Anything else (an object, a list of lists) is the text of its JSON.
using KnobValue = std::variant<std::string, bool, std::int64_t, double, Numbers, Permutation, Annotations>;

struct Knob {
    std::string name;
    KnobValue value;
    bool operator==(const Knob&) const = default;
};

enum class TrialState {
    Correct,
    TimedOut,
    NotCompiled,
    NotRun,    // it ended with an error
    Wrong,     // its result is not that of the reference
    NotAllowed // by the constraints of the space
};
// In the order of TrialState: "correct", "timeout", "compile", "runtime", "wrong", "constraints".
std::string_view nameOf(TrialState state);
std::optional<TrialState> trialStateOf(std::string_view name);

// Seconds that a trial took in all.
struct Price {
    double compile = 0, check = 0, benchmark = 0, search = 0, framework = 0;
    double undivided = 0; // of formats that have nothing but the sum

    double total() const { return compile + check + benchmark + search + framework + undivided; }
    bool operator==(const Price&) const = default;
};

// Anything else that was measured: an energy, a throughput.
struct Quantity {
    std::string name;
    double value = 0;
    std::string unit;
    bool operator==(const Quantity&) const = default;
};

// The program that wrote a part of the log, and the machine it ran on.
struct LogSession {
    std::string machine; // as the format describes it: a processor, a GPU, a target of TVM
    std::string isa;     // "avx2"; empty where the format does not tell
    std::string version; // of the program that wrote it
    bool operator==(const LogSession&) const = default;
};

struct Trial {
    std::size_t session = 0; // its place in TuneLog::sessions
    std::string task;        // one key for each kernel with its shapes and types
    std::vector<Knob> knobs; // in the order of the file, where it has one
    TrialState state = TrialState::Correct;
    std::vector<double> seconds; // all samples as they were taken; at least one where the state is Correct
    Price price;
    double unixTime = 0; // 0: not known
    std::vector<Quantity> quantities;
    std::string nest; // the loop nest, a line each, indented by its depth; empty where the format has none

    bool operator==(const Trial&) const = default;
};

struct TuneLog {
    std::string format; // LogFormat::name; empty: made by the program
    std::vector<LogSession> sessions;
    std::vector<Trial> trials; // in the order of the file

    const LogSession& sessionOf(const Trial& trial) const { return sessions[trial.session]; }
    // The place of one that is equal, which is added where there is none.
    std::size_t sessionPlace(const LogSession& session);
    bool operator==(const TuneLog&) const = default;
};

// TVM writes 1e9 s, MetaSchedule 1e10 s and strategies of Kernel Tuner 1e20 where nothing could be measured.
constexpr double FailedSeconds = 1e9;
// Samples from FailedSeconds on are no times: without them, and NotRun where the trial was Correct but for
// these.
void dropFailedSamples(Trial& trial);

// Nothing unless the trial is Correct. The median of all samples: in caches of Kernel Tuner the first of seven
// is a cold one, up to five times the others, and the "time" there is the mean of them all, which ranks trials
// by how cold they started. Tuners of TVM rank by the mean, too.
std::optional<double> medianSeconds(const Trial& trial);

// A task on one machine and instruction set; what other machines took is a row of its own.
struct TaskSummary {
    std::string task;
    std::size_t session = 0; // the first one
    std::size_t trials = 0, correct = 0;
    std::optional<std::size_t> best; // place of the trial with the least median; of equal ones the first
    double seconds = 0;              // of the best
    double price = 0;                // of all trials, seconds
};
std::vector<TaskSummary> tasksOf(const TuneLog& log); // as they first come

// For people: "tile_x = 1, 8, 4".
std::string textOf(const KnobValue& value);
std::string knobsText(const Trial& trial);

} // namespace edgewright::tune
