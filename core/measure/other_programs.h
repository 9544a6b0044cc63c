// SPDX-License-Identifier: GPL-3.0-or-later
// The processors that other programs take while this one measures: their time is in what it measures.
#pragma once

#include "core/measure/stopwatch.h"

#include <filesystem>
#include <optional>

namespace edgewright::measure {

// Seconds that the processors of the machine have computed since its start, for all programs; nothing where the
// system does not tell. Reads `root`/proc/stat.
std::optional<double> busySeconds(const std::filesystem::path& root = "/");

// From its construction on.
class OtherPrograms {
public:
    OtherPrograms();
    // Processors on the mean until now; nothing where the system does not tell, or in the first 0.1 s, as it
    // counts in hundredths of a second.
    std::optional<double> processors() const;

private:
    std::optional<double> m_busy; // then
    Stopwatch m_own;
};

} // namespace edgewright::measure
