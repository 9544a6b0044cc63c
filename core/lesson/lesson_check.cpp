// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_check.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/lesson/measuring_facts.h"
#include "core/pipeline/stage.h"
#include "core/table/number_text.h"

#include <optional>

namespace edgewright::lesson {

namespace {

// The state of the window that a lesson goes through.
struct Played {
    pipeline::Analysis analysis;
    pipeline::Settings settings;
};

Result<void> open(const Lesson& lesson, const std::string& model, const std::filesystem::path& samples,
                  const RunContext& run, Played& now) {
    ASSIGN_OR_RETURN(const auto file, modelOf(lesson, model, samples));
    now = {};
    ASSIGN_OR_RETURN(now.analysis.opened, pipeline::open(file, run));
    return pipeline::evaluate(now.analysis, now.settings, "fuse", run);
}

// Nothing that was computed with other settings is kept.
Result<void> show(const Scene& scene, const RunContext& run, Played& now) {
    ASSIGN_OR_RETURN(now.settings, settingsOf(scene, now.settings, *now.analysis.before()));
    const auto opened = now.analysis.opened;
    now.analysis = {};
    now.analysis.opened = opened;
    RETURN_IF_ERROR(pipeline::evaluate(now.analysis, now.settings, "fuse", run));
    for (const std::string& stage : scene.asks)
        RETURN_IF_ERROR(pipeline::evaluate(now.analysis, now.settings, stage, run));
    if (const std::string_view stage = stageOf(scene.point); !stage.empty()) {
        RETURN_IF_ERROR(pipeline::evaluate(now.analysis, now.settings, stage, run));
        if (spotsOf(scene.point, now.analysis).empty())
            return badInput(say("there is no '{1}' to point at", scene.point.name));
    }
    return {};
}

Result<void> evaluateFor(const Question& question, const RunContext& run, Played& now) {
    for (const std::string& stage : stagesOf(question))
        RETURN_IF_ERROR(pipeline::evaluate(now.analysis, now.settings, stage, run));
    return {};
}

std::string textOf(const Question& question, const Judgement& right, const pipeline::Analysis& now) {
    switch (question.kind) {
    case Question::Kind::Number:
        return table::fixed(right.number, right.number == std::int64_t(right.number) ? 0 : 3);
    case Question::Kind::Choice:
        return right.choice;
    case Question::Kind::Click: {
        std::string names;
        for (const Spot& each : right.spots)
            names = names.empty() ? nameOf(each, now) : say("{1} or {2}", names, nameOf(each, now));
        return names;
    }
    case Question::Kind::Pack:
        return std::to_string(right.planned) + " B";
    }
    return {};
}

// Everybody has another answer: there is one whatever is measured, and before anything is.
Result<std::string> playMeasured(const Question& question, const pipeline::Analysis& before,
                                 const pipeline::Analysis& after) {
    for (const Measured& each : measurementsOfEachVerdict()) {
        const auto judgement = judge(question, {}, before, after, each);
        if (judgement) continue;
        const std::string& why = judgement.error().message;
        if (!each) return badInput(say("where nothing is measured: {1}", why));
        return badInput(say("where {1} to {2} is measured: {3}", table::fixed(each->interval.low, 2),
                            table::fixed(each->interval.high, 2), why));
    }
    return say("by what is measured");
}

Result<std::string> play(const Step& step, const RunContext& run, Played& now) {
    RETURN_IF_ERROR(show(step.scene, run, now));
    if (!step.question) {
        RETURN_IF_ERROR(show(step.answer, run, now));
        return std::string();
    }
    RETURN_IF_ERROR(evaluateFor(*step.question, run, now));
    const pipeline::Analysis before = now.analysis;
    RETURN_IF_ERROR(show(step.answer, run, now));
    RETURN_IF_ERROR(evaluateFor(*step.question, run, now));
    if (isOfMeasurement(*step.question)) return playMeasured(*step.question, before, now.analysis);
    Given given;
    if (const memory::Problem* problem = problemOf(*step.question, now.analysis))
        given.offsets.resize(problem->buffers.size());
    ASSIGN_OR_RETURN(const Judgement judgement, judge(*step.question, given, before, now.analysis));
    return textOf(*step.question, judgement, now.analysis);
}

} // namespace

Result<std::vector<CheckedStep>> checkLesson(const Lesson& lesson, const std::filesystem::path& samples,
                                             const RunContext& run) {
    std::vector<CheckedStep> checked;
    Played now;
    for (const Step& step : lesson.steps) {
        CheckedStep& result = checked.emplace_back(CheckedStep{step.id, {}, {}});
        if (!step.scene.model.empty()) {
            const auto opened = open(lesson, step.scene.model, samples, run, now);
            if (!opened) {
                if (opened.error().code == ErrorCode::Cancelled) return opened.error();
                result.error = opened.error().message;
                now = {};
            }
        }
        if (!now.analysis.opened) {
            if (result.error.empty()) result.error = say("the model before it is not there");
            continue;
        }
        auto played = play(step, run, now);
        if (played)
            result.answer = *std::move(played);
        else if (played.error().code == ErrorCode::Cancelled)
            return played.error();
        else
            result.error = played.error().message;
    }
    return checked;
}

} // namespace edgewright::lesson
