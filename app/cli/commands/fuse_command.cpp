// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/fuse_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/reports/fuse_report.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/tensor_folder.h"
#include "core/device/probe/probe.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/settings/study_file.h"
#include "core/pipeline/written_model.h"

#include <CLI/CLI.hpp>

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
    ir::Bindings bindings = task.settings.bindings;
    if (const auto sets = pipeline::dataSets(opened.file.parent_path()); !sets.empty())
        if (const auto extents = dataset::extentsInDataSet(opened.model->graph, sets.front()))
            bindings.insert(extents->begin(), extents->end());
    const auto typed = pipeline::type(task.typed->opened, bindings, true, console.run());
    if (console.run().stopped()) return cancelled();
    ASSIGN_OR_RETURN(auto fused, pipeline::fuse(*typed, task.settings.fusion, console.run()));
    return Bound{typed, fused};
}

// Of the steps of `history`, with the extents that `measured` has; those may let other rules apply.
Result<pipeline::Benefits> benefitsOf(Console& console, const Bound& measured, const fusion::History& history,
                                      const cost::Processor& processor) {
    if (std::ranges::equal(measured.history->steps, history.steps, {}, &fusion::Step::site,
                           &fusion::Step::site))
        return pipeline::benefits(*measured.history, console.run(), processor);
    const auto bound = pipeline::withExtents(history, measured.typed->bindings, console.run());
    return bound ? pipeline::benefits(*bound, console.run(), processor) : bound.error();
}

// That times are predicted for: of the file, or this machine's; of either without what this model took there.
Result<cost::Processor> processorFor(Console& console, const std::string& file, const std::string& model) {
    ASSIGN_OR_RETURN(const auto calibration,
                     file.empty() ? device::calibrationHere(device::calibrationFile(), console.run())
                                  : device::readCalibration(file));
    return device::calibrated(calibration.without(model)).processor;
}

// None, with a note, where one of the graphs cannot be planned.
Result<std::optional<ArenaPeaks>> peaksOf(Console& console, const FuseTask& task, const Bound& measured) {
    const pipeline::PlanOptions options = task.settings.plan();
    const auto before =
        pipeline::plan(*measured.typed->graph, measured.typed->opened->model->opsets, options, console.run());
    const auto after =
        pipeline::plan(measured.history->graph, measured.history->opsets, options, console.run());
    if (console.run().stopped()) return cancelled();
    if (before && after)
        return std::optional(ArenaPeaks{(*before)->solution.peak, (*after)->solution.peak,
                                        !(*before)->liveness.isWhole() || !(*after)->liveness.isWhole()});
    console.note(say("note: no plan of the memory: {1}", (before ? after : before).error().message));
    return std::optional<ArenaPeaks>();
}

// Adds the check, of what was written where something was, to `document` and prints it; whether all is within
// the tolerance. Of a model that does not run as a whole, the part that does is fused and compared by itself.
Result<bool> verify(Console& console, const FuseTask& task, const Bound& whole,
                    const std::shared_ptr<const pipeline::Opened>& written, Json& document) {
    ASSIGN_OR_RETURN(const auto part, pipeline::computablePart(whole.typed, console.run()));
    Bound checked = whole;
    if (!part.isWhole()) {
        console.note(say("warning: {1}", part.text(*whole.typed)));
        ASSIGN_OR_RETURN(const auto fused, pipeline::fuse(*part.typed, task.settings.fusion, console.run()));
        checked = {part.typed, fused};
        console.note(written
                         ? say("note: the proof is of the part that runs, fused by itself; the file is not run")
                         : say("note: the proof is of the part that runs, fused by itself"));
    }
    for (const auto& [symbol, extent] : checked.typed->assumed)
        console.note(
            say("note: dimension '{1}' is open; checked with {2} (--bind {1}=N changes it)", symbol, extent));
    pipeline::CheckOptions options;
    options.seed = task.settings.seed;
    options.seeds = static_cast<int>(task.arguments.seeds);
    options.tolerance = task.arguments.tolerance;
    options.written = part.isWhole() ? written : nullptr;
    ASSIGN_OR_RETURN(const auto check,
                     pipeline::check(*checked.typed, *checked.history, options, console.run()));
    addCheck(document, *check, *checked.history);
    document["verify"]["left_out"] = leftOutJson(*whole.typed, part);
    if (printCheck(console, *check)) return true;
    const auto worst =
        std::ranges::find_if(check->outputs, [](const auto& output) { return !output.passes(); });
    if (worst == check->outputs.end()) return false; // the file alone is wrong
    const std::string& data = check->data[worst->data];
    ASSIGN_OR_RETURN(const auto broken, pipeline::bisect(*checked.typed, *checked.history, options, data,
                                                         worst->tolerance, console.run()));
    if (broken) {
        console.print(say("       broken by {1}", broken->text()));
        addBroken(document, *broken);
    }
    return false;
}

