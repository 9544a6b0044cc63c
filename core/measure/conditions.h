// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the machine at one moment: what may explain why it was slow.
#pragma once

#include <filesystem>
#include <optional>

namespace edgewright::measure {

// Fields that the system does not tell are absent.
struct Conditions {
    std::optional<double> megahertz = {};   // of the fastest processor at that moment
    std::optional<double> celsius = {};     // of the hottest zone
    std::optional<double> loadAverage = {}; // of the last minute: processes that compute or want to
    std::optional<double> throttled =
        {}; // ways in which the clock is held down now, for heat or power: 0 is none
    std::optional<double> throttlings = {}; // how often that was noted since the machine started
};

// True if the clock was held down at one of both moments or between them; nothing where the system does not
// tell.
std::optional<bool> wasThrottled(const Conditions& before, const Conditions& after);

Conditions conditionsNow(const std::filesystem::path& root = "/");

} // namespace edgewright::measure
