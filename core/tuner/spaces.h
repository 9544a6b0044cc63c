// SPDX-License-Identifier: GPL-3.0-or-later
// The search in the spaces that a person chose, one after the other, as command line and page run it; and what
// it came to in all of them.
#pragma once

#include "core/table/answer.h"
#include "core/table/column.h"
#include "core/tuner/space_choice.h"
#include "core/tuner/tune_fields.h"
#include "core/tuner/tuned_log.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::tuner {

// Who is told while it searches. What is empty is not told.
struct SpacesListener {
    std::function<void(KernelSpace)> searching = {};          // before the first trial there
    std::function<void(const tune::Trial&)> logged = {};      // each trial and each decision, as in a log
    std::function<void(const TrialNews&)> parameters = {};    // a trial of parameters
    std::function<void(const GeneratedNews&)> generated = {}; // a trial of a generated kernel
    std::function<void(const std::string&)> doing = {};       // the work instead of trials
};

// At least one of both; of the same tasks.
struct SpacesResult {
    std::shared_ptr<const TuneResult> parameters = {};     // null: not searched
    std::shared_ptr<const GeneratedResult> generated = {}; // null: not searched
    // The reason why generated kernels were asked for and not searched, as there is no compiler; else empty.
    std::string notGenerated = {};
    bool wasStopped = false; // by somebody, not by its time

    std::size_t tasks() const;
    const Task& task(std::size_t place) const;
    std::int64_t trials() const;
    // Seconds that a task takes by default, and with the choice that is faster beyond doubt; in the second
    // space it is the ratio to the default there that counts.
    double usualSeconds(std::size_t place) const, bestSeconds(std::size_t place) const;
    // The space of that choice; nothing: the default stays.
    std::optional<KernelSpace> winner(std::size_t place) const;
    // As they would be read from a log of this search, but for the machine.
    Decisions decisions() const;
};

// `connect`: of this machine, unless parameters alone are searched. Where both spaces are asked for, a failure
// of the second one is notGenerated. Errors are those of tune() and tuneGenerated(), and of findCompiler() and
// the cache. Stopped: decides on what was found until then, and begins no other search. Progress counts the
// trials of all spaces that were asked for.
Result<SpacesResult> tuneSpaces(const std::vector<Task>& tasks, const TuneChoices& choices,
                                const Connect& connect, const SpacesListener& listener,
                                const RunContext& run = {});

// A row for each task, in all spaces that were searched.
table::Table tunedTable(const SpacesResult& result);
// By how much the kernels are faster, all together; and what that took.
table::Answer answerOf(const SpacesResult& result);

} // namespace edgewright::tuner
