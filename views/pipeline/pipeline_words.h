// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the pipeline page, in words.
#pragma once

#include "views/session/split/split_runs.h"
#include "views/support/page/page_answer.h"

namespace edgewright::views {

// The time between frames and what limits it; as planned, and where it ran, as measured. `isOld`: devices or
// settings were chosen anew since, `isOfOther`: the graph is another one now.
PageWords pipelineWords(const SplitResult& result, bool isOld, bool isOfOther);
// The origin of the figures, a line each: model, devices, settings.
QStringList pipelineOrigin(const SplitResult& result);

} // namespace edgewright::views
