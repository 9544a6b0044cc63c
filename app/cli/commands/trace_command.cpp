// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "app/cli/traced_process.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/base/translatable.h"
#include "core/trace/device_use.h"
#include "core/trace/trace_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::cli::trace_command {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::vector<std::string> command;
    std::string output, by = "auto", from;
    bool force = false; // see Outputs
};

Json devicesJson(const trace::GpuUse& use) {
    Json devices = Json::array();
    for (const trace::DeviceUse& each : use.devices)
        devices.push_back({{"name", each.name},
                           {"seconds", each.span},
                           {"busy_seconds", each.busy},
                           {"waits_for_launches_seconds", each.forLaunches},
                           {"waits_otherwise_seconds", each.otherwise},
                           {"kernel_seconds", each.kernels},
                           {"copy_seconds", each.copies},
                           {"fill_seconds", each.fills}});
    return devices;
}

Json useJson(const trace::GpuUse& use, const trace::Trace& trace) {
    Json peaks = Json::object();
    for (const trace::MemoryPeak& each : use.peaks)
        peaks[each.name] = each.bytes;
    return {{"times", use.devices.empty() ? "of calls on the host" : "of devices"},
            {"whole", trace.isWhole},
            {"kernels", use.kernels},
            {"copies", use.copies},
            {"fills", use.fills},
            {"launches", use.launches},
            {"graph_launches", use.graphLaunches},
            {"devices", devicesJson(use)},
            {"memory_peaks", std::move(peaks)},
            {"sentences", trace::sentences(use, trace)}};
}

// Tells what a trace shows, by `tell`; its JSON.
Result<Json> answer(const Console& console, const fs::path& file, const RunContext& run,
                    const std::function<void(const std::string&)>& tell) {
    ASSIGN_OR_RETURN(const trace::Trace trace, trace::readTrace(file, run));
    for (const std::string& each : trace.notes)
        console.note(say("note: {1}", each));
    const trace::GpuUse use = trace::gpuUse(trace);
    const std::vector<std::string> lines = trace::sentences(use, trace);
    if (lines.empty()) tell(say("The trace shows no use of a GPU."));
    for (const std::string& line : lines)
        tell(line);
    return useJson(use, trace);
}

// The traces of the processes that used CUDA, the largest first.
std::vector<fs::path> tracesIn(const fs::path& folder) {
    std::vector<std::pair<std::uintmax_t, fs::path>> found;
    std::error_code failed;
    for (const fs::directory_entry& each : fs::directory_iterator(folder, failed))
        if (each.path().extension() == ".json") found.emplace_back(each.file_size(failed), each.path());
    std::ranges::sort(found, std::greater());
    std::vector<fs::path> files;
    for (const auto& [bytes, path] : found)
        files.push_back(path);
    return files;
}

Result<void> keep(Outputs& outputs, const fs::path& from, const fs::path& to) {
    return outputs.write(to, [&](const fs::path& made) -> Result<void> {
        std::error_code failed;
        fs::copy_file(from, made, failed);
        if (failed) return badInput(say("{1}: cannot be written: {2}", to.string(), failed.message()));
        return {};
    });
}

// "out.json" and process 17: "out.17.json".
fs::path besideOf(const fs::path& output, const fs::path& trace) {
    fs::path name = output.stem();
    name += '.' + trace.stem().string() + output.extension().string();
    return output.parent_path() / name;
}

Result<ExitStatus> run(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    std::error_code failed;
    ASSIGN_OR_RETURN(const TemporaryFolder folder,
                     TemporaryFolder::in(fs::temp_directory_path(failed), "edgewright-trace-"));
    ASSIGN_OR_RETURN(const int status, runTraced({.command = arguments.command,
                                                  .folder = folder.path(),
                                                  .by = arguments.by,
                                                  .outputToErrors = console.json || console.outputGiven()},
                                                 console.run()));
    // The command's own output may be read by another program: what is said of it goes where its errors go.
    const auto tell = [&](const std::string& line) { console.note(line); };
    Json document{{"command", arguments.command}, {"status", status}, {"use", nullptr}};
    // Whoever ends the command by Ctrl-C wants to know what it did until then.
    const std::vector<fs::path> traces = tracesIn(folder.path());
    if (traces.empty()) {
        tell(say("{1} made no call of CUDA: there is nothing to tell.", arguments.command.front()));
    } else if (auto use = answer(console, traces.front(), {}, tell)) {
        document["use"] = *std::move(use);
    } else {
        tell(say("{1} used CUDA, but nothing that lasts was recorded.", arguments.command.front()));
    }
    if (traces.size() > 1)
        tell(say("{1} processes used CUDA; this is of process {2}, which recorded most.", traces.size(),
                 traces.front().stem().string()));
    for (std::size_t i = 0; !arguments.output.empty() && i < traces.size(); ++i) {
        const fs::path to = i == 0 ? fs::path(arguments.output) : besideOf(arguments.output, traces[i]);
        RETURN_IF_ERROR(keep(outputs, traces[i], to));
        if (i > 0) tell(say("The trace of process {1} is in {2}.", traces[i].stem().string(), to.string()));
    }
    console.printJson(document);
    return static_cast<ExitStatus>(status);
}

Result<ExitStatus> read(Console& console, const std::string& file) {
    ASSIGN_OR_RETURN(
        Json use, answer(console, file, console.run(), [&](const std::string& line) { console.print(line); }));
    console.printJson({{"file", fs::path(file).filename().string()}, {"use", std::move(use)}});
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    CLI::Option* const command =
        verb.add_option("COMMAND", arguments->command, say("A program and its arguments, behind --"))
            ->type_name("WORD");
    verb.add_option("-o,--output", arguments->output,
                    say("Keep the trace, as Perfetto, chrome://tracing and measure --compare read it"))
        ->type_name("FILE");
    verb.add_option(
            "--by", arguments->by,
            say("By CUPTI, which knows the times of the GPU, by the driver's calls, or by these where the "
                "first cannot be had"))
        ->type_name("NAME")
        ->check(CLI::IsMember({"auto", "cupti", "driver"}));
    CLI::Option* const from = verb.add_option("--from", arguments->from,
                                              say("Say the same of a trace that is there, and run nothing"))
                                  ->type_name("FILE");
    from->excludes(command);
    Outputs::declareForce(verb, arguments->force);
    return [arguments](Console& console) -> Result<ExitStatus> {
        if (!arguments->from.empty()) return read(console, arguments->from);
        if (arguments->command.empty())
            throw CLI::ValidationError("COMMAND",
                                       say("is missing: trace -- PROGRAM ARGUMENTS, or trace --from FILE"));
        return run(console, *arguments);
    };
}

} // namespace

extern const Command entry{
    "trace",
    TRANSLATABLE("Verb", "Run a program and tell what it does with a GPU: kernels, copies, waits, memory"),
    declare};

} // namespace edgewright::cli::trace_command
