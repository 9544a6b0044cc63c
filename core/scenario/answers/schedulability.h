// SPDX-License-Identifier: GPL-3.0-or-later
// Promises before anything runs: periodic tasks on one core, and if each meets its deadline whatever the
// phases. Times are whole ticks; C is the longest time of a run, T the least time between two arrivals, D the
// deadline from the arrival. U is the sum of C / T.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/scenario/ticks.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::scenario {

struct Task {
    std::string name = {};
    Ticks cost = 0, period = 0, deadline = 0; // above 0
    std::int64_t priority = 1;                // 1 is the highest
    Ticks longestOperator = 0;                // 0: unknown, as long as the whole run
    std::string operatorName = {};            // of that
};

enum class Urgency { FixedPriorities, EarliestDeadline };
enum class Interruption { Anywhere, BetweenOperators, Never };

struct TaskVerdict {
    bool isSafe = false;
    std::optional<Ticks> response = {}; // the worst; nothing: unbounded, or not computed (earliest deadline)
    Ticks blocking = 0;                 // by what is less urgent and cannot be interrupted
    std::string blockedBy = {};         // the task, empty: none
    std::string blockingOperator = {};
};

struct Schedulability {
    bool isSafe = false;
    double utilisation = 0;
    std::vector<TaskVerdict> tasks; // in the order given
    std::string why;                // a sentence
};

// Liu and Layland (1973): n (2^(1/n) - 1), 0.828 of two, 0.693 in the limit; and the sharper one of Bini,
// Buttazzo and Buttazzo (2003): the product of (U_i + 1) is at most 2. Enough for rate-monotonic priorities, D
// = T and interruption anywhere; not needed.
double rateMonotonicBound(std::size_t tasks);
bool meetsHyperbolicBound(std::span<const Task> tasks);
double utilisationOf(std::span<const Task> tasks);
// 1, 2, ... by deadline, the shortest first (Leung and Whitehead, 1982); by period where deadlines are those.
void giveDeadlineMonotonicPriorities(std::span<Task> tasks);

// Fixed priorities, interrupted anywhere or between operators: the longest of the responses of all jobs of the
// busy period, R_q = B + (q + 1) C + sum over higher ones of ceil(R_q / T_j) C_j, less q T (Joseph and Pandya,
// 1986; Lehoczky, 1990), with B = 0 or the longest operator of a lower priority. Never interrupted: W_q = B + q
// C
// + sum over higher ones of (floor(W_q / T_j) + 1) C_j, R_q = W_q + C - q T, with B the longest lower run
// (Davis, Burns, Bril and Lukkien, Controller Area Network Schedulability Analysis, 2007). Equal priorities
// count as higher ones of each other.
//
// Earliest deadline, interrupted anywhere: h(t) = sum of max(0, floor((t - D) / T) + 1) C is at most t for
// every deadline t in the busy period, by quick processor-demand analysis (Zhang and Burns, 2009). Else also
// h(t) + max over D_j > t of (b_j - 1) <= t, with b_j the longest operator or run (Jeffay, Stanat and Martel,
// 1991; George, Rivierre and Spuri, 1996; Baruah, 2005).
//
// BadInput for times that are none, Unsupported where the busy period is longer than can be gone through.
Result<Schedulability> analyse(std::span<const Task> tasks, Urgency urgency, Interruption interruption,
                               const RunContext& run = {});

// True where every deadline is met by these tests alone, without a sentence; for Urgency::EarliestDeadline.
Result<bool> meetsDemand(std::span<const Task> tasks, Interruption interruption, const RunContext& run = {});

} // namespace edgewright::scenario
