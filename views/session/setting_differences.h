// SPDX-License-Identifier: GPL-3.0-or-later
// The settings in which two states differ.
#pragma once

#include "core/pipeline/study.h"

#include <QString>

#include <span>
#include <string_view>
#include <vector>

namespace edgewright::views {

struct SettingDifference {
    QString what, a, b; // "planner", "greedy by size", "exact": as within a sentence
};

// Every decision that differs; what is merely looked at is none. `stages`, by name: those alone that one of
// their results depends on; empty: all.
std::vector<SettingDifference> settingDifferences(const pipeline::Settings& a, const pipeline::Settings& b,
                                                  std::span<const std::string_view> stages = {});

} // namespace edgewright::views
