// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/measure_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/device/roof/roof_text.h"

namespace edgewright::cli {

namespace {

std::string threadsText(int threads) { return sayCount(threads, "{1} thread", "{1} threads"); }

std::string rateText(double rate) { return rate > 0 ? fixed(rate, 1) : say("unknown"); }

std::string percentText(std::optional<double> share) { return share ? fixed(*share * 100, 0) + " %" : ""; }

void printPeaks(const Console& console, const device::Roof& roof) {
    console.print(left(say("peak, GMAC/s"), 16) + right("fp32", 10) + right("int8", 10));
    for (const device::ThreadRoof& on : roof.threads)
        console.print(left(threadsText(on.threads), 16) + right(rateText(on.float32), 10) +
                      right(rateText(on.int8), 10));
}

void printBandwidth(const Console& console, const device::Roof& roof) {
    console.print(left("GB/s", 16) + left(say("level"), 8) + right(say("holds"), 12) + right(say("read"), 10) +
                  right(say("copy"), 10) + right("triad", 10));
    for (const device::ThreadRoof& on : roof.threads) {
        for (const device::LevelBandwidth& level : on.levels)
            console.print(left(&level == &on.levels.front() ? threadsText(on.threads) : "", 16) +
                          left(level.level, 8) +
                          right(level.capacity > 0 ? bytesText(level.capacity) : "", 12) +
                          right(fixed(level.read, 1), 10) + right(fixed(level.copy, 1), 10) +
                          right(fixed(level.triad, 1), 10));
        if (on.levels.empty()) console.print(left(threadsText(on.threads), 16) + say("unknown"));
    }
    if (roof.levelSource == device::LevelSource::Curve)
        console.print(say("the system does not tell the caches: their sizes are from reading more and more"));
    if (roof.levelSource == device::LevelSource::Unknown)
        console.print(say("the system does not tell the caches, and reading more and more does not show them"));
}

void printKernels(const Console& console, const device::Roof& roof) {
    console.print(left(say("kernel"), 8) + left("", 10) + left(say("shape"), 40) + right(say("time"), 12) +
                  right("GMAC/s", 10) + right(say("of peak"), 10) + right(say("of roof"), 10));
    int threads = 0;
    for (const device::KernelTime& each : roof.kernels) {
        if (each.threads != threads) console.print(say("on {1}", threadsText(threads = each.threads)));
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
    std::string line =
        say("{1}, {2}, measured in {3}", roof.machine.text(), roof.isa, secondsText(roof.seconds));
    if (roof.before.loadAverage) line = say("{1}, load {2}", line, fixed(*roof.before.loadAverage, 2));
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
