// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that a process which runs generated kernels writes (core/agent/generated_run.h), read into the
// outcomes of the trials. A kernel can write anything there: a line that is none is passed over.
#pragma once

#include "core/loopnest/trials.h"
#include "core/remote/processes/child.h"

#include <optional>
#include <string>

namespace edgewright::loopnest {

class RunLines {
public:
    RunLines(KernelTrials& trials, const exec::Tolerance& tolerance)
        : m_trials(trials), m_tolerance(tolerance) {}

    // Until the process ends, or says nothing for so long and is ended: true then. Cancelled: it is ended, too.
    Result<bool> readFrom(remote::Child& child, std::chrono::milliseconds patience, const RunContext& run);
    void take(const std::string& line);
    bool isDone() const { return m_isDone; }
    // The kernel that was being run last; nothing before the first.
    std::optional<std::int64_t> running() const { return m_running; }

private:
    KernelTrials& m_trials;
    exec::Tolerance m_tolerance;
    std::string m_rest; // of a line that is not whole
    std::optional<std::int64_t> m_running;
    bool m_isDone = false, m_waits = false;
};

} // namespace edgewright::loopnest
