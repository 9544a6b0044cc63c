// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/model_arguments.h"
#include "core/cost/workload.h"

#include <optional>
#include <string>

namespace edgewright::cli {

// What an accelerator has to do for the topology of a file or, where that is empty, for the model; by the rules
// of `mode`, or those usual for it.
Result<cost::Workload> workloadFrom(Console& console, const ModelArguments& model, const std::string& topology,
                                    std::optional<cost::Mode> mode);

} // namespace edgewright::cli
