// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of kernels of a GPU as lines of a log.
#pragma once

#include "core/tuner/gpu_network_tuner.h"

namespace edgewright::tuner {

tune::Trial loggedTrial(const gpu::KernelResult& result);
// As tuned_log.h: a quantity "decided", the ratio to the default.
tune::Trial loggedDecision(const GpuTunedTask& tuned);

} // namespace edgewright::tuner
