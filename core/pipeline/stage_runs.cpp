// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage_runs.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace edgewright::pipeline {

StageRuns::StageRuns() {
    for (const Stage* stage : stages())
        m_runs.push_back({.stage = stage});
}

StageRuns::Run& StageRuns::runOf(std::string_view stage) {
    const auto found = std::ranges::find(m_runs, stage, [](const Run& run) { return run.stage->name; });
    assert(found != m_runs.end());
    return *found;
}

std::string StageRuns::keyOf(const Stage& stage, const Settings& settings) {
    SettingsText text;
    text.add(stage.name); // never empty
    for (const std::string_view need : stage.needs)
        if (!need.empty()) text.add(runOf(need).version);
    if (stage.settings) stage.settings(settings, text);
    return text.text();
}

// The worst of them: a failure is told before a wait, as it will not go away by waiting.
StageRuns::Status StageRuns::statusOfNeeds(const Stage& stage) {
    Status worst = Status::Current;
    const auto rank = [](Status status) {
        switch (status) {
        case Status::Current:
            return 0;
        case Status::Running:
        case Status::Waiting:
            return 1;
        case Status::Cancelled:
            return 2;
        case Status::Failed:
            return 3;
        case Status::Idle:
            return 4;
        }
        return 4;
    };
    for (const std::string_view need : stage.needs)
        if (!need.empty())
            if (const Status status = runOf(need).status; rank(status) > rank(worst)) worst = status;
    return worst;
}

void StageRuns::reset(const Analysis& analysis, const Settings& settings) {
    for (Run& run : m_runs) {
        ++run.version;
        run.started.clear();
        run.held.clear();
        run.status = Status::Idle;
        if (!run.stage->has(analysis)) continue;
        run.status = Status::Current;
        run.started = run.held = keyOf(*run.stage, settings);
    }
}

void StageRuns::advance(Run& run, Analysis& analysis, const Settings& settings, Due& due) {
    const auto leave = [&](Status status) {
        if (run.status == Status::Running) due.stop.push_back(run.stage);
        run.status = status;
        run.started.clear();
    };
    const Status needs = statusOfNeeds(*run.stage);
    const bool applies = !run.stage->applies || run.stage->applies(analysis, settings);
    if (applies || run.stage->has(analysis)) {
        if (needs == Status::Running || needs == Status::Waiting) return leave(Status::Waiting);
        if (needs == Status::Cancelled) return leave(Status::Cancelled);
    }
    const auto drop = [&](Status status) {
        leave(status);
        run.held.clear();
        run.stage->put(analysis, nullptr);
        analysis.errors.erase(std::string(run.stage->name));
    };
    if (needs != Status::Current || !applies) return drop(needs == Status::Failed ? needs : Status::Idle);
    std::string key = keyOf(*run.stage, settings);
    if (run.stage->has(analysis) && run.held == key) return leave(Status::Current);
    if (m_unwanted.contains(run.stage->name)) return drop(Status::Idle);
    if (run.started == key) return; // it runs, failed, or was cancelled
    run.started = std::move(key);
    run.status = Status::Running;
    due.start.push_back(run.stage);
}

StageRuns::Due StageRuns::advance(Analysis& analysis, const Settings& settings) {
    Due due;
    analysis.pending.clear();
    analysis.cancelled.clear();
    for (Run& run : m_runs) {
        advance(run, analysis, settings, due);
        const std::string name(run.stage->name);
        if (run.status == Status::Running || run.status == Status::Waiting) analysis.pending.insert(name);
        if (run.status == Status::Cancelled) analysis.cancelled.insert(name);
    }
    return due;
}

void StageRuns::finish(const Stage& stage, Result<StageResult> outcome, Analysis& analysis) {
    Run& run = runOf(stage.name);
    assert(run.status == Status::Running);
    if (outcome) {
        stage.put(analysis, *outcome);
        analysis.errors.erase(std::string(stage.name));
        run.status = Status::Current;
        run.held = run.started;
        ++run.version;
    } else if (outcome.error().code == ErrorCode::Cancelled) {
        run.status = Status::Cancelled;
    } else {
        stage.put(analysis, nullptr);
        run.held.clear();
        run.status = Status::Failed;
        analysis.errors.insert_or_assign(std::string(stage.name), std::move(outcome).error());
    }
}

void StageRuns::cancel(const Stage& stage) {
    Run& run = runOf(stage.name);
    if (run.status == Status::Running) run.status = Status::Cancelled;
}

void StageRuns::retry(std::string_view name) {
    Run& run = runOf(name);
    for (const std::string_view need : run.stage->needs)
        if (!need.empty()) retry(need);
    if (run.status != Status::Cancelled) return;
    run.status = Status::Idle;
    run.started.clear();
}

} // namespace edgewright::pipeline
