// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/plan_report.h"

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/memory/packing/bounds.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/memory/plan_columns.h"

#include <algorithm>
#include <limits>

namespace edgewright::cli {

namespace {

constexpr std::size_t ListedAtPeak = 5, ListedBounded = 5;

const char* outcomeName(memory::ScheduleOutcome outcome, bool isWhole) {
    switch (outcome) {
    case memory::ScheduleOutcome::Optimal:
        return isWhole ? "optimal" : "feasible";
    case memory::ScheduleOutcome::Feasible:
        return "feasible";
    case memory::ScheduleOutcome::Limit:
        return "limit";
    case memory::ScheduleOutcome::Cancelled:
        return "cancelled";
    }
    return "feasible";
}

const char* answerName(Answer answer) {
    switch (answer) {
    case Answer::Fits:
        return "fits";
    case Answer::Infeasible:
        return "infeasible";
    case Answer::Unknown:
        return "unknown";
    case Answer::NotFound:
        break;
    }
    return "not-found";
}

// "of 2 of 6 tensors: the sizes of the others are not known"; empty where all are planned.
std::string partNote(const memory::Liveness& liveness) {
    return liveness.isWhole() ? std::string()
                              : say("of {1}: the sizes of the others are not known", liveness.partText());
}

std::int64_t boundOf(const PlanCase& planCase, const PlanResult& result) {
    return pipeline::provenBound(planCase.lowerBound, result.packing.solution);
}

table::Table tableOf(const PlanReport& report) {
    return pipeline::planTable(report.results.size(), [&report](std::size_t row) {
        const PlanResult& result = report.results[row];
        const PlanCase& planCase = report.cases[result.planCase];
        return pipeline::PlanRow{.planner = result.planner,
                                 .scheduler = planCase.ordering.scheduler,
                                 .problem = &planCase.liveness.problem,
                                 .solution = &result.packing.solution,
                                 .verdict = &result.packing.verdict,
                                 .lowerBound = planCase.lowerBound,
                                 .isWhole = planCase.liveness.isWhole(),
                                 .seconds = result.packing.seconds};
    });
}

Json resultsJson(const PlanReport& report, bool ordered) {
    Json rows = tableJson(tableOf(report));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PlanResult& result = report.results[i];
        const PlanCase& planCase = report.cases[result.planCase];
        Json improvements = Json::array();
        for (const pipeline::Improvement& each : result.packing.improvements)
            improvements.push_back({{"seconds", each.seconds}, {"peak", each.peak}});
        rows[i]["improvements"] = std::move(improvements);
        if (!result.packing.verdict.legal) rows[i]["reason"] = result.packing.verdict.reason;
        if (ordered)
            rows[i]["order"] = {
                {"peak", planCase.ordering.schedule.peak},
                {"given_peak", planCase.ordering.givenPeak},
                {"lower_bound", planCase.ordering.schedule.lowerBound},
                {"outcome", outcomeName(planCase.ordering.schedule.outcome, planCase.liveness.isWhole())},
                {"seconds", planCase.ordering.seconds}};
    }
    return rows;
}

// What runs in a step; empty for an instance.
std::string nodeIn(const PlanCase& planCase, const ir::Graph* graph, std::int64_t step) {
    const auto at = static_cast<std::size_t>(step);
    return graph && at < planCase.liveness.steps.size() ? graph->node(planCase.liveness.steps[at]).label()
                                                        : std::string();
}

Json peakJson(const PlanCase& planCase, const PlanPeak& peak, const ir::Graph* graph) {
    const memory::Problem& problem = planCase.liveness.problem;
    Json buffers = Json::array();
    for (const std::size_t i : peak.buffers)
        buffers.push_back({{"name", problem.buffers[i].name}, {"size", problem.buffers[i].size}});
    Json json{{"step", peak.step}, {"live_bytes", peak.bytes}, {"buffers", std::move(buffers)}};
    if (graph) json["node"] = nodeIn(planCase, graph, peak.step);
    return json;
}

} // namespace

const PlanResult* PlanReport::best() const {
    const PlanResult* best = nullptr;
    for (const PlanResult& result : results)
        if (result.packing.verdict.legal && (!best || result.peak() < best->peak())) best = &result;
    return best;
}

