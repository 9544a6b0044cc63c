// SPDX-License-Identifier: GPL-3.0-or-later
// The latency of a quantized model here, to tell strategies apart: a short run within this program. What is
// published is measured by core/device, with its interval.
#pragma once

#include "core/pipeline/study.h"

namespace edgewright::pipeline {

// The median of some runs on one thread, in milliseconds, of the model fused into integer kernels. On random
// inputs.
Result<double> quickLatency(const Typed& typed, const RunContext& run);

} // namespace edgewright::pipeline
