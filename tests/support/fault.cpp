// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fault.h"

#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace edgewright::test {

void Fault::happens() {
    m_begin = std::chrono::steady_clock::now();
    m_guard = std::jthread([this](const std::stop_token& end) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock waiting(mutex);
        wake.wait_for(waiting, end, m_bound, [] { return false; });
        if (!end.stop_requested()) m_stop.request_stop();
    });
}

void Fault::isOver() {
    m_took = std::chrono::steady_clock::now() - m_begin;
    m_guard = {};
}

void repeated(const char* name, std::chrono::seconds bound, const std::function<void(Fault&)>& once) {
    const int repeats = std::max(qEnvironmentVariableIntValue("EDGEWRIGHT_FAULT_REPEATS"), 0);
    const int times = repeats == 0 ? 2 : repeats;
    std::chrono::duration<double> longest{0};
    for (int i = 0; i < times && !QTest::currentTestFailed(); ++i) {
        Fault fault(bound);
        once(fault);
        longest = std::max(longest, fault.took());
    }
    if (QTest::currentTestFailed()) return;
    std::printf("FAULT  : %-40s %3d times, longest %5.1f s of %lld\n", name, times, longest.count(),
                static_cast<long long>(bound.count()));
    std::fflush(stdout);
}

} // namespace edgewright::test
