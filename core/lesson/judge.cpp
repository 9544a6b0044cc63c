// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/judge.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/memory/plan_verify.h"
#include "core/pipeline/memory/memory_plan.h"

#include <algorithm>
#include <cmath>

namespace edgewright::lesson {

namespace {

constexpr double AlikeWithin = 0.02;

using pipeline::Analysis;

const pipeline::MemoryPlan* planOf(const Question& question, const Analysis& now) {
    return question.isFused ? now.memoryAfter.get() : now.memoryBefore.get();
}

Result<double> valueOf(const Term& term, const Analysis& before, const Analysis& after) {
    if (term.fact.empty()) return term.number * term.times;
    const Fact* fact = findFact(term.fact);
    const auto value = fact ? fact->of(term.isBefore ? before : after, term.of) : std::nullopt;
    if (value) return *value * term.times;
    return badInput(term.of.empty() ? say("'{1}' is not known of this model with these settings", term.fact)
                                    : say("'{1}' of '{2}' is not known of this model with these settings",
                                          term.fact, term.of));
}

bool holds(LessonChoice::Relation relation, double left, double right) {
    const bool isAlike = std::abs(left - right) <= AlikeWithin * std::max(std::abs(left), std::abs(right));
    if (relation == LessonChoice::Relation::Alike || isAlike)
        return (relation == LessonChoice::Relation::Alike) == isAlike;
    return (relation == LessonChoice::Relation::Less) == (left < right);
}

Result<std::string> rightChoice(const Question& question, const Analysis& before, const Analysis& after) {
    std::string right;
    for (const LessonChoice& each : question.choices) {
        ASSIGN_OR_RETURN(const double first, valueOf(each.left, before, after));
        ASSIGN_OR_RETURN(const double second, valueOf(each.right, before, after));
        if (!holds(each.relation, first, second)) continue;
        if (!right.empty()) return badInput(say("the choices '{1}' and '{2}' are both right", right, each.key));
        right = each.key;
    }
    if (right.empty()) return badInput(say("none of the choices is right"));
    return right;
}

bool isNear(double given, int decimals, double right, double tolerance) {
    if (std::abs(given - right) <= tolerance * std::abs(right)) return true;
    const double unit = std::pow(10.0, -decimals);
    return std::abs(given - right) <= unit / 2 * (1 + 1e-9);
}

Result<Judgement> judgePlan(const Question& question, const Given& given, const pipeline::MemoryPlan& plan) {
    const memory::Problem& problem = plan.liveness.problem;
    if (given.offsets.size() != problem.buffers.size())
        return badInput(say("a plan has an offset for each of its {1} buffers, not {2}", problem.buffers.size(),
                            given.offsets.size()));
    memory::Solution solution;
    solution.offsets = given.offsets;
    for (std::size_t i = 0; i < given.offsets.size(); ++i)
        solution.peak = std::max(solution.peak, given.offsets[i] + problem.buffers[i].size);
    const memory::Verdict verdict = memory::verify(problem, solution);
    Judgement judgement;
    judgement.reason = verdict.legal ? "" : verdict.reason;
    judgement.peak = solution.peak;
    judgement.planned = plan.solution.peak;
    judgement.isRight = verdict.legal && solution.peak <= plan.solution.peak - (question.isSmaller ? 1 : 0);
    return judgement;
}

} // namespace

std::set<std::string, std::less<>> stagesOf(const Question& question) {
    std::set<std::string, std::less<>> stages;
    const auto add = [&](const Term& term) {
        if (const Fact* fact = findFact(term.fact)) stages.emplace(fact->stage);
    };
    add(question.number);
    for (const LessonChoice& each : question.choices) {
        add(each.left);
        add(each.right);
    }
    if (const std::string_view stage = stageOf(question.place); !stage.empty()) stages.emplace(stage);
    if (question.kind == Question::Kind::Pack) stages.emplace(question.isFused ? "memory_fused" : "memory");
    return stages;
}

const memory::Problem* problemOf(const Question& question, const Analysis& now) {
    const pipeline::MemoryPlan* plan = planOf(question, now);
    return plan ? &plan->liveness.problem : nullptr;
}

Result<Judgement> judge(const Question& question, const Given& given, const Analysis& before,
                        const Analysis& after) {
    Judgement judgement;
    switch (question.kind) {
    case Question::Kind::Number: {
        ASSIGN_OR_RETURN(const double value, valueOf(question.number, before, after));
        judgement.number = value / question.unit;
        judgement.isRight = isNear(given.number, given.decimals, judgement.number, question.tolerance);
        return judgement;
    }
    case Question::Kind::Choice: {
        ASSIGN_OR_RETURN(judgement.choice, rightChoice(question, before, after));
        judgement.isRight = given.choice == judgement.choice;
        return judgement;
    }
    case Question::Kind::Click:
        judgement.spots = spotsOf(question.place, after);
        if (judgement.spots.empty()) return badInput(say("there is no {1} in this model", question.place.name));
        judgement.name = nameOf(judgement.spots.front(), after);
        judgement.isRight = std::ranges::find(judgement.spots, given.spot) != judgement.spots.end();
        return judgement;
    case Question::Kind::Pack:
        if (const pipeline::MemoryPlan* plan = planOf(question, after))
            return judgePlan(question, given, *plan);
        return badInput(say("there are no buffers to pack"));
    }
    return judgement;
}

} // namespace edgewright::lesson
