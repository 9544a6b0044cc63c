// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson played from its first step to its last without a window: what a teacher wants to know before the
// class does.
#pragma once

#include "core/base/run_context.h"
#include "core/lesson/judge.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::lesson {

struct CheckedStep {
    std::string id;
    std::string answer; // "142.5", "less", "conv1 or conv2"; empty: nothing is asked
    std::string error;  // why it cannot be shown or answered; empty: it can
};

// In order, with the answers that the program computes. Fails with Cancelled alone.
Result<std::vector<CheckedStep>> checkLesson(const Lesson& lesson, const std::filesystem::path& samples,
                                             const RunContext& run = {});

} // namespace edgewright::lesson
