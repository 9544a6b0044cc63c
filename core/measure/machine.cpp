// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/machine.h"

#include "core/base/say.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <sched.h>
#include <sys/utsname.h>

namespace edgewright::measure {

namespace {

using std::filesystem::path;

constexpr std::size_t MaxLine = 4096; // characters
constexpr int MaxLines = 4096;

std::string trimmed(const std::string& text) {
    constexpr std::string_view Edge(" \t\r\n\0", 5);
    const std::size_t from = text.find_first_not_of(Edge);
    return from == std::string::npos ? std::string()
                                     : text.substr(from, text.find_last_not_of(Edge) - from + 1);
}

// The first line without what surrounds it; empty when the file cannot be read. At most 4096 characters.
std::string lineOf(const path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return trimmed(line.substr(0, MaxLine));
}

// The text behind the first "key :" in a file of such lines.
std::string fieldOf(const path& file, const std::string& key) {
    std::ifstream stream(file);
    std::string line;
    for (int i = 0; i < MaxLines && std::getline(stream, line); ++i) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && trimmed(line.substr(0, colon)) == key)
            return trimmed(line.substr(colon + 1, MaxLine));
    }
    return {};
}

// The number that the text begins with.
std::optional<std::int64_t> numberIn(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

// "0-3,8" -> 5
int countOfList(const std::string& list) {
    int count = 0;
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t dash = part.find('-');
        const auto from = numberIn(part.substr(0, dash));
        const auto to = dash == std::string::npos ? from : numberIn(part.substr(dash + 1));
        if (!from || !to || *to < *from || *to - *from > 4096) return 0;
        count += static_cast<int>(*to - *from) + 1;
    }
    return count;
}

// "1280K", "32M"
std::int64_t bytesOf(const std::string& size) {
    const auto number = numberIn(size);
    if (!number || *number < 4 || *number > (1LL << 40)) return 0; // no cache is that small
    return *number * (size.ends_with('K') ? 1024 : size.ends_with('M') ? 1024 * 1024 : 1);
}

std::vector<Cache> cachesBelow(const path& folder) {
    std::vector<Cache> caches;
    for (int index = 0; index < 16; ++index) {
        const path each = folder / ("index" + std::to_string(index));
        const std::string type = lineOf(each / "type");
        if (type != "Data" && type != "Unified") continue;
        const auto level = numberIn(lineOf(each / "level"));
        const std::int64_t bytes = bytesOf(lineOf(each / "size"));
        if (!level || *level < 1 || *level > 8 || bytes == 0) continue;
        caches.push_back(
            {static_cast<int>(*level), bytes, std::max(1, countOfList(lineOf(each / "shared_cpu_list")))});
    }
    std::ranges::stable_sort(caches, {}, &Cache::level);
    return caches;
}

// x86 names the processor; Arm gives numbers, the board has a name elsewhere.
std::string processorIn(const path& root) {
    for (const char* key : {"model name", "Model", "Hardware"})
        if (const std::string found = fieldOf(root / "proc/cpuinfo", key); !found.empty()) return found;
    return lineOf(root / "proc/device-tree/model");
}

int coresIn(const path& root) {
    std::set<std::string> cores;
    for (int cpu = 0; cpu < 1024; ++cpu) {
        const path topology = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "topology";
        const std::string siblings = lineOf(topology / "thread_siblings_list");
        if (siblings.empty()) break;
        cores.insert(siblings);
    }
    return static_cast<int>(cores.size());
}

int usableThreads() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(1, CPU_COUNT(&set));
}

} // namespace

std::string Machine::processorText() const {
    std::string what = processor.empty() ? architecture : processor;
    for (const char* mark : {"(R)", "(TM)", "(tm)"})
        for (std::size_t at = what.find(mark); at != std::string::npos; at = what.find(mark))
            what.erase(at, std::string(mark).size());
    return what;
}

std::string Machine::text() const {
    return sayCount(threads, "{2}, {1} thread", "{2}, {1} threads", processorText());
}

Machine thisMachine(const path& root) {
    Machine machine;
    utsname name{};
    if (uname(&name) == 0) {
        machine.name = name.nodename;
        machine.architecture = name.machine;
        machine.kernel = std::string(name.sysname) + ' ' + name.release;
    }
    machine.processor = processorIn(root);
    machine.governor = lineOf(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    machine.threads = usableThreads();
    machine.cores = coresIn(root);
    if (const auto kibibytes = numberIn(fieldOf(root / "proc/meminfo", "MemTotal"));
        kibibytes && *kibibytes > 0 && *kibibytes < (1LL << 40))
        machine.memoryBytes = *kibibytes * 1024;
    machine.caches = cachesBelow(root / "sys/devices/system/cpu/cpu0/cache");
    return machine;
}

std::vector<std::string> processorFeatures(const path& root) {
    static const std::set<std::string> Known{
        "amx_bf16", "amx_int8", "asimd",    "asimddp",     "asimdfhm",    "asimdhp",     "avx",      "avx2",
        "avx512bw", "avx512f",  "avx512vl", "avx512_bf16", "avx512_fp16", "avx512_vnni", "avx_vnni", "bf16",
        "f16c",     "fma",      "fphp",     "i8mm",        "neon",        "sse4_2",      "sve",      "sve2"};
    std::string list = fieldOf(root / "proc/cpuinfo", "flags");
    if (list.empty()) list = fieldOf(root / "proc/cpuinfo", "Features");
    std::set<std::string> found;
    std::istringstream words(list);
    for (std::string word; words >> word;)
        if (Known.contains(word)) found.insert(word);
    return {found.begin(), found.end()};
}

namespace {

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
