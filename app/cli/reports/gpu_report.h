// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU and its roof, as `gpu` says it.
#pragma once

#include "app/cli/json.h"
#include "core/gpu/bench/measure.h"

namespace edgewright::cli {

void printGpu(const Console& console, const gpu::GpuReport& report);
Json gpuJson(const gpu::GpuReport& report); // without its kernels

} // namespace edgewright::cli
