// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/roof_text.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/record/json_parts.h"

#include <array>

namespace edgewright::device {

namespace {

constexpr const char* RoofFormat = "edgewright roof";
// By LevelSource.
constexpr std::array<std::string_view, 3> LevelSourceNames{"system", "curve", "unknown"};
using measure::MaxRate;

Json threadRoofJson(const ThreadRoof& on) {
    Json levels = Json::array();
    for (const LevelBandwidth& each : on.levels)
        levels.push_back({{"level", each.level},
                          {"capacity", each.capacity},
                          {"working_set", each.workingSet},
                          {"read", each.read},
                          {"copy", each.copy},
                          {"triad", each.triad}});
    return {{"threads", on.threads},
            {"fp32_gmac_per_s", on.float32},
            {"int8_gmac_per_s", on.int8},
            {"levels", std::move(levels)}};
}

Json kernelJson(const KernelTime& kernel) {
    return {
        {"algorithm", kernel.algorithm}, {"shape", kernel.shape},     {"arithmetic", nameOf(kernel.arithmetic)},
        {"threads", kernel.threads},     {"seconds", kernel.seconds}, {"macs", kernel.macs},
        {"bytes", kernel.bytes}};
}

LevelBandwidth levelFrom(const JsonValue& value) {
    LevelBandwidth level;
    value.read("level", level.level);
    value.read("capacity", level.capacity, 0, MaxCount);
    value.read("working_set", level.workingSet, 0, MaxCount);
    value.read("read", level.read, 0, MaxRate);
    value.read("copy", level.copy, 0, MaxRate);
    value.read("triad", level.triad, 0, MaxRate);
    return level;
}

ThreadRoof threadRoofFrom(const JsonValue& value) {
    ThreadRoof on;
    value.read("threads", on.threads, 1, MaxThreads);
    value.read("fp32_gmac_per_s", on.float32, 0, MaxRate);
    value.read("int8_gmac_per_s", on.int8, 0, MaxRate);
    for (const JsonValue& each : value.list("levels")) {
        LevelBandwidth level = levelFrom(each);
        if (const auto expected = measure::levelFault(on.levels, level)) each.expected(*expected);
        on.levels.push_back(std::move(level));
    }
    return on;
}

KernelTime kernelFrom(const JsonValue& value) {
    KernelTime kernel;
    value.read("algorithm", kernel.algorithm);
    value.read("shape", kernel.shape);
    if (const auto word = value.word("arithmetic", {ArithmeticNames.begin(), ArithmeticNames.end()}))
        kernel.arithmetic = static_cast<Arithmetic>(*word);
    value.read("threads", kernel.threads, 1, MaxThreads);
    value.read("seconds", kernel.seconds, 0, MaxSeconds);
    value.read("macs", kernel.macs, 0, MaxCount);
    value.read("bytes", kernel.bytes, 0, MaxCount);
    return kernel;
}

void readThreads(const JsonValue& root, Roof& roof) {
    for (const JsonValue& each : root.list("threads")) {
        ThreadRoof on = threadRoofFrom(each);
        if (!roof.threads.empty() && roof.threads.back().threads >= on.threads)
            each.expected(say("each number of threads once, rising"));
        roof.threads.push_back(std::move(on));
    }
}

void readCurve(const JsonValue& root, Roof& roof) {
    for (const JsonValue& each : root.list("curve")) {
        BandwidthPoint point;
        each.read("bytes", point.bytes, 1, MaxCount);
        each.read("read", point.read, 0, MaxRate);
        if (!roof.curve.empty() && roof.curve.back().bytes >= point.bytes)
            each.expected(say("sizes that rise"));
        roof.curve.push_back(point);
    }
}

} // namespace

std::string roofJson(const Roof& roof) {
    Json threads = Json::array(), kernels = Json::array(), curve = Json::array();
    for (const ThreadRoof& each : roof.threads)
        threads.push_back(threadRoofJson(each));
    for (const KernelTime& each : roof.kernels)
        kernels.push_back(kernelJson(each));
    for (const BandwidthPoint& each : roof.curve)
        curve.push_back({{"bytes", each.bytes}, {"read", each.read}});
    const Json json{{"format", RoofFormat},
                    {"version", 1},
                    {"date", roof.date},
                    {"isa", roof.isa},
                    {"machine", machineJson(roof.machine)},
                    {"before", conditionsJson(roof.before)},
                    {"after", conditionsJson(roof.after)},
                    {"seconds", roof.seconds},
                    {"levels_from", LevelSourceNames[static_cast<std::size_t>(roof.levelSource)]},
                    {"threads", std::move(threads)},
                    {"kernels", std::move(kernels)},
                    {"curve", std::move(curve)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Roof> readRoof(const std::filesystem::path& file) {
    Roof roof;
    RETURN_IF_ERROR(readJsonFile(file, MeasuredLimits, [&](const JsonValue& root) {
        if (!root.isFormat(RoofFormat)) return;
        int version = 1;
        root.read("version", version, 1, 1);
        root.read("date", roof.date);
        root.read("isa", roof.isa);
        if (const auto machine = root.object("machine")) roof.machine = machineOf(*machine);
        roof.before = conditionsOf(root, "before");
        roof.after = conditionsOf(root, "after");
        root.read("seconds", roof.seconds, 0, MaxSeconds);
        if (const auto source = root.word("levels_from", {LevelSourceNames.begin(), LevelSourceNames.end()}))
            roof.levelSource = static_cast<LevelSource>(*source);
        readThreads(root, roof);
        for (const JsonValue& each : root.list("kernels"))
            roof.kernels.push_back(kernelFrom(each));
        readCurve(root, roof);
    }));
    return roof;
}

} // namespace edgewright::device
