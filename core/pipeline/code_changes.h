// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that change quantized values (fusion::Rule::changesQuantizedValues) in a history.
#pragma once

#include "core/pipeline/study.h"

namespace edgewright::pipeline {

bool changesQuantizedValues(const fusion::Step& step);
// The graph with the integer operators that `history` made, and as little else of it as possible: rules that
// come before are applied only where those need them.
Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history, const RunContext& run);

} // namespace edgewright::pipeline
