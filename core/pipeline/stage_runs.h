// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that have to run after a change, and the results that may be shown as current meanwhile. No
// threads: the owner runs what is due, and tells how it ended.
//
//   settings change -> advance() says what to start and what to stop -> jobs -> publish() ... finish() or
//   cancel() -> advance() ...
#pragma once

#include "core/pipeline/stage.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::pipeline {

class StageRuns {
public:
    struct Due {
        std::vector<const Stage*> start, stop;
    };

    StageRuns();
    // Another model: what `analysis` holds was computed with these settings. Nothing is running any more.
    void reset(const Analysis& analysis, const Settings& settings);
    // Stages that nobody looks at, by name: they do not run, but for one that has published a part. What was
    // known of them stays until it is stale.
    void setUnwanted(std::set<std::string, std::less<>> stages) { m_unwanted = std::move(stages); }
    // A stage starts when all that it needs is current and it was not run with these settings before, or not in
    // this language, which changes no result that others need; one that is started again replaces its earlier
    // run. What was asked for keeps its language. It stops, and waits, while what it needs is computed again.
    // Sets `pending`, `cancelled` and `partial`; a result whose input failed goes away.
    Due advance(Analysis& analysis, const Settings& settings);
    // The part that a started stage has so far; it stays when the stage is stopped or fails.
    void publish(const Stage& stage, const StageResult& part, Analysis& analysis);
    // Ends a started stage that was not stopped since.
    void finish(const Stage& stage, Result<StageResult> outcome, Analysis& analysis);
    // A person stopped it: it stays as it is until its settings change or retry(). No effect unless it runs.
    void cancel(const Stage& stage);
    // Takes cancel() back, also of what `stage` needs.
    void retry(std::string_view stage);

private:
    enum class Status { Idle, Current, Running, Waiting, Cancelled, Failed };
    struct Run {
        const Stage* stage = nullptr;
        Status status = Status::Idle;
        std::string started = {};                // inputs and settings of the newest start
        std::string held = {};                   // of the result in the analysis
        std::string part = {};                   // of the part in its place
        std::uint64_t version = 0;               // of that result
        std::uint32_t startedIn = 0, heldIn = 0; // languageChanges() then
        std::uint32_t asked = 0;                 // number of the newest request
        std::string askedFor = {};               // inputs and settings of it
    };

    Run& runOf(std::string_view stage);
    Status statusOfNeeds(const Stage& stage);
    std::string keyOf(const Stage& stage, const Settings& settings);
    void advance(Run& run, Analysis& analysis, const Settings& settings, Due& due);

    std::vector<Run> m_runs; // in the order of stages()
    std::set<std::string, std::less<>> m_unwanted;
};

} // namespace edgewright::pipeline
