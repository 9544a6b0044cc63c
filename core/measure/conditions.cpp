// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/conditions.h"

#include "core/measure/system_file.h"

#include <algorithm>
#include <bit>
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

// What holds processors down: devices of the thermal framework that cool by a lower clock
// (Documentation/driver-api/thermal/sysfs-api.rst of Linux), each with its state, 0 being idle.
std::optional<double> coolingNow(const path& root) {
    constexpr int MaxDevices = 64;
    std::optional<double> active;
    for (int device = 0; device < MaxDevices; ++device) {
        const path folder = root / "sys/class/thermal" / ("cooling_device" + std::to_string(device));
        const std::string type = lineOf(folder / "type");
        if (type.empty()) break;
        const bool isOfProcessor = type == "Processor" || type.find("cpufreq") != std::string::npos;
        const auto state = numberIn(lineOf(folder / "cur_state"));
        if (isOfProcessor && state) active = active.value_or(0) + (*state > 0 ? 1 : 0);
    }
    return active;
}

// The firmware of a Raspberry Pi: bits 0 to 3 hold now (voltage too low, clock capped, throttled, soft limit of
// temperature), 16 to 19 have held since the start.
struct Firmware {
    int now = 0, before = 0;
};
std::optional<Firmware> firmwareNow(const path& root) {
    const std::string text = lineOf(root / "sys/devices/platform/soc/soc:firmware/get_throttled");
    char* end = nullptr;
    const unsigned long bits = std::strtoul(text.c_str(), &end, 16);
    if (text.empty() || *end != '\0') return std::nullopt;
    return Firmware{std::popcount(bits & 0xfu), std::popcount(bits >> 16 & 0xfu)};
}

// Intel's processors count how often each core and package was throttled.
std::optional<double> throttlingsCounted(const path& root, int processors) {
    std::optional<double> count;
    for (int cpu = 0; cpu < processors; ++cpu) {
        const path folder =
            root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "thermal_throttle";
        const auto core = numberIn(lineOf(folder / "core_throttle_count"));
        if (!core) break;
        const auto package = numberIn(lineOf(folder / "package_throttle_count"));
        for (const std::int64_t each : {*core, package.value_or(0)})
            count = count.value_or(0) + static_cast<double>(std::max<std::int64_t>(0, each));
    }
    return count;
}

} // namespace

std::optional<bool> wasThrottled(const Conditions& before, const Conditions& after) {
    std::optional<bool> was;
    for (const Conditions* each : {&before, &after})
        if (each->throttled) was = was.value_or(false) || *each->throttled > 0;
    if (before.throttlings && after.throttlings)
        was = was.value_or(false) || *after.throttlings > *before.throttlings;
    return was;
}

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
    now.throttled = coolingNow(root);
    now.throttlings = throttlingsCounted(root, MaxProcessors);
    if (const auto firmware = firmwareNow(root)) {
        now.throttled = now.throttled.value_or(0) + firmware->now;
        now.throttlings = now.throttlings.value_or(0) + firmware->before;
    }
    return now;
}

} // namespace edgewright::measure
