// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/run_lines.h"

#include "core/remote/processes/child_output.h"

#include <cmath>
#include <sstream>

namespace edgewright::loopnest {

namespace {

constexpr std::size_t MaxLine = 4096;
constexpr std::size_t MaxSamples = 100000;

} // namespace

void RunLines::take(const std::string& line) {
    std::istringstream words(line);
    std::string kind;
    std::int64_t number = -1;
    words >> kind;
    m_waits = kind == "wait";
    if (kind == "done") m_isDone = true;
    if (kind != "begin" && kind != "end" && kind != "sample") return;
    if (!(words >> number) || number < -1 || number >= static_cast<std::int64_t>(m_trials.kernels.size()))
        return;
    if (kind == "sample") {
        double seconds = 0;
        std::vector<double>& samples =
            number < 0 ? m_trials.own : m_trials.kernels[static_cast<std::size_t>(number)].seconds;
        if (words >> seconds && std::isfinite(seconds) && seconds > 0 && samples.size() < MaxSamples)
            samples.push_back(seconds);
        return;
    }
    if (number < 0) return;
    m_running = number;
    if (kind == "begin") return;
    KernelOutcome& outcome = m_trials.kernels[static_cast<std::size_t>(number)];
    exec::Difference difference;
    std::string maxAbs, relNorm; // infinity and NaN among them
    if (!(words >> maxAbs >> relNorm >> difference.nonFinite)) return;
    difference.maxAbs = std::strtod(maxAbs.c_str(), nullptr);
    difference.relNorm = outcome.relNorm = std::strtod(relNorm.c_str(), nullptr);
    const bool isRight = exec::agrees(difference, ir::DataType::Float32, m_tolerance);
    outcome.end = isRight ? KernelEnd::Correct : KernelEnd::Wrong;
}

Result<bool> RunLines::readFrom(remote::Child& child, std::chrono::milliseconds patience,
                                const RunContext& run) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point heard = Clock::now();
    const auto took = [&](std::string_view bytes) {
        heard = Clock::now();
        m_rest += bytes;
        for (std::size_t end = 0; (end = m_rest.find('\n')) != std::string::npos; m_rest.erase(0, end + 1))
            take(m_rest.substr(0, end));
        if (m_rest.size() > MaxLine) m_rest.clear();
    };
    constexpr std::chrono::milliseconds Pause{20};
    while (remote::readSome(child.output(), Pause, took)) {
        if (run.stopped()) {
            child.end(Pause);
            return cancelled();
        }
        if (m_waits || Clock::now() - heard <= patience) continue; // waiting is none of its time
        child.end(Pause);
        return true;
    }
    child.wait(remote::Child::Grace);
    return false;
}

} // namespace edgewright::loopnest
