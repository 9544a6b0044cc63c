// SPDX-License-Identifier: GPL-3.0-or-later
// The settings in which two states differ.
#pragma once

#include "core/pipeline/study.h"

#include <QString>

#include <vector>

namespace edgewright::views {

struct SettingDifference {
    QString what, a, b; // "planner", "greedy by size", "exact": as within a sentence
};

// Every decision that differs; what is merely looked at is none.
std::vector<SettingDifference> settingDifferences(const pipeline::Settings& a, const pipeline::Settings& b);

} // namespace edgewright::views
