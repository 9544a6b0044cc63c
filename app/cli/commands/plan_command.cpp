// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/plan_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/reports/plan_report.h"
#include "app/cli/table.h"
#include "core/base/propagate.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/csv.h"
#include "core/pipeline/memory/plan_table.h"
#include "core/pipeline/quantization/improved/quantized_network.h"
#include "core/pipeline/study.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace edgewright::cli::plan_command {

namespace {

// What is planned: a model's graph, before and after fusion, or an instance.
struct Subject {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history; // null unless fused or in INT8
    memory::Problem instance;
    std::shared_ptr<const pipeline::PlanSubject> plannable; // null for an instance

    const ir::Opsets& opsets() const { return history ? history->opsets : typed->opened->model->opsets; }
    const ir::Graph& given() const { return history ? history->graph : *typed->graph; }
    // As it runs; null for an instance.
    const ir::Graph* graph() const { return plannable ? &plannable->execution.graph() : nullptr; }
};

pipeline::PlanOptions optionsOf(const PlanArguments& arguments, const ir::Graph& graph) {
    pipeline::PlanOptions options = arguments.search.options();
    options.liveness = arguments.liveness(graph);
    options.seed = arguments.seed;
    options.prunings = arguments.prunings();
    options.capacity = arguments.capacity;
    return options;
}

Result<Subject> subjectOf(Console& console, const PlanArguments& arguments) {
    ASSIGN_OR_RETURN(const auto fusionOptions, arguments.rules.options());
    Subject subject;
    if (!arguments.instance.empty()) {
        ASSIGN_OR_RETURN(subject.instance, memory::readInstance(arguments.instance));
        if (arguments.search.fields.isGiven("alignment"))
            for (memory::Buffer& buffer : subject.instance.buffers)
                if (buffer.alignment == 1) buffer.alignment = arguments.search.options().liveness.alignment;
        if (arguments.capacity) subject.instance.capacity = arguments.capacity;
        return subject;
    }
    ASSIGN_OR_RETURN(subject.typed, load(console, arguments.model, true));
    if (arguments.int8) {
        auto network = pipeline::quantizedNetwork(subject.typed, {}, {}, console.run());
        if (!network) return std::move(network).error().within(arguments.model.model);
        subject.history = (*network)->history;
    } else if (arguments.fuse || arguments.study) {
        auto history = pipeline::fuse(*subject.typed, fusionOptions, console.run());
        if (!history) return std::move(history).error().within(arguments.model.model);
        subject.history = std::move(*history);
    }
    if (arguments.study) return subject;
    ASSIGN_OR_RETURN(subject.plannable,
                     pipeline::planSubject(subject.given(), subject.opsets(),
                                           optionsOf(arguments, subject.given()), console.run()));
    return subject;
}

std::vector<std::string> wanted(const std::string& name, const auto& catalogue) {
    if (name != "all") return {name};
    std::vector<std::string> names;
    for (const auto* each : catalogue)
        names.emplace_back(each->name);
    return names;
}

bool isCancelled(const auto& result) { return !result && result.error().code == ErrorCode::Cancelled; }

// Every planner over every order. Stopped by the user, what there is by then; an error without any.
Result<PlanReport> plansOfGraph(Console& console, const PlanArguments& arguments, const Subject& subject) {
    PlanReport report;
    report.capacity = arguments.capacity;
    pipeline::PlanOptions options = optionsOf(arguments, subject.given());
    for (const std::string& scheduler : wanted(arguments.search.schedule, memory::schedulers())) {
        options.scheduler = scheduler;
        const auto ordered = pipeline::orderSubject(subject.plannable, options, console.run());
        if (isCancelled(ordered) && !report.results.empty()) return report;
        if (!ordered) return ordered.error();
        const pipeline::OrderedSubject& order = **ordered;
        report.cases.push_back({order.ordering, order.liveness, order.lowerBound});
        if (report.cases.size() == 1) {
            console.list(order.liveness.skipped);
            console.list(subject.plannable->notMeasured);
        }
        const std::size_t index = report.cases.size() - 1;
        for (const std::string& planner : wanted(arguments.search.planner, memory::planners())) {
            options.planner = planner;
            const auto made = pipeline::planCell(order, options, console.run());
            if (isCancelled(made) && !report.results.empty()) return report;
            if (!made) return made.error();
            const pipeline::MemoryPlan& plan = **made;
            const bool unjoined = plan.liveness.parts.empty() && !order.liveness.parts.empty();
            if (unjoined) report.cases.push_back({plan.ordering, plan.liveness, plan.lowerBound});
            report.results.push_back({unjoined ? report.cases.size() - 1 : index,
                                      planner,
                                      {plan.solution, plan.verdict, plan.seconds, plan.improvements}});
        }
    }
    return report;
}

Result<PlanReport> plansOfInstance(Console& console, const PlanArguments& arguments, const Subject& subject) {
    PlanReport report;
    report.capacity = subject.instance.capacity;
    PlanCase planCase;
    planCase.ordering.scheduler = "as_given";
    planCase.liveness.problem = subject.instance;
    planCase.lowerBound = memory::alignedBound(subject.instance);
    report.cases.push_back(std::move(planCase));
    memory::PlannerOptions options;
    options.timeLimitSeconds = arguments.search.options().seconds;
    options.seed = arguments.seed;
    options.prunings = arguments.prunings();
    options.fitIsEnough = arguments.capacity.has_value();
    for (const std::string& planner : wanted(arguments.search.planner, memory::planners())) {
        auto packing = pipeline::pack(subject.instance, planner, options, console.run());
        if (isCancelled(packing) && !report.results.empty()) return report;
        if (!packing) return std::move(packing).error();
        report.results.push_back({0, planner, std::move(*packing)});
    }
    return report;
}

Result<std::vector<std::string>> tensorNames(const PlanArguments& arguments) {
    if (arguments.tensors.empty()) return std::vector<std::string>();
    return readTensorNames(arguments.tensors);
}

// Of the model, or the instance.
std::filesystem::path fileOf(const PlanArguments& arguments, const Subject& subject) {
    return subject.typed ? subject.typed->opened->file : std::filesystem::path(arguments.instance);
}

Json documentOf(const PlanArguments& arguments, const Subject& subject, const Json& results) {
    return cli::documentOf(fileOf(arguments, subject), subject.typed ? subject.typed->bindings : ir::Bindings(),
                           results);
}

Result<ExitStatus> study(Console& console, const PlanArguments& arguments, const Subject& subject,
                         Outputs& outputs) {
    const pipeline::PlanOptions options = optionsOf(arguments, *subject.typed->graph);
    const auto made =
        pipeline::memoryStudy(*subject.typed->graph, subject.typed->opened->model->opsets,
                              subject.history->graph, subject.history->opsets, options, console.run());
    if (!made) return Error(made.error()).within(arguments.model.model);
    console.list(made->rows.front().plan->liveness.skipped);
    const Json document = documentOf(arguments, subject, studyJson(*made));
    printStudy(console, *made);
    for (const std::string& file : arguments.outputs)
        RETURN_IF_ERROR(isStudyTable(file)
                            ? writeTable(outputs, file, pipeline::studyTable(*made),
                                         arguments.words.about("Fusion and reuse", fileOf(arguments, subject)))
                            : outputs.write(file, dumped(document)));
    console.printJson(document);
    return Done;
}

Result<ExitStatus> plan(Console& console, const PlanArguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    outputs.reads(arguments.instance);
    outputs.reads(arguments.tensors);
    for (const std::string& file : arguments.outputs)
        RETURN_IF_ERROR(outputs.check(file));
    ASSIGN_OR_RETURN(const auto tensors, tensorNames(arguments));
    ASSIGN_OR_RETURN(const auto subject, subjectOf(console, arguments));
    if (arguments.study) return study(console, arguments, subject, outputs);
    const ir::Graph* graph = subject.graph();
    ASSIGN_OR_RETURN(const auto report, graph ? plansOfGraph(console, arguments, subject)
                                              : plansOfInstance(console, arguments, subject));

    const PlanResult* best = report.best();
    const PlanPeak peak = peakOf(report);
    const PlanView view{report.shown().liveness,
                        best ? best->packing.solution : report.results.front().packing.solution, graph,
                        fileOf(arguments, subject).filename().string()};
    const Json sharings = arguments.sharings ? sharingsJson(view) : Json();
    Json document;
    if (console.json || std::ranges::any_of(arguments.outputs, isPlanDocument)) {
        document = documentOf(arguments, subject, planJson(report, peak, graph));
        if (arguments.sharings) document["sharings"] = sharings;
    }
    printPlans(console, report, peak, graph);
    if (arguments.sharings) printSharings(console, sharings);
    for (const std::string& file : arguments.outputs)
        if (best) RETURN_IF_ERROR(writePlan(console, outputs, file, view, document, tensors));
    console.printJson(document);
    if (std::ranges::any_of(report.results, [](const PlanResult& r) { return !r.packing.verdict.legal; }))
        return internalError("a planner made an illegal plan");
    const bool fits = report.answer() == Answer::Fits;
    if (!fits) console.note(whyNot(report));
    if (console.run().stopped()) return cancelled();
    return fits ? Done : AnswerIsNo;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<PlanArguments>();
    arguments->declare(verb);
    return [arguments](Console& console) { return plan(console, *arguments); };
}

} // namespace

extern const Command entry{"plan", TRANSLATABLE("Verb", "Plan the activation memory"), declare};

} // namespace edgewright::cli::plan_command