std::int64_t PlanReport::bound() const {
    std::vector<std::int64_t> bounds; // of each order the best proof
    for (const PlanCase& planCase : cases)
        bounds.push_back(planCase.lowerBound);
    for (const PlanResult& result : results) {
        std::int64_t& bound = bounds[result.planCase];
        bound = std::max(bound, boundOf(cases[result.planCase], result));
        if (capacity && result.packing.solution.outcome == memory::Outcome::Infeasible &&
            *capacity < std::numeric_limits<std::int64_t>::max())
            bound = std::max(bound, *capacity + 1);
    }
    return bounds.empty() ? 0 : *std::ranges::min_element(bounds);
}

const PlanCase& PlanReport::shown() const {
    const PlanResult* smallest = best();
    return cases[smallest ? smallest->planCase : 0];
}

Answer PlanReport::answer() const {
    const PlanResult* smallest = best();
    if (!capacity) return Answer::Fits;
    if (smallest && smallest->peak() <= *capacity)
        return shown().liveness.isWhole() ? Answer::Fits : Answer::Unknown;
    return bound() > *capacity ? Answer::Infeasible : Answer::NotFound;
}

PlanPeak peakOf(const PlanReport& report) {
    const memory::Problem& problem = report.shown().liveness.problem;
    std::vector<std::int64_t> live;
    memory::alignedBound(problem, &live);
    PlanPeak peak;
    const auto most = std::ranges::max_element(live);
    if (most == live.end()) return peak;
    peak.step = most - live.begin();
    peak.bytes = *most;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        for (const memory::Piece& piece : memory::pieces(problem.buffers[i]))
            if (piece.lower <= peak.step && peak.step < piece.upper) peak.buffers.push_back(i);
    std::ranges::stable_sort(peak.buffers, std::ranges::greater(),
                             [&](std::size_t i) { return problem.buffers[i].size; });
    return peak;
}

Json planJson(const PlanReport& report, const PlanPeak& peak, const ir::Graph* graph) {
    Json document;
    std::int64_t lowerBound = report.cases.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
    for (const PlanCase& planCase : report.cases)
        lowerBound = std::min(lowerBound, planCase.lowerBound);
    const PlanResult* best = report.best();
    const PlanCase& shown = report.shown();
    document["buffers"] = shown.liveness.problem.buffers.size();
    document["naive"] = memory::sumOfSizes(shown.liveness.problem);
    document["lower_bound"] = lowerBound;
    if (report.capacity) {
        document["capacity"] = *report.capacity;
        document["fits"] = report.answer() == Answer::Fits;
        document["answer"] = answerName(report.answer());
    }
    if (graph) document["tensors"] = shown.liveness.plannedTensors();
    document["bounded"] = Json::array(); // with the most that the data can make of it
    for (const memory::Bounded& each : shown.liveness.bounded)
        document["bounded"].push_back(
            {{"name", each.name}, {"type", each.largest.text()}, {"bytes", each.largest.bytes().value_or(0)}});
    document["unplanned"] = unplannedJson(shown.liveness);
    document["results"] = resultsJson(report, graph != nullptr);
    if (best) {
        document["planner"] = best->planner;
        document["schedule"] = shown.ordering.scheduler;
    }
    document["at_peak"] = peakJson(shown, peak, graph);
    return document;
}

