// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/conditions.h"

#include "core/measure/system_file.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace edgewright::measure {

namespace {

using std::filesystem::path;

std::optional<double> decimalIn(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return end != text.c_str() ? std::optional(number) : std::nullopt;
}

void raise(std::optional<double>& most, std::optional<double> found, double low, double high) {
    if (found && *found > low && *found < high) most = std::max(most.value_or(*found), *found);
}

} // namespace

Conditions conditionsNow(const path& root) {
    constexpr int MaxZones = 64, MaxProcessors = 1024;
    constexpr double MaxCelsius = 200, MaxMegahertz = 100'000;
    Conditions now;
    for (int cpu = 0; cpu < MaxProcessors; ++cpu) {
        const path folder = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu));
        const auto kilohertz = decimalIn(lineOf(folder / "cpufreq/scaling_cur_freq"));
        if (!kilohertz) break;
        raise(now.megahertz, *kilohertz / 1000, 1, MaxMegahertz);
    }
    if (!now.megahertz)
        raise(now.megahertz, decimalIn(fieldOf(root / "proc/cpuinfo", "cpu MHz")), 1, MaxMegahertz);
    for (int zone = 0; zone < MaxZones; ++zone) {
        const auto millidegrees =
            decimalIn(lineOf(root / "sys/class/thermal" / ("thermal_zone" + std::to_string(zone)) / "temp"));
        if (!millidegrees) break;
        raise(now.celsius, *millidegrees / 1000, -60, MaxCelsius);
    }
    raise(now.loadAverage, decimalIn(lineOf(root / "proc/loadavg")), -1e-9, 1e6);
    return now;
}

} // namespace edgewright::measure
