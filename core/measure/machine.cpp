// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/machine.h"

#include "core/measure/system_file.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <sched.h>
#include <sys/utsname.h>

namespace edgewright::measure {

namespace {

using std::filesystem::path;

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
    return processorText() + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
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

} // namespace edgewright::measure
