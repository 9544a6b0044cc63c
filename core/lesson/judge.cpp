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

// All that numbers of a question may come from.
struct Known {
    const Analysis &before, &after;
    const Measured& measured;
};

Result<double> valueOf(const Term& term, const Known& known) {
    if (term.fact.empty()) return term.number * term.times;
    const Fact* fact = findFact(term.fact);
    const auto value =
        fact ? fact->value(term.isBefore ? known.before : known.after, known.measured, term.of) : std::nullopt;
    if (value) return *value * term.times;
    if (fact && fact->ofMeasured) return badInput(say("'{1}' is not measured", term.fact));
    if (fact && !fact->example.empty())
        return badInput(
            say("'{1}' is of what is written as \"{2}\", not of '{3}'", term.fact, fact->example, term.of));
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

Result<std::string> rightChoice(const Question& question, const Known& known) {
    std::string right;
    for (const LessonChoice& each : question.choices) {
        ASSIGN_OR_RETURN(const double first, valueOf(each.left, known));
        ASSIGN_OR_RETURN(const double second, valueOf(each.right, known));
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

// That its numbers are.
std::vector<const Fact*> factsOf(const Question& question) {
    std::vector<const Fact*> found;
    const auto add = [&](const Term& term) {
        if (const Fact* fact = findFact(term.fact)) found.push_back(fact);
    };
    add(question.number);
    for (const LessonChoice& each : question.choices) {
        add(each.left);
        add(each.right);
    }
    return found;
}

} // namespace

bool isOfMeasurement(const Question& question) {
    return std::ranges::any_of(factsOf(question), [](const Fact* each) { return each->ofMeasured != nullptr; });
}

std::set<std::string, std::less<>> stagesOf(const Question& question) {
    std::set<std::string, std::less<>> stages;
    for (const Fact* each : factsOf(question))
        if (!each->stage.empty()) stages.emplace(each->stage);
    if (const std::string_view stage = stageOf(question.place); !stage.empty()) stages.emplace(stage);
    if (question.kind == Question::Kind::Pack) stages.emplace(question.isFused ? "memory_fused" : "memory");
    return stages;
}

const memory::Problem* problemOf(const Question& question, const Analysis& now) {
    const pipeline::MemoryPlan* plan = planOf(question, now);
    return plan ? &plan->liveness.problem : nullptr;
}

Result<Judgement> judge(const Question& question, const Given& given, const Analysis& before,
                        const Analysis& after, const Measured& measured) {
    const Known known{before, after, measured};
    Judgement judgement;
    switch (question.kind) {
    case Question::Kind::Number: {
        ASSIGN_OR_RETURN(const double value, valueOf(question.number, known));
        judgement.number = value / question.unit;
        judgement.isRight = isNear(given.number, given.decimals, judgement.number, question.tolerance);
        return judgement;
    }
    case Question::Kind::Choice: {
        ASSIGN_OR_RETURN(judgement.choice, rightChoice(question, known));
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
