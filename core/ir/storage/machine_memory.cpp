// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/storage/machine_memory.h"

#include "core/base/say.h"

#include <algorithm>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

namespace edgewright::ir {

namespace {

std::int64_t physicalMemory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::numeric_limits<std::int64_t>::max();
    return std::int64_t(pages) * page;
}

std::int64_t mostResident() {
    struct rusage usage {};
    if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    constexpr std::int64_t Unit = 1024; // of ru_maxrss
    return std::int64_t(usage.ru_maxrss) * Unit;
}

} // namespace

std::int64_t machineMemory() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return physicalMemory();
    constexpr auto Most = static_cast<rlim_t>(std::numeric_limits<std::int64_t>::max());
    return std::min(physicalMemory(), static_cast<std::int64_t>(std::min(limit.rlim_cur, Most)));
}

Error machineOutOfMemory(const std::string& what) {
    return {ErrorCode::OutOfMemory,
            say("{1}: more than {2} bytes needed, limit {3} bytes", what, mostResident(), machineMemory())};
}

} // namespace edgewright::ir
