// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage_runs.h"

#include "core/base/language.h"
#include "core/base/say.h"

#include <algorithm>
#include <cassert>

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
    const InEnglish english; // some settings are sentences
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
        run = {.stage = run.stage, .version = run.version + 1};
        if (!run.stage->has(analysis)) continue;
        run.status = Status::Current;
        run.startedIn = run.heldIn = languageChanges();
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
    const std::uint32_t asked = run.stage->asked ? run.stage->asked(settings.viewState) : 0;
    const bool isAsked = !run.stage->asked || asked != run.asked || !run.askedFor.empty();
    const bool applies = isAsked && (!run.stage->applies || run.stage->applies(analysis, settings));
    if (applies || run.stage->has(analysis)) {
        if (needs == Status::Running || needs == Status::Waiting) return leave(Status::Waiting);
        if (needs == Status::Cancelled) return leave(Status::Cancelled);
    }
    const auto drop = [&](Status status) {
        leave(status);
        run.held.clear();
        run.part.clear();
        run.stage->put(analysis, nullptr);
        analysis.errors.erase(std::string(run.stage->name));
    };
    if (needs != Status::Current || !applies) return drop(needs == Status::Failed ? needs : Status::Idle);
    std::string key = keyOf(*run.stage, settings);
    if (run.stage->asked) {
        if (asked != run.asked) {
            drop(Status::Idle); // what it had of an earlier request
            run.asked = asked;
            run.askedFor = asked > 0 ? key : std::string();
        }
        if (run.askedFor != key) {
            run.askedFor.clear();
            return drop(Status::Idle);
        }
    }
    const auto isNow = [&](std::uint32_t language) {
        return run.stage->asked || language == languageChanges();
    };
    if (run.stage->has(analysis) && run.held == key && isNow(run.heldIn)) return leave(Status::Current);
    const bool isStarted = run.started == key && // it runs, failed, or was cancelled
                           (isNow(run.startedIn) || run.status == Status::Cancelled);
    if (m_unwanted.contains(run.stage->name) && !(isStarted && run.part == key)) return drop(Status::Idle);
    if (isStarted) return;
    run.started = std::move(key);
    run.startedIn = languageChanges();
    run.status = Status::Running;
    due.start.push_back(run.stage);
}

StageRuns::Due StageRuns::advance(Analysis& analysis, const Settings& settings) {
    Due due;
    analysis.pending.clear();
    analysis.cancelled.clear();
    analysis.partial.clear();
    for (Run& run : m_runs) {
        advance(run, analysis, settings, due);
        const std::string name(run.stage->name);
        if (run.status == Status::Running || run.status == Status::Waiting) analysis.pending.insert(name);
        if (run.status == Status::Cancelled) analysis.cancelled.insert(name);
        if (!run.part.empty() && run.part == run.started) analysis.partial.insert(name);
    }
    return due;
}

void StageRuns::publish(const Stage& stage, const StageResult& part, Analysis& analysis) {
    Run& run = runOf(stage.name);
    assert(run.status == Status::Running);
    stage.put(analysis, part);
    run.held.clear();
    run.part = run.started;
    analysis.partial.insert(std::string(stage.name));
}

void StageRuns::finish(const Stage& stage, Result<StageResult> outcome, Analysis& analysis) {
    Run& run = runOf(stage.name);
    assert(run.status == Status::Running);
    if (outcome) {
        stage.put(analysis, *outcome);
        analysis.errors.erase(std::string(stage.name));
        run.status = Status::Current;
        if (run.held != run.started) ++run.version;
        run.held = run.started;
        run.heldIn = run.startedIn;
        run.part.clear();
    } else if (outcome.error().code == ErrorCode::Cancelled) {
        run.status = Status::Cancelled;
    } else {
        if (run.part != run.started) {
            stage.put(analysis, nullptr);
            run.part.clear();
        }
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
