// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/gpu_report.h"

#include "app/cli/text.h"

namespace edgewright::cli {

namespace {

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string rateText(std::optional<double> rate, const char* unit) {
    return rate ? fixed(*rate * 1e-9, 0) + " " + unit : say("unknown");
}

Json fileJson(const std::string& file) { return file.empty() ? Json() : Json(file); }

} // namespace

void printGpu(const Console& console, const gpu::GpuReport& report) {
    const gpu::GpuInfo& info = report.info;
    console.print(say(
        "{1}, compute capability {2}.{3}, {4} SMs at {5} MHz, {6}, cache {7}; driver for CUDA {8}", info.name,
        info.capability / 10, info.capability % 10, info.multiprocessors, info.clockKilohertz / 1000,
        bytesText(info.memoryBytes), bytesText(info.cacheBytes), versionText(info.driverVersion)));
    const gpu::GpuRoof& roof = report.roof;
    if (roof.peaks.float32 || roof.peaks.memory || roof.launchSeconds)
        console.print(say("computed: float32 {1}, TF32 {2}, halves {3}, 8 bits {4}, memory {5}",
                          rateText(roof.peaks.float32, "GMAC/s"), rateText(roof.peaks.tensorFloat32, "GMAC/s"),
                          rateText(roof.peaks.float16, "GMAC/s"), rateText(roof.peaks.int8, "GMAC/s"),
                          rateText(roof.peaks.memory, "GB/s")));
    if (roof.launchSeconds)
        console.print(say("measured: float32 {1}, TF32 {2}, halves {3}, 8 bits {4}, copy {5}, a launch {6}",
                          rateText(roof.float32, "GMAC/s"), rateText(roof.tensorFloat32, "GMAC/s"),
                          rateText(roof.float16, "GMAC/s"), rateText(roof.int8, "GMAC/s"),
                          rateText(roof.copy, "GB/s"), secondsText(*roof.launchSeconds)));
    for (const std::string& each : report.libraryProblems)
        console.note(say("note: {1}", each));
}

Json gpuJson(const gpu::GpuReport& report) {
    const gpu::GpuInfo& info = report.info;
    const gpu::GpuRoof& roof = report.roof;
    return {{"gpu",
             {{"name", info.name},
              {"number", info.number},
              {"count", info.count},
              {"compute_capability", info.capability / 10.0},
              {"driver_cuda", versionText(info.driverVersion)},
              {"sms", info.multiprocessors},
              {"clock_khz", info.clockKilohertz},
              {"memory_clock_khz", info.memoryClockKilohertz},
              {"memory_bus_bits", info.memoryBusBits},
              {"cache_bytes", info.cacheBytes},
              {"memory_bytes", info.memoryBytes},
              {"threads_per_sm", info.sm.threads},
              {"blocks_per_sm", info.sm.blocks},
              {"registers_per_sm", info.sm.registers},
              {"shared_bytes_per_sm", info.sm.sharedBytes}}},
            {"compiler", report.compiler},
            {"library", fileJson(report.productLibrary)},
            {"convolution_library", fileJson(report.convolutionLibrary)},
            {"computed_macs_per_second",
             {{"float32", numberJson(roof.peaks.float32)},
              {"tf32", numberJson(roof.peaks.tensorFloat32)},
              {"float16", numberJson(roof.peaks.float16)},
              {"int8", numberJson(roof.peaks.int8)}}},
            {"computed_bytes_per_second", numberJson(roof.peaks.memory)},
            {"measured_macs_per_second",
             {{"float32", numberJson(roof.float32)},
              {"tf32", numberJson(roof.tensorFloat32)},
              {"float16", numberJson(roof.float16)},
              {"int8", numberJson(roof.int8)}}},
            {"measured_copy_bytes_per_second", numberJson(roof.copy)},
            {"launch_seconds", numberJson(roof.launchSeconds)}};
}

} // namespace edgewright::cli