// The proof, and the file that it is of; false: the answer is no, and there is no file.
Result<bool> proveAndWrite(Console& console, Outputs& outputs, const FuseTask& task, const Bound& checked,
                           const fusion::History& history, Json& document) {
    const std::string &target = task.arguments.output, model = task.typed->opened->file.string();
    bool good = true;
    const auto prove = [&](const std::shared_ptr<const pipeline::Opened>& written) -> Result<void> {
        if (!task.arguments.verify) return {};
        auto proved = verify(console, task, checked, written, document);
        if (!proved) return std::move(proved).error().within(model);
        good = *proved;
        return {};
    };
    if (target.empty()) {
        RETURN_IF_ERROR(prove(nullptr));
        return good;
    }
    auto done = outputs.write(target, [&](const std::filesystem::path& file) -> Result<void> {
        ASSIGN_OR_RETURN(const auto written, pipeline::writeFused(*task.typed, history, file, console.run()));
        RETURN_IF_ERROR(prove(written.opened));
        if (!written.fault.empty()) {
            if (!task.arguments.verify) return internalError("as it would be written, " + written.fault);
            console.print(say("check  FAILED as written: {1}", written.fault));
            document["verify"]["fault"] = written.fault;
            good = false;
        }
        return good ? Result<void>() : badInput(say("the proof failed"));
    });
    document["written"] = done.has_value();
    if (done) {
        console.print(say("wrote  {1}", target));
    } else if (good) {
        return std::move(done).error();
    } else {
        console.note(say("{1} was not written: the proof failed", target));
    }
    return good;
}

Result<ExitStatus> fuse(Console& console, const FuseArguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    outputs.reads(arguments.study);
    outputs.reads(arguments.device);
    for (const std::string* target : {&arguments.output, &arguments.saveStudy})
        RETURN_IF_ERROR(outputs.check(*target));
    ASSIGN_OR_RETURN(auto task, prepareFusion(console, arguments));
    const std::filesystem::path& model = task.typed->opened->file;
    outputs.reads(model); // a study may have named it
    const auto fail = [&](const Error& error) { return Error(error).within(model.string()); };
    double seconds = 0;
    const auto history = fuseAsAsked(console, task, seconds);
    if (!history) return fail(history.error());
    const auto measured = bound(console, task, *history);
    if (!measured) return fail(measured.error());
    Json document = documentOf(*task.typed, Json::object());
    ASSIGN_OR_RETURN(const auto processor, processorFor(console, arguments.device, model.string()));
    const auto benefits = benefitsOf(console, *measured, **history, processor);
    if (!benefits) return fail(benefits.error());

    const auto peaks = peaksOf(console, task, *measured);
    if (!peaks) return fail(peaks.error());

    document["measured_with"] = measured->typed->bindings;
    addHistory(document, *task.typed->graph, **history, *benefits, *peaks);
    document["seconds"] = seconds;
    printHistory(console, *task.typed->graph, **history, *benefits, *peaks, measured->typed->bindings);
    ExitStatus status = Done;
    for (const fusion::Refusal& refusal : (*history)->refusals)
        if (refusal.rule.empty()) status = AnswerIsNo;
    ASSIGN_OR_RETURN(const bool good, proveAndWrite(console, outputs, task, *measured, **history, document));
    if (!good) status = AnswerIsNo;
    if (!arguments.saveStudy.empty()) {
        const auto folder = std::filesystem::absolute(arguments.saveStudy).parent_path();
        ASSIGN_OR_RETURN(const auto text, pipeline::studyText(folder, model, task.settings, *task.typed->graph,
                                                              task.measurements));
        RETURN_IF_ERROR(outputs.write(arguments.saveStudy, text));
        console.print(say("wrote  {1}", arguments.saveStudy));
    }
    console.printJson(document);
    return status;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<FuseArguments>();
    arguments->declare(verb);
    return [arguments](Console& console) { return fuse(console, *arguments); };
}

} // namespace

extern const Command entry{
    "fuse", TRANSLATABLE("Verb", "Fuse operators, say what was and was not fused and why"), declare};

} // namespace edgewright::cli::fuse_command
