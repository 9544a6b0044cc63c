// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/measure_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/device/roof/roof_text.h"

namespace edgewright::cli {

namespace {

std::string threadsText(int threads) { return counted(threads, "thread"); }

std::string rateText(double rate) { return rate > 0 ? fixed(rate, 1) : "unknown"; }

std::string percentText(std::optional<double> share) { return share ? fixed(*share * 100, 0) + " %" : ""; }

void printPeaks(const Console& console, const device::Roof& roof) {
    console.print(left("peak, GMAC/s", 16) + right("fp32", 10) + right("int8", 10));
    for (const device::ThreadRoof& on : roof.threads)
        console.print(left(threadsText(on.threads), 16) + right(rateText(on.float32), 10) +
                      right(rateText(on.int8), 10));
}

void printBandwidth(const Console& console, const device::Roof& roof) {
    console.print(left("GB/s", 16) + left("level", 8) + right("holds", 12) + right("read", 10) +
                  right("copy", 10) + right("triad", 10));
    for (const device::ThreadRoof& on : roof.threads) {
        for (const device::LevelBandwidth& level : on.levels)
            console.print(left(&level == &on.levels.front() ? threadsText(on.threads) : "", 16) +
                          left(level.level, 8) +
                          right(level.capacity > 0 ? bytesText(level.capacity) : "", 12) +
                          right(fixed(level.read, 1), 10) + right(fixed(level.copy, 1), 10) +
                          right(fixed(level.triad, 1), 10));
        if (on.levels.empty()) console.print(left(threadsText(on.threads), 16) + "unknown");
    }
    if (roof.levelSource == device::LevelSource::Curve)
        console.print("the system does not tell the caches: their sizes are from reading more and more");
    if (roof.levelSource == device::LevelSource::Unknown)
        console.print("the system does not tell the caches, and reading more and more does not show them");
}

void printKernels(const Console& console, const device::Roof& roof) {
    console.print(left("kernel", 8) + left("", 10) + left("shape", 40) + right("time", 12) +
                  right("GMAC/s", 10) + right("of peak", 10) + right("of roof", 10));
    int threads = 0;
    for (const device::KernelTime& each : roof.kernels) {
        if (each.threads != threads) console.print("on " + threadsText(threads = each.threads));
        console.print(left(std::string(device::nameOf(each.arithmetic)), 8) + left(each.algorithm, 10) +
                      left(each.shape, 40) + right(secondsText(each.seconds), 12) +
                      right(fixed(each.rate(), 1), 10) +
                      right(percentText(device::shareOfPeak(roof, each)), 10) +
                      right(percentText(device::shareOfRoof(roof, each)), 10));
    }
}

} // namespace

void printRoof(const Console& console, const device::Roof& roof) {
    if (console.isSilent()) return;
    std::string line = roof.machine.text() + ", " + roof.isa + ", measured in " + secondsText(roof.seconds);
    if (roof.before.loadAverage) line += ", load " + fixed(*roof.before.loadAverage, 2);
    console.print(line);
    printPeaks(console, roof);
    printBandwidth(console, roof);
    printKernels(console, roof);
}

Json roofReport(const device::Roof& roof) {
    Json report = Json::parse(device::roofJson(roof));
    for (std::size_t i = 0; i < roof.kernels.size(); ++i) {
        report["kernels"][i]["share_of_peak"] = numberJson(device::shareOfPeak(roof, roof.kernels[i]));
        report["kernels"][i]["share_of_roof"] = numberJson(device::shareOfRoof(roof, roof.kernels[i]));
    }
    return report;
}

} // namespace edgewright::cli
