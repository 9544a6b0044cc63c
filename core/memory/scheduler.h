// SPDX-License-Identifier: GPL-3.0-or-later
// In which order to run operators, so that the most bytes alive in one step are as few as possible.
//
// To add a scheduler: write core/memory/schedulers/<name>.cpp all of it in namespace
// edgewright::memory::<name>_scheduler, with `extern const Scheduler entry;` and its definition, and add <name>
// to ENTRIES in core/memory/CMakeLists.txt. Say objective, guarantee, complexity and source in the file.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/packing/prunings.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::memory {

// Operators and the storages they share; values that are always the same bytes (views) are one storage. In the
// step of an operator alive are: what lived before, what it writes, and its scratch. A storage dies after the
// last operator that reads it, one that nobody reads after the step that wrote it (a given one after the first
// step).
struct ScheduleProblem {
    struct Storage {
        std::string name;
        std::int64_t size = 0; // bytes, >= 0
        bool given = false;    // alive before the first step: nobody writes it
        bool kept = false;     // alive until the end
    };
    struct Operator {
        std::string name;
        std::vector<std::uint32_t> after;  // operators that run before this one, all of a smaller index
        std::vector<std::uint32_t> reads;  // storages, each once; who writes them is in `after`
        std::vector<std::uint32_t> writes; // storages that come into being here
        std::vector<std::uint32_t>
            overwrites;           // of `reads`, as large as writes[0], not kept: of these, one that
                                  // dies here makes room for writes[0], which takes none of its own
        std::int64_t scratch = 0; // bytes in this step alone
    };
    std::vector<Storage> storages;
    std::vector<Operator> operators; // as given, which is a legal order
};

enum class ScheduleOutcome {
    Optimal,   // no order has a smaller peak
    Feasible,  // a legal order; nothing more was asked of this scheduler
    Limit,     // the limit of time or states ended the search
    Cancelled, // the caller did
};

struct Schedule {
    std::vector<std::uint32_t> order; // of all operators
    std::int64_t peak = 0;            // bytes alive in the worst step
    std::int64_t lowerBound = 0;      // of every order's peak
    ScheduleOutcome outcome = ScheduleOutcome::Feasible;
};

struct SchedulerOptions {
    double timeLimitSeconds = 10;
    std::int64_t stateLimit = 1'000'000; // of one search; a state is a set of operators that have run
    Prunings prunings = {};
};

struct Scheduler {
    std::string_view name;    // = file name
    std::string_view summary; // TRANSLATABLE("Setting", ...)
    // A legal order whose peak is as given at worst; BadInput for a problem that breaks the rules above.
    Result<Schedule> (*solve)(const ScheduleProblem&, const SchedulerOptions&, const RunContext&);
};

std::span<const Scheduler* const> schedulers();
const Scheduler* findScheduler(std::string_view name);

// BadInput unless the problem keeps the rules above and its sizes sum up below 2^63.
Result<void> validate(const ScheduleProblem& problem);

// The independent judge: every operator once, after those it waits for, and the peak counted naively.
struct ScheduleVerdict {
    bool legal = true;
    std::string reason;
};
ScheduleVerdict verifySchedule(const ScheduleProblem& problem, const Schedule& schedule);

} // namespace edgewright::memory
