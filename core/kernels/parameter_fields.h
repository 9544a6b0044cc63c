// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a kernel as fields: keys of tuning logs, axes of the spaces that are searched.
#pragma once

#include "core/kernels/choice_fields.h"

namespace edgewright::kernels {

inline constexpr std::int64_t MaxParameter = std::int64_t(1) << 40;

// clang-format off
inline constexpr std::array ParameterFields{
    field<&KernelParameters::algorithm>({.key = "algorithm", .title = TRANSLATABLE("Setting", "Algorithm"),
        .choices = AlgorithmChoices}),
    field<&KernelParameters::gemm, &GemmParameters::tile>({.key = "tile",
        .title = TRANSLATABLE("Setting", "Tile in registers"), .highest = 64}),
    field<&KernelParameters::gemm, &GemmParameters::k>({.key = "k",
        .title = TRANSLATABLE("Setting", "Depth of a block"), .highest = MaxParameter}),
    field<&KernelParameters::gemm, &GemmParameters::n>({.key = "n",
        .title = TRANSLATABLE("Setting", "Columns of a block"), .highest = MaxParameter}),
    field<&KernelParameters::gemm, &GemmParameters::m>({.key = "m",
        .title = TRANSLATABLE("Setting", "Rows of a task"), .highest = MaxParameter}),
    field<&KernelParameters::strip>({.key = "strip",
        .title = TRANSLATABLE("Setting", "Strip of a task"), .highest = MaxParameter}),
    field<&KernelParameters::channels>({.key = "channels",
        .title = TRANSLATABLE("Setting", "Channels at a time"), .highest = MaxParameter}),
    field<&KernelParameters::threads>({.key = "threads", .title = TRANSLATABLE("Setting", "Threads"),
        .highest = 4096}),
};
// clang-format on

inline std::span<const Field<KernelParameters>> parameterFields() { return ParameterFields; }

} // namespace edgewright::kernels
