// SPDX-License-Identifier: GPL-3.0-or-later
// Faults, each as often as EDGEWRIGHT_FAULT_REPEATS says (twice when it says nothing; `./dev faults`), with a
// bound on how long what meets one may go on, and the longest time told for people.
#pragma once

#include "core/base/run_context.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

namespace edgewright::test {

class Fault {
public:
    explicit Fault(std::chrono::seconds bound) : m_bound(bound) {}

    // The work that the fault is to meet runs with this. Once the bound has passed it is stopped, so that it
    // fails with Cancelled and not with what is expected.
    RunContext run() const { return {m_stop.get_token(), nullptr}; }
    void happens(); // the time counts from now
    void isOver();  // what met it has come to its end
    std::chrono::duration<double> took() const { return m_took; }

private:
    std::chrono::seconds m_bound;
    std::stop_source m_stop;
    std::chrono::steady_clock::time_point m_begin;
    std::chrono::duration<double> m_took{0};
    std::jthread m_guard;
};

// Until one fails.
void repeated(const char* name, std::chrono::seconds bound, const std::function<void(Fault&)>& once);

} // namespace edgewright::test
