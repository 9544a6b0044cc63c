// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/plan_arguments.h"
#include "app/cli/plan_report.h"
#include "core/base/propagate.h"
#include "core/memory/bounds.h"
#include "core/memory/csv.h"
#include "core/pipeline/operator_scratch.h"
#include "core/pipeline/study.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace edgewright::cli::plan_command {

namespace {

// What is planned: a model's graph, before and after fusion, or an instance.
struct Subject {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history; // null unless fused
    memory::Problem instance;
    std::optional<pipeline::ExecutionGraph> execution; // none for an instance
    memory::LivenessOptions liveness;                  // of the graph
    Diagnostics notes;                                 // on what operators need for themselves

    const ir::Opsets& opsets() const { return history ? history->opsets : typed->opened->model->opsets; }
    const ir::Graph& given() const { return history ? history->graph : *typed->graph; }
    // As it runs; null for an instance.
    const ir::Graph* graph() const { return execution ? &execution->graph() : nullptr; }
};

Result<Subject> subjectOf(Console& console, const PlanArguments& arguments) {
    ASSIGN_OR_RETURN(const auto fusionOptions, arguments.rules.options());
    Subject subject;
    if (!arguments.instance.empty()) {
        ASSIGN_OR_RETURN(subject.instance, memory::readInstance(arguments.instance));
        if (arguments.alignment)
            for (memory::Buffer& buffer : subject.instance.buffers)
                if (buffer.alignment == 1) buffer.alignment = *arguments.alignment;
        if (arguments.capacity) subject.instance.capacity = arguments.capacity;
        return subject;
    }
    ASSIGN_OR_RETURN(subject.typed, load(console, arguments.model, true));
    if (arguments.fuse || arguments.study) {
        auto history = pipeline::fuse(*subject.typed, fusionOptions, console.run());
        if (!history) return std::move(history).error().within(arguments.model.model);
        subject.history = std::move(*history);
    }
    if (arguments.study) return subject;
    subject.liveness = arguments.liveness(subject.given());
    ASSIGN_OR_RETURN(subject.execution, pipeline::executionGraph(subject.given(), subject.opsets(),
                                                                 subject.liveness, console.run()));
    if (arguments.search.scratch)
        RETURN_IF_ERROR(pipeline::measureScratch(*subject.graph(), subject.opsets(), subject.liveness,
                                                 subject.notes, console.run()));
    return subject;
}

std::vector<std::string> schedulersWanted(const PlanArguments& arguments, const Subject& subject) {
    if (!subject.graph()) return {"as_given"};
    if (arguments.search.schedule != "all") return {arguments.search.schedule};
    std::vector<std::string> names;
    for (const memory::Scheduler* each : memory::schedulers())
        names.emplace_back(each->name);
    return names;
}

Result<PlanCase> caseOf(Console& console, const PlanArguments& arguments, const Subject& subject,
                        const std::string& scheduler) {
    PlanCase result;
    if (subject.execution) {
        ASSIGN_OR_RETURN(result.ordering, pipeline::orderOf(subject.execution->lowered.graph, subject.liveness,
                                                            scheduler, arguments.search.timeLimit / 2,
                                                            console.run(), arguments.prunings()));
        result.liveness = memory::liveness(*result.ordering.graph, subject.liveness);
        result.liveness.problem.capacity = arguments.capacity;
    } else {
        result.ordering.scheduler = scheduler;
        result.liveness.problem = subject.instance;
    }
    result.lowerBound = memory::alignedBound(result.liveness.problem);
    return result;
}

// Every planner over every order. Stopped by the user, what there is by then; an error without any.
Result<PlanReport> plansOf(Console& console, const PlanArguments& arguments, const Subject& subject) {
    PlanReport report;
    report.capacity = subject.graph() ? arguments.capacity : subject.instance.capacity;
    for (const std::string& scheduler : schedulersWanted(arguments, subject)) {
        auto made = caseOf(console, arguments, subject, scheduler);
        const bool cancelled = !made && made.error().code == ErrorCode::Cancelled;
        if (cancelled && !report.results.empty()) return report;
        if (!made) return std::move(made).error();
        report.cases.push_back(std::move(*made));
        if (report.cases.size() == 1) {
            console.list(report.cases.front().liveness.skipped);
            console.list(subject.notes);
        }
        const PlanCase planCase = report.cases.back();
        const std::size_t index = report.cases.size() - 1;
        memory::PlannerOptions options;
        options.timeLimitSeconds = std::max(0.0, arguments.search.timeLimit - planCase.ordering.seconds);
        options.seed = arguments.seed;
        options.prunings = arguments.prunings();
        options.fitIsEnough = arguments.capacity.has_value();
        for (const memory::Planner* planner : memory::planners()) {
            if (arguments.search.planner != "all" && planner->name != arguments.search.planner) continue;
            PlanCase own = planCase;
            const ir::Graph* graph = own.ordering.graph.get();
            auto packing = graph ? pipeline::packGraph(*graph, subject.liveness, own.liveness,
                                                       std::string(planner->name), options, console.run())
                                 : pipeline::pack(own.liveness.problem, std::string(planner->name), options,
                                                  console.run());
            const bool stopped = !packing && packing.error().code == ErrorCode::Cancelled;
            if (stopped && !report.results.empty()) return report;
            if (!packing) return std::move(packing).error();
            const bool unjoined = own.liveness.parts.empty() && !planCase.liveness.parts.empty();
            if (unjoined) {
                own.lowerBound = memory::alignedBound(own.liveness.problem);
                report.cases.push_back(std::move(own));
            }
            report.results.push_back(
                {unjoined ? report.cases.size() - 1 : index, std::string(planner->name), std::move(*packing)});
        }
    }
    return report;
}

Result<std::vector<std::string>> tensorNames(const PlanArguments& arguments) {
    if (arguments.tensors.empty()) return std::vector<std::string>();
    return readTensorNames(arguments.tensors);
}

std::string nameOf(const PlanArguments& arguments) {
    const std::string& file = arguments.instance.empty() ? arguments.model.model : arguments.instance;
    return std::filesystem::path(file).filename().string();
}

int study(Console& console, const PlanArguments& arguments, const Subject& subject, Outputs& outputs) {
    for (const std::string& file : arguments.outputs)
        if (!file.ends_with(".csv") && !isPlanDocument(file))
            throw CLI::ValidationError("-o", file + ": expected .csv or .json for --study");
    pipeline::PlanOptions options;
    options.liveness = arguments.liveness(*subject.typed->graph);
    options.planner = arguments.search.planner;
    options.scheduler = arguments.search.schedule;
    options.seconds = arguments.search.timeLimit;
    options.seed = arguments.seed;
    options.prunings = arguments.prunings();
    options.measureScratch = arguments.search.scratch;
    const auto made =
        pipeline::memoryStudy(*subject.typed->graph, subject.typed->opened->model->opsets,
                              subject.history->graph, subject.history->opsets, options, console.run());
    if (!made) return console.fail(Error(made.error()).within(arguments.model.model));
    console.list(made->rows.front().plan->liveness.skipped);
    Json document{{"model", nameOf(arguments)}};
    document.update(studyJson(*made));
    printStudy(console, *made);
    for (const std::string& file : arguments.outputs)
        if (const auto written =
                outputs.write(file, file.ends_with(".csv") ? pipeline::toCsv(*made) : dumped(document));
            !written)
            return console.fail(written.error());
    console.printJson(document);
    return Done;
}

int plan(Console& console, const PlanArguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    outputs.reads(arguments.instance);
    outputs.reads(arguments.tensors);
    for (const std::string& file : arguments.outputs)
        if (const auto good = outputs.check(file); !good) return console.fail(good.error());
    const auto tensors = tensorNames(arguments);
    if (!tensors) return console.fail(tensors.error());
    const auto subject = subjectOf(console, arguments);
    if (!subject) return console.fail(subject.error());
    if (arguments.study) return study(console, arguments, *subject, outputs);
    const ir::Graph* graph = subject->graph();
    const auto report = plansOf(console, arguments, *subject);
    if (!report) return console.fail(report.error());

    const PlanResult* best = report->best();
    const PlanPeak peak = peakOf(*report);
    const PlanView view{report->shown().liveness,
                        best ? best->packing.solution : report->results.front().packing.solution, graph,
                        nameOf(arguments)};
    const Json sharings = arguments.sharings ? sharingsJson(view) : Json();
    Json document;
    if (console.json || std::ranges::any_of(arguments.outputs, isPlanDocument)) {
        document = planJson(*report, peak, graph);
        if (arguments.sharings) document["sharings"] = sharings;
    }
    printPlans(console, *report, peak, graph);
    if (arguments.sharings) printSharings(console, sharings);
    for (const std::string& file : arguments.outputs)
        if (best)
            if (const auto written = writePlan(console, outputs, file, view, document, *tensors); !written)
                return console.fail(written.error());
    console.printJson(document);
    if (std::ranges::any_of(report->results, [](const PlanResult& r) { return !r.packing.verdict.legal; }))
        return console.fail(internalError("a planner made an illegal plan"));
    const bool fits = report->answer() == Answer::Fits;
    if (!fits) console.note(whyNot(*report));
    if (console.run().stopped()) return console.fail(cancelled());
    return fits ? Done : AnswerIsNo;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<PlanArguments>();
    arguments->declare(verb);
    return [arguments](Console& console) { return plan(console, *arguments); };
}

} // namespace

extern const Command entry;
const Command entry{"plan", "Plan the activation memory", declare};

} // namespace edgewright::cli::plan_command
