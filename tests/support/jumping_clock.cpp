// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded (LD_PRELOAD): the date is off by as many seconds as the file says that EDGEWRIGHT_CLOCK_OFFSET
// names, from when it is written on. Other clocks are as ever.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

long offset() {
    const char* name = std::getenv("EDGEWRIGHT_CLOCK_OFFSET");
    std::FILE* file = name ? std::fopen(name, "re") : nullptr;
    if (!file) return 0;
    long seconds = 0;
    if (std::fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    std::fclose(file);
    return seconds;
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept {
    const long status = ::syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
    return static_cast<int>(status);
}

int gettimeofday(timeval* now, void*) noexcept {
    timespec precise{};
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    *now = {precise.tv_sec, precise.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* now) noexcept {
    timespec precise{};
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
}
