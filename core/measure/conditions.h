// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the machine at one moment: what may explain why it was slow.
#pragma once

#include <filesystem>
#include <optional>

namespace edgewright::measure {

// What the system does not tell is absent.
struct Conditions {
    std::optional<double> megahertz;   // of the fastest processor at that moment
    std::optional<double> celsius;     // of the hottest zone
    std::optional<double> loadAverage; // of the last minute: processes that compute or want to
};

Conditions conditionsNow(const std::filesystem::path& root = "/");

} // namespace edgewright::measure
