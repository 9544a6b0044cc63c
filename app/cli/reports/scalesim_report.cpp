// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/scalesim_report.h"

#include "app/cli/arguments/accelerator_arguments.h"
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "core/base/checked.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/scalesim/config.h"
#include "core/cost/scalesim/reports.h"
#include "core/cost/scalesim/scalesim_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace edgewright::cli {

namespace {

namespace fs = std::filesystem;
using cost::ScaleSimConfig;
using cost::ScaleSimLayer;
using cost::ScaleSimVersion;

struct Total {
    std::int64_t cycles = 0, stalls = 0, macs = 0;
};

Result<Total> totalOf(const std::vector<ScaleSimLayer>& layers) {
    Total total;
    for (const ScaleSimLayer& it : layers)
        for (const auto& [sum, part] :
             {std::pair(&total.cycles, it.cycles), std::pair(&total.stalls, it.stallCycles),
              std::pair(&total.macs, it.layer.macs())}) {
            const auto next = checkedAdd(*sum, part);
            if (!next) return edgewright::badInput(say("the totals of all layers exceed 2^63"));
            *sum = *next;
        }
    return total;
}

void printLayers(const Console& console, const table::Table& table, const std::vector<ScaleSimLayer>& layers,
                 const Total& total) {
    printTable(console, table);
    console.print(say("total  {1} cycles, of which {2} stalls, {3} MACs", grouped(total.cycles),
                      grouped(total.stalls), grouped(total.macs)));
    const auto estimated = std::ranges::count(layers, false, &ScaleSimLayer::exact);
    if (estimated > 0)
        console.print(sayCount(groups(estimated), "too large to simulate, estimated: {1} layer",
                               "too large to simulate, estimated: {1} layers"));
}

// What no number of SCALE-Sim's says by itself.
std::string leftOut(ScaleSimVersion version) {
    const std::string_view name = cost::scaleSimVersionName(version);
    return version == ScaleSimVersion::V3
               ? say("As in SCALE-Sim {1}, cycles leave out the first fill of the SRAMs and the last drain; "
                     "\"+ prefetch\" has them.",
                     name)
               : say("As in SCALE-Sim {1}, cycles leave out the first fill of the SRAMs and the last drain.",
                     name);
}

Result<void> writeReports(Outputs& outputs, const fs::path& folder, const std::vector<ScaleSimLayer>& layers,
                          ScaleSimVersion version) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return edgewright::badInput(
            say("{1}: cannot be made: {2}", folder.string(), edgewright::systemText(failed.value())));
    for (const cost::ReportFile& file : cost::scaleSimReports(layers, version))
        RETURN_IF_ERROR(outputs.write(folder / file.name, file.text));
    return {};
}

Result<void> answer(Console& console, const std::string& topology, const ScaleSimArguments& arguments,
                    const TableOutput& output, Outputs& outputs) {
    const ScaleSimVersion version = cost::scaleSimVersionFrom(arguments.version).value_or(ScaleSimVersion::V3);
    RETURN_IF_ERROR(outputs.check(output.file));
    RETURN_IF_ERROR(checkFolder(arguments.reports));
    ASSIGN_OR_RETURN(const ScaleSimConfig config, cost::readScaleSimConfig(arguments.config, version));
    ASSIGN_OR_RETURN(
        const cost::Workload workload,
        cost::readTopology(topology, config.setup.sparse ? cost::Sparsity::Kept : cost::Sparsity::Ignored));
    Diagnostics notes = config.notes;
    notes.insert(notes.end(), workload.notes.begin(), workload.notes.end());
    if (!arguments.layout.empty())
        notes.push_back({Severity::Note,
                         "layout",
                         say("{1}: is not read; without custom layouts it changes nothing", arguments.layout),
                         {},
                         {},
                         {}});
    console.list(notes);
    ASSIGN_OR_RETURN(const auto layers, cost::scaleSim(workload, config.setup, console.run()));

    ASSIGN_OR_RETURN(const Total total, totalOf(layers));
    const table::Table table = cost::scaleSimTable(layers);
    printLayers(console, table, layers, total);
    console.print(leftOut(version));
    RETURN_IF_ERROR(
        writeTable(outputs, output.file, table, output.words.about("Cycles of the layers", topology)));
    if (!arguments.reports.empty()) RETURN_IF_ERROR(writeReports(outputs, arguments.reports, layers, version));
    const cost::Accelerator& accelerator = config.setup.accelerator;
    console.printJson(
        documentOf(topology, {},
                   {{"mode", "scalesim"},
                    {"scalesim", cost::scaleSimVersionName(version)},
                    {"run_name", config.runName},
                    {"accelerator",
                     {{"rows", accelerator.rows},
                      {"cols", accelerator.cols},
                      {"dataflow", cost::dataflowName(accelerator.dataflow)}}},
                    {"left_out", leftOut(version)},
                    {"layers", tableJson(table)},
                    {"total", {{"cycles", total.cycles}, {"stall_cycles", total.stalls}, {"macs", total.macs}}},
                    {"notes", toJson(notes)}}));
    return {};
}

} // namespace

void ScaleSimArguments::declare(CLI::App& verb) {
    verb.add_option("--config", config, say("A SCALE-Sim configuration: everything that SCALE-Sim reports"))
        ->type_name("FILE.cfg");
    oneOf(verb.add_option("--scalesim", version, say("Whose numbers, with --config; v3 unless told")),
          {"v2", "v3"});
    verb.add_option("--layout", layout, say("SCALE-Sim's layout file; changes nothing"))->type_name("FILE.csv");
    verb.add_option("--reports", reports, say("Write SCALE-Sim's reports into a folder, with --config"))
        ->type_name("DIR");
}

void ScaleSimArguments::validate(const CLI::App& verb) const {
    if (!asked()) {
        for (const char* option : {"--scalesim", "--layout", "--reports"})
            if (verb.count(option) > 0)
                throw CLI::ValidationError(option, say("goes with --topology FILE.csv and --config FILE.cfg"));
        return;
    }
    if (verb.count("--topology") == 0)
        throw CLI::ValidationError("--config", say("goes with --topology FILE.csv"));
    for (const std::string& option : acceleratorOptions())
        if (verb.count(option) > 0)
            throw CLI::ValidationError(option, say("the array is described by --config already"));
    for (const char* option : {"--mode", "--what-if", "--differences", "--compare"})
        if (verb.count(option) > 0)
            throw CLI::ValidationError(option,
                                       say("does not go with --config, which asks for SCALE-Sim's numbers"));
}

Result<ExitStatus> scaleSimCost(Console& console, const std::string& topology,
                                const ScaleSimArguments& arguments, const TableOutput& output, bool force) {
    Outputs outputs(console, force);
    for (const std::string& file : {topology, arguments.config, arguments.layout})
        outputs.reads(file);
    RETURN_IF_ERROR(answer(console, topology, arguments, output, outputs));
    return Done;
}

} // namespace edgewright::cli
