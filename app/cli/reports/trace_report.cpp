// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/trace_report.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/trace/device_use.h"
#include "core/trace/kernel_times.h"
#include "core/trace/trace_file.h"
#include "core/trace/track_names.h"

#include <algorithm>
#include <utility>

namespace edgewright::cli {

namespace {

namespace fs = std::filesystem;

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

Json kernelsJson(const trace::Trace& trace) {
    Json kernels = Json::array();
    for (const trace::KernelTimes& each : trace::kernelTimes(trace))
        kernels.push_back({{"name", each.name},
                           {"count", each.count},
                           {"seconds", each.seconds},
                           {"median_seconds", each.median}});
    return kernels;
}

Json useJson(const trace::GpuUse& use, const trace::Trace& trace) {
    Json peaks = Json::object();
    for (const trace::MemoryPeak& each : use.peaks)
        peaks[trace::plain(each.name)] = each.bytes;
    return {{"times", use.devices.empty() ? "of calls on the host" : "of devices"},
            {"whole", trace.isWhole},
            {"kernels", use.kernels},
            {"copies", use.copies},
            {"fills", use.fills},
            {"launches", use.launches},
            {"graph_launches", use.graphLaunches},
            {"devices", devicesJson(use)},
            {"by_kernel", kernelsJson(trace)},
            {"memory_peaks", std::move(peaks)},
            {"sentences", trace::sentences(use, trace)}};
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

Result<void> keepTrace(Outputs& outputs, const fs::path& from, const fs::path& to) {
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

} // namespace

Result<Json> traceAnswer(const Console& console, const fs::path& file, const RunContext& run,
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

Result<ExitStatus> reportTraced(const Console& console, Outputs& outputs, const TracedCommand& traced) {
    const auto tell = [&](const std::string& line) { console.note(line); };
    const std::string& program = traced.command.front();
    Json document{{"command", traced.command}, {"status", traced.status}, {"use", nullptr}};
    const std::vector<fs::path> traces = tracesIn(traced.folder);
    // Whoever ends the command by Ctrl-C wants to know what it did until then.
    if (traces.empty()) {
        tell(say("{1} made no call of CUDA: there is nothing to tell.", program));
    } else if (auto use = traceAnswer(console, traces.front(), {}, tell)) {
        document["use"] = *std::move(use);
    } else {
        tell(say("{1} used CUDA, but nothing that lasts was recorded.", program));
    }
    if (traces.size() > 1)
        tell(say("{1} processes used CUDA; this is of process {2}, which recorded most.", traces.size(),
                 traces.front().stem().string()));
    for (std::size_t i = 0; !traced.output.empty() && i < traces.size(); ++i) {
        const fs::path to = i == 0 ? fs::path(traced.output) : besideOf(traced.output, traces[i]);
        RETURN_IF_ERROR(keepTrace(outputs, traces[i], to));
        if (i > 0) tell(say("The trace of process {1} is in {2}.", traces[i].stem().string(), to.string()));
    }
    console.printJson(document);
    return static_cast<ExitStatus>(traced.status);
}

} // namespace edgewright::cli
