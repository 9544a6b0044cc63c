// SPDX-License-Identifier: GPL-3.0-or-later
// The program with the window, which draws what this one writes down only: run without a display.
#pragma once

#include "app/cli/console.h"

#include <string>
#include <vector>

namespace edgewright::cli {

// Runs `edgewright` beside this program with these options on `model`, where there is one, and prints what it says; as
// JSON the model and `folder`, where it wrote. BadInput with its reason where it refuses, or is not there.
Result<ExitStatus> runWindow(Console& console, const std::string& model, const std::string& folder,
                             const std::vector<std::string>& options);

} // namespace edgewright::cli
