// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic and bandwidth that a GPU is built for, from what its driver tells: multiply-adds of an SM in a
// cycle by compute capability (NVIDIA's white papers of the architectures), times SMs, times the highest clock.
#pragma once

#include "core/gpu/driver/gpu.h"

#include <optional>

namespace edgewright::gpu {

struct Peaks {
    // Multiply-adds a second; TF32, halves and bytes on tensor cores, sums in float32 and 32 bits; nothing: not
    // known of this capability, or none of its tensor cores do it.
    std::optional<double> float32, tensorFloat32, float16, int8;
    std::optional<double> memory; // bytes a second; nothing: the driver tells no clock
};

Peaks peaksOf(const GpuInfo& info);

} // namespace edgewright::gpu
