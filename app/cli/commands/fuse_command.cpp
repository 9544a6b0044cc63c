// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fuse_arguments.h"
#include "app/cli/fuse_report.h"
#include "app/cli/targets.h"
#include "core/onnx/export.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/data_set.h"
#include "core/pipeline/study_file.h"

#include <algorithm>

namespace edgewright::cli::fuse_command {

namespace {

// What is checked and measured. Open dimensions get extents for this alone, those of data beside the model
// where there are any: the graph that is written keeps them open, and so this one is fused anew.
struct Bound {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
};

Result<Bound> bound(Console& console, const FuseTask& task,
                    const std::shared_ptr<const fusion::History>& history) {
    if (task.typed->unresolved.empty()) return Bound{task.typed, history};
    const pipeline::Opened& opened = *task.typed->opened;
    ops::Bindings bindings = task.settings.bindings;
    if (const auto sets = pipeline::dataSets(opened.file.parent_path()); !sets.empty())
        if (const auto set = pipeline::readDataSet(opened.model->graph, sets.front()))
            bindings.insert(set->bindings.begin(), set->bindings.end());
    const auto typed = pipeline::type(task.typed->opened, bindings, true, console.run());
    if (console.run().stopped()) return cancelled();
    auto fused = pipeline::fuse(*typed, task.settings.fusion, console.run());
    if (!fused) return std::move(fused).error();
    return Bound{typed, *fused};
}

// With the extents that the measuring took; where they change what fuses, without.
Result<pipeline::Benefits> benefitsOf(Console& console, const Bound& measured, const fusion::History& history,
                                      Json& document) {
    const bool alike = std::ranges::equal(measured.history->steps, history.steps, {}, &fusion::Step::rule,
                                          &fusion::Step::rule);
    document["measured_with"] = alike ? measured.typed->bindings : ops::Bindings();
    return pipeline::benefits(alike ? *measured.history : history, {}, console.run());
}

// Adds the check to `document` and prints it; whether all is within the tolerance.
Result<bool> verify(Console& console, const FuseTask& task, const Bound& checked, Json& document) {
    for (const auto& [symbol, extent] : checked.typed->assumed)
        console.note("note: dimension '" + symbol + "' is open; checked with " + std::to_string(extent) +
                     " (--bind " + symbol + "=N changes it)");
    pipeline::CheckOptions options;
    options.seed = task.settings.seed;
    options.seeds = static_cast<int>(task.arguments.seeds);
    const auto check = pipeline::check(*checked.typed, *checked.history, options, console.run());
    if (!check) return check.error();
    addCheck(document, **check, *checked.history);
    const double tolerance = task.arguments.tolerance;
    if (printCheck(console, **check, tolerance)) return true;
    const auto worst = std::ranges::find_if(
        (*check)->outputs, [&](const auto& output) { return !(output.difference.relNorm <= tolerance); });
    const std::string& data = (*check)->data[worst->data];
    const auto broken =
        pipeline::bisect(*checked.typed, *checked.history, options, data, tolerance, console.run());
    if (!broken) return broken.error();
    if (*broken) {
        console.print("       broken by " + (*broken)->text());
        addBroken(document, **broken);
    }
    return false;
}

int fuse(Console& console, const FuseArguments& arguments) {
    for (const std::string* target : {&arguments.output, &arguments.saveStudy})
        if (const auto good = checkFileTarget(*target); !good) return console.fail(good.error());
    auto task = prepareFusion(console, arguments);
    if (!task) return console.fail(task.error());
    const auto fail = [&](const Error& error) {
        return console.fail(Error(error).within(task->arguments.model.model));
    };
    double seconds = 0;
    const auto history = fuseAsAsked(console, *task, seconds);
    if (!history) return fail(history.error());
    const auto measured = bound(console, *task, *history);
    if (!measured) return fail(measured.error());
    Json document;
    const auto benefits = benefitsOf(console, *measured, **history, document);
    if (!benefits) return fail(benefits.error());

    addHistory(document, *task->typed->graph, **history, *benefits);
    document["seconds"] = seconds;
    printHistory(console, *task->typed->graph, **history, *benefits);
    int status = Done;
    for (const fusion::Refusal& refusal : (*history)->refusals)
        if (refusal.rule.empty()) status = AnswerIsNo;
    if (arguments.verify) {
        const auto good = verify(console, *task, *measured, document);
        if (!good) return fail(good.error());
        if (!*good) status = AnswerIsNo;
    }
    if (!arguments.output.empty()) {
        const auto written =
            onnx::exportModel(*task->typed->opened->model, (*history)->graph,
                              pipeline::opsetsAfter(*task->typed, **history), arguments.output);
        if (!written) return console.fail(written.error());
        console.print("wrote  " + arguments.output);
    }
    if (!arguments.saveStudy.empty()) {
        const auto written = pipeline::writeStudy(arguments.saveStudy, task->arguments.model.model,
                                                  task->settings, *task->typed->graph);
        if (!written) return console.fail(written.error());
        console.print("wrote  " + arguments.saveStudy);
    }
    console.printJson(document);
    return status;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<FuseArguments>();
    arguments->declare(verb);
    return [arguments](Console& console) { return fuse(console, *arguments); };
}

} // namespace

extern const Command entry;
const Command entry{"fuse", "Fuse operators, say what was and was not fused and why", declare};

} // namespace edgewright::cli::fuse_command