void printPlans(const Console& console, const PlanReport& report, const PlanPeak& peak,
                const ir::Graph* graph) {
    if (console.isSilent()) return;
    const PlanCase& shown = report.shown();
    const auto line = [&](const std::string& what, std::int64_t bytes) {
        console.print(say("{1} bytes", left(what, 20) + left(bytesText(bytes), 12) + grouped(bytes)));
    };
    const std::string part = partNote(shown.liveness);
    console.print(left(say("buffers"), 20) + grouped(shown.liveness.problem.buffers.size()) +
                  (part.empty() ? "" : ", " + part));
    for (std::size_t i = 0; i < std::min(ListedBounded, shown.liveness.bounded.size()); ++i)
        console.print(left(i == 0 ? say("at most") : "", 20) + shown.liveness.bounded[i].name + "  " +
                      shown.liveness.bounded[i].largest.text());
    if (shown.liveness.bounded.size() > ListedBounded)
        console.print(left("", 20) + sayCount(groups(shown.liveness.bounded.size() - ListedBounded),
                                              "and {1} more tensor of which the data decide the size",
                                              "and {1} more tensors of which the data decide the size"));
    line(say("sum of buffers"), memory::sumOfSizes(shown.liveness.problem));
    line(say("lower bound"), shown.lowerBound);
    if (report.capacity) line(say("capacity"), *report.capacity);
    if (const PlanResult* best = report.best()) {
        const memory::SideBySide whole = memory::sideBySide(shown.liveness);
        const std::string steps =
            whole.buffers < whole.tensors
                ? say("{1} -> shared in place {2} -> packed {3}", bytesText(whole.tensors),
                      bytesText(whole.buffers), bytesText(best->peak()))
                : say("{1} -> packed {2}", bytesText(whole.tensors), bytesText(best->peak()));
        console.print(left(say("side by side"), 20) + steps);
    }
    printTable(console, tableOf(report));
    const memory::Problem& problem = shown.liveness.problem;
    if (peak.buffers.empty()) return;
    const std::string node = nodeIn(shown, graph, peak.step);
    console.print(say("alive at the peak, step {1}", peak.step) + (node.empty() ? "" : " (" + node + ")"));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(ListedAtPeak, peak.buffers.size()); ++i)
        names.push_back(problem.buffers[peak.buffers[i]].name);
    const std::vector<std::string> labels = shortened(names, 48);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const memory::Buffer& buffer = problem.buffers[peak.buffers[i]];
        console.print("  " + left(labels[i], 48) + right(grouped(buffer.size), 16));
    }
    if (peak.buffers.size() > ListedAtPeak)
        console.print(say("  and {1} more", peak.buffers.size() - ListedAtPeak));
}

void printSharings(const Console& console, const Json& sharings) {
    console.print(sayCount(groups(sharings.size()),
                           "{1} value without storage of their own (--keep-apart NAME changes it)",
                           "{1} values without storage of their own (--keep-apart NAME changes it)"));
    for (const Json& sharing : sharings)
        console.print("  " + sharing["node"].get<std::string>() + ": " + sharing["reason"].get<std::string>());
}

std::string whyNot(const PlanReport& report) {
    const PlanResult* best = report.best();
    const std::string needs = best ? say("the best plan needs {1} bytes", best->peak()) : say("no plan");
    const std::string capacity = say("capacity {1}", report.capacity.value_or(0));
    if (report.answer() == Answer::Unknown)
        return say("not known whether it fits: {1}, of {2}; {3}", needs, report.shown().liveness.partText(),
                   capacity);
    if (report.answer() == Answer::Infeasible)
        return say("infeasible, proven: no plan is smaller than {1} bytes; {2}, {3}", report.bound(), capacity,
                   needs);
    return say("does not fit: not found within the limit; {1}, {2}, no plan is smaller than {3}", capacity,
               needs, report.bound());
}

Json studyJson(const pipeline::MemoryStudy& study) {
    Json rows = tableJson(pipeline::studyTable(study));
    const auto isWhole = [&](std::size_t row) { return study.rows[row].plan->liveness.isWhole(); };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i]["fusion"] = study.rows[i].fusion;
        rows[i]["reuse"] = study.rows[i].reuse;
        rows[i]["outcome"] = pipeline::nameOf(study.rows[i].plan->solution.outcome, isWhole(i));
        rows[i]["unplanned"] = unplannedJson(study.rows[i].plan->liveness);
        rows[i]["seconds"] = study.rows[i].plan->seconds;
    }
    return {{"study", std::move(rows)}};
}

void printStudy(const Console& console, const pipeline::MemoryStudy& study) {
    if (console.isSilent()) return;
    printTable(console, pipeline::studyTable(study));
    for (const pipeline::MemoryStudy::Row& row : study.rows)
        if (const std::string part = partNote(row.plan->liveness); !part.empty())
            console.print(left(std::string(row.name), 20) + part);
    console.print(say("a runtime that frees after the last reader, first fit"));
    for (const pipeline::MemoryStudy::Row& row : study.rows)
        if (row.reuse)
            console.print(left("  " + (row.fusion ? say("fusion") : say("no fusion")), 20) +
                          right(grouped(row.runtimePeak), 15) + right("", 30) +
                          right(grouped(row.runtimeAllocations), 13));
}

} // namespace edgewright::cli
