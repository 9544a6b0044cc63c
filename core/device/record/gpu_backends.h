// SPDX-License-Identifier: GPL-3.0-or-later
// The back ends of variants that ran on a GPU, with kernels of our own.
#pragma once

#include "core/device/record/record.h"

#include <string_view>

namespace edgewright::device {

inline constexpr std::string_view GpuBackend = "gpu";            // all in float32
inline constexpr std::string_view GpuHalvesBackend = "gpu fp16"; // products of halves, summed in float32

inline bool isOfGpu(const Variant& variant) {
    return variant.backend == GpuBackend || variant.backend == GpuHalvesBackend;
}

// "fp16": fused and in an arena, for a GPU alone.
Variant halvesVariant();

} // namespace edgewright::device
