// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memory_limit.h"

#include "app/cli/text.h"

#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>

namespace edgewright::cli {

namespace {

// A line "Key:  123 kB" of a file in /proc, in bytes; 0 where there is none. Without std::string: memory is
// short.
std::int64_t bytesIn(const char* file, const char* key) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file, "r"), std::fclose);
    std::array<char, 256> line{};
    while (stream && std::fgets(line.data(), line.size(), stream.get())) {
        long long kibibytes = 0;
        if (std::strncmp(line.data(), key, std::strlen(key)) == 0 &&
            std::sscanf(line.data() + std::strlen(key), ": %lld", &kibibytes) == 1)
            return kibibytes * 1024;
    }
    return 0;
}

} // namespace

Error outOfMemory() {
    rlimit space{RLIM_INFINITY, RLIM_INFINITY};
    const bool limited = ::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    const std::int64_t limit =
        limited ? static_cast<std::int64_t>(space.rlim_cur)
                : bytesIn("/proc/meminfo", "MemTotal") + bytesIn("/proc/meminfo", "SwapTotal");
    const std::int64_t peak = bytesIn("/proc/self/status", limited ? "VmPeak" : "VmHWM");
    return badInput("out of memory: more than " + bytesText(peak) + " needed, limit " + bytesText(limit) +
                    (limited ? " (address space of the process)" : " (memory of this machine)"));
}

} // namespace edgewright::cli
