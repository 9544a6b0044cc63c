// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/tune_gpu.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/version.h"
#include "core/device/gpu/gpu_run.h"
#include "core/table/number_text.h"
#include "core/tune/log_writer.h"
#include "core/tuner/gpu_network_tuner.h"
#include "core/tuner/tune_table.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace edgewright::cli {

namespace {

Result<void> checkForGpu(const TuneOnGpu& arguments) {
    if (tuner::searches(arguments.choices.space, tuner::KernelSpace::Generated))
        return badInput(say("generated kernels are compiled and tried on this machine alone: --device takes "
                            "--space template"));
    if (!arguments.from.empty())
        return badInput(say("an older log tells of kernels of processors: --from is not for the GPU"));
    if (arguments.choices.runs.threads != 1)
        return badInput(say("threads are those of a processor, not of a GPU"));
    return {};
}

void printGpuTuned(const Console& console, const tuner::GpuNetworkTuned& tuned) {
    const auto faster = std::ranges::count_if(tuned.tasks, &tuner::GpuTunedTask::isFaster);
    console.print(
        faster > 0 ? tuner::gainText(faster, std::ssize(tuned.tasks), tuned.bestSeconds(), tuned.usualSeconds())
                   : say("No kernel is faster than by default beyond doubt: all keep their own rules."));
    if (tuned.wasStopped) console.print(say("Stopped: what was found until then was decided on."));
}

} // namespace

Result<ExitStatus> tuneOnThisGpu(Console& console, Outputs& outputs, TuneOnGpu arguments) {
    RETURN_IF_ERROR(checkForGpu(arguments));
    const tuner::SearchOptions& search = arguments.choices.search;
    arguments.execution.seed = search.seed;
    ASSIGN_OR_RETURN(gpu::Programs programs, device::openThisGpu());
    const gpu::GpuInfo& info = programs.gpu()->info();
    const std::string isa = "sm_" + std::to_string(info.capability);
    ASSIGN_OR_RETURN(const Execution prepared, prepare(console, arguments.execution));
    ASSIGN_OR_RETURN(const gpu::NetworkPlan plan, gpu::networkPlan(prepared.givenGraph(), prepared.opsets(),
                                                                   {.multiprocessors = info.multiprocessors}));
    const std::vector<gpu::LaunchTask> tasks = gpu::launchTasksOf(plan);
    if (tasks.empty())
        return badInput(
                   say("no kernel of the model has parameters on the GPU: convolutions and matrix products "
                       "in float32 have"))
            .within(arguments.execution.model.model);
    std::optional<tune::LogWriter> log;
    std::optional<Error> unwritten;
    if (!arguments.log.empty()) {
        ASSIGN_OR_RETURN(auto opened, tune::LogWriter::open(arguments.log,
                                                            {info.name, isa, std::string(EDGEWRIGHT_VERSION)}));
        log.emplace(std::move(opened));
    }
    tuner::GpuTuneListener listener;
    listener.logged = [&](const tune::Trial& trial) {
        if (!log || unwritten) return;
        if (auto added = log->append(trial); !added) unwritten = added.error();
    };
    listener.doing = [&console](const std::string& what) { console.note(what); };
    ASSIGN_OR_RETURN(tuner::GpuNetworkTuned found,
                     tuner::tuneNetworkOnGpu(programs, prepared.givenGraph(), tasks, search, {.samples = 10},
                                             listener, console.run()));
    if (log && !unwritten)
        if (auto ended = log->endRound(); !ended) unwritten = ended.error();
    const auto tuned = std::make_shared<const tuner::GpuNetworkTuned>(std::move(found));
    const table::Table table = tuner::gpuTuneTable(tuned);
    printTable(console, table);
    printGpuTuned(console, *tuned);
    if (log)
        console.print(
            say("What the network gains: edgewright-cli measure {1} --device gpu --variants both,tuned "
                "--tuned {2}",
                arguments.execution.model.model, arguments.log));
    console.printJson(documentOf(*prepared.whole, {{"gpu", info.name},
                                                   {"isa", isa},
                                                   {"strategy", search.strategy},
                                                   {"seed", search.seed},
                                                   {"stopped", tuned->wasStopped},
                                                   {"tasks", tableJson(table)}}));
    if (unwritten) return *unwritten;
    RETURN_IF_ERROR(writeTable(outputs, arguments.table, table,
                               arguments.words.about("Kernels, tuned", arguments.execution.model.model)));
    return Done;
}

} // namespace edgewright::cli
